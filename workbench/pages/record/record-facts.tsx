/** The fields of a record, in their groups. */
import { useState } from 'preact/hooks'
import { formatAge } from '../../fields/age.js'
import { isFile } from '../../fields/format.js'
import { isCode } from '../../fields/label.js'
import type { ResourceEntry } from '../../service/discovery.js'
import type { FileValue } from '../../service/files.js'
import type { Row } from '../../service/records.js'
import type { Field, Shape } from '../../service/shape.js'
import { t, tn } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { later } from '../../ui/later.js'
import { OwnValue } from '../../ui/own-cell.js'
import { Value } from '../../ui/value.js'
import { type Fact, factsOf } from './facts.js'
import type { RecordFiles } from './record-props.js'

interface FactsProps {
  readonly resource: ResourceEntry
  readonly shape: Shape
  readonly row: Row
  /** Undefined if files cannot be changed. */
  readonly files?: RecordFiles | undefined
}

interface GroupsProps extends FactsProps {
  /** Heading level of the titles of groups. */
  readonly Title: 'h2' | 'h3'
}

const RecordFile = later(async () => (await import('../files.js')).RecordFile)

export const RecordFacts = ({ resource, shape, row, files, Title }: GroupsProps) => (
  <div class="fact-groups">
    {factsOf(shape, row).map(({ title, facts }) => (
      <section key={title ?? ''} class="fact-group">
        {title && <Title>{title}</Title>}
        <dl class="facts">
          {facts.map((fact) => (
            <div key={fact.field.name} class={fact.isWide ? 'wide' : undefined}>
              <dt title={fact.field.description}>{fact.field.label}</dt>
              <dd>
                <FactValue {...{ resource, fact, shape, row, files }} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
)

interface FactProps extends FactsProps {
  readonly fact: Fact
}

const FactValue = (props: FactProps) => {
  const { resource, fact, row, files } = props
  const { field } = fact
  // The file of a record is not only shown, but also replaced here.
  if (isFile(field) && files) {
    const file = (row[field.name] ?? undefined) as FileValue | undefined
    return <RecordFile {...files} {...{ field, file }} />
  }
  return (
    <OwnValue {...{ resource, field, row }}>
      <UsualValue {...props} />
    </OwnValue>
  )
}

const UsualValue = ({ fact, shape, row }: FactProps) => {
  const { field, key } = fact
  const value = row[field.name]
  if (Array.isArray(value) && value.length === 0) return <span class="faint">{t('None')}</span>
  if (isJson(field, value)) return <LongText text={JSON.stringify(value, null, 2)} isCode />
  if (typeof value === 'string' && value.length > shortLength && !field.format) {
    return <LongText text={value} />
  }
  return (
    <>
      <Value field={field} row={row} shape={shape} />
      {key && isCode(row[key.name]) && <span class="fact-note"> {String(row[key.name])}</span>}
      {field.format === 'date-time' && typeof value === 'string' && (
        <span class="fact-note"> {formatAge(value, Date.now())}</span>
      )}
    </>
  )
}

const isJson = (field: Field, value: unknown): boolean =>
  !isFile(field) &&
  typeof value === 'object' &&
  value !== null &&
  !field.items &&
  (!Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null))

/** Maximum number of characters of a text that is shown whole. */
const shortLength = 200

const LongText = ({ text, isCode }: { text: string; isCode?: boolean }) => {
  const [isWhole, setWhole] = useState(false)
  const lines = text.split('\n').length
  const isLong = text.length > 600 || lines > 12
  return (
    <>
      <div
        class={['long-text', isCode && 'code', isLong && !isWhole && 'clamped']
          .filter(Boolean)
          .join(' ')}
        dir="auto"
      >
        {text}
      </div>
      {isLong && (
        <Button kind="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t('Show less')
            : tn(text.length, 'Show the 1 character', 'Show all {count} characters')}
        </Button>
      )}
    </>
  )
}
