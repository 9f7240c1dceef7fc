/** The shapes of a resource: their fields as a table, and the documents as they are. */
import { useState } from 'preact/hooks'
import { type ResourceEntry, readSchema } from '../service/discovery.js'
import { useLoad } from '../service/load.js'
import type { Field, Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { CopyButton } from '../ui/copy-button.js'
import { JsonView } from '../ui/json-view.js'
import { Loaded } from '../ui/notices.js'

const names: Readonly<Record<keyof ResourceEntry['schemas'], () => string>> = {
  list: () => t('Rows'),
  detail: () => t('Record'),
  filter: () => t('Filter'),
  create: () => t('Create'),
  update: () => t('Update'),
}

export const Schemas = ({ resource: { schemas } }: { resource: ResourceEntry }) => {
  const available = (Object.keys(names) as (keyof typeof names)[]).filter((name) => schemas[name])
  const [name, setName] = useState(available[0] ?? 'list')
  const [isRaw, setRaw] = useState(false)
  const shape = useLoad(schemas[name] ?? undefined, () => readSchema(schemas[name]!))
  return (
    <>
      <div class="row">
        {available.map((each) => (
          <Button
            key={each}
            kind="quiet"
            aria-pressed={each === name}
            onClick={() => setName(each)}
          >
            {names[each]()}
          </Button>
        ))}
        <span class="spacer" />
        <Button kind="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          JSON
        </Button>
        {shape.data && <CopyButton text={JSON.stringify(shape.data.document, null, 2)} />}
      </div>
      <code class="wrap faint">{schemas[name]}</code>
      <Loaded load={shape}>
        {(data) => (isRaw ? <JsonView value={data.document} /> : <FieldTable shape={data} />)}
      </Loaded>
    </>
  )
}

/** Returns the rules of a field besides its type. */
const rulesOf = (field: Field): readonly string[] =>
  [
    field.required && t('required'),
    field.readOnly && t('read only'),
    field.hidden && t('hidden'),
    field.sortable && t('sortable'),
    field.filterOperation,
    field.reference && `→ ${field.reference.resourceKey}`,
    field.min !== undefined && `≥ ${field.min}`,
    field.max !== undefined && `≤ ${field.max}`,
    field.minLength !== undefined && t('at least {count} characters', { count: field.minLength }),
    field.maxLength !== undefined && t('at most {count} characters', { count: field.maxLength }),
    field.format,
    field.currency,
    field.options?.map(({ value }) => String(value)).join(' | '),
    field.optionSource?.key,
  ].filter((rule): rule is string => typeof rule === 'string' && rule !== '')

const FieldTable = ({ shape }: { shape: Shape }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
  <section class="table-scroll" aria-label={t('Fields')} tabIndex={0}>
    <table class="table schema-table">
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Type')}</th>
          <th scope="col">{t('Rules')}</th>
        </tr>
      </thead>
      <tbody>
        {shape.fields.map((field) => (
          <tr key={field.name}>
            <td>
              <code>{field.name}</code>
              <span class="faint">{field.label}</span>
            </td>
            <td>
              {field.type}
              <span class="faint">{field.controlType}</span>
            </td>
            <td class="rules">{rulesOf(field).join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
