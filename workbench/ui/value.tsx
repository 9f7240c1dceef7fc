/** The value of a field, as cells and records show it. */

import { exactValue, formatValue, isFile, isNumeric } from '../fields/format.js'
import { shortId } from '../fields/label.js'
import { toneOf } from '../fields/tone.js'
import { resourceOf } from '../service/catalog.js'
import type { Id } from '../service/discovery.js'
import { optionLabel, useOptionLabels } from '../service/option-labels.js'
import type { Row } from '../service/records.js'
import type { Field, Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Icon } from './icons.js'
import { ReferenceLink } from './reference-link.js'

export interface ValueProps {
  readonly field: Field
  readonly row: Row
  /** The fields beside this one, among which is the label of a reference. */
  readonly shape: Pick<Shape, 'fields'>
}

export const Value = ({ field, row, shape }: ValueProps) => {
  const value = row[field.name]
  if (value === null || value === undefined || value === '' || isEmptyList(value)) {
    return <span class="none" role="img" aria-label={t('No value')} />
  }
  if (field.reference && !row[field.reference.labelField ?? '']) {
    return <Referred field={field} ids={[value].flat().filter(isId)} />
  }
  const text = labelBeside(field, row) ?? formatValue(field, value)
  const target = referenceOf(field, row, shape)
  if (target) return <ReferenceLink {...target}>{text}</ReferenceLink>
  if (typeof value === 'boolean') {
    return value ? (
      <span class="flag" role="img" aria-label={text} title={text}>
        <Icon name="check" />
      </span>
    ) : (
      <span class="faint">{text}</span>
    )
  }
  if (field.options && !Array.isArray(value)) {
    return <span class={`badge tone-${toneOf(field, value)}`}>{text}</span>
  }
  if (field.items) return <ListOfObjects fields={field.items} rows={value as readonly Row[]} />
  if (typeof value === 'object' && !Array.isArray(value) && !isFile(field))
    return <code class="cut">{text}</code>
  return (
    <span class={isNumeric(field) ? 'number' : 'text'} dir="auto" title={exactValue(field, value)}>
      {text}
    </span>
  )
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number'

const labelBeside = ({ reference }: Field, row: Row): string | undefined => {
  const label = row[reference?.labelField ?? '']
  return label === null || label === undefined ? undefined : String(label)
}

/** References whose labels are not in the row. The labels of all rows are read together. */
const Referred = ({ field, ids }: { field: Field; ids: readonly Id[] }) => {
  useOptionLabels(field, ids)
  const { resourceKey } = field.reference!
  const isLinked = resourceOf(resourceKey) !== undefined
  const labelOf = (id: Id) => shortId(optionLabel(field, id) ?? id)
  return (
    <span dir="auto">
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {isLinked ? (
            <ReferenceLink {...{ resourceKey, id }}>{labelOf(id)}</ReferenceLink>
          ) : (
            labelOf(id)
          )}
        </span>
      ))}
    </span>
  )
}

/** Returns the record to which the field refers, or whose label it shows. */
const referenceOf = (
  field: Field,
  row: Row,
  shape: ValueProps['shape'],
): { resourceKey: string; id: Id } | undefined => {
  const key =
    field.reference && !field.multiple
      ? field
      : shape.fields.find(({ reference }) => reference?.labelField === field.name)
  const id = key && row[key.name]
  if (!key?.reference || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  const { resourceKey } = key.reference
  return resourceOf(resourceKey) && { resourceKey, id }
}

const numericClass = (field: Field): string | undefined =>
  isNumeric(field) ? 'numeric' : undefined

/**
 * Hidden columns are not shown, such as the position of an owned row, nor is a reference whose
 * label is a field beside it: the label leads to the record.
 */
const ListOfObjects = ({ fields, rows }: { fields: readonly Field[]; rows: readonly Row[] }) => {
  const isBeside = ({ reference }: Field) =>
    fields.some(({ name }) => name === reference?.labelField)
  const columns = fields.filter((field) => !field.hidden && !field.tableHidden && !isBeside(field))
  return (
    <table class="table nested">
      <thead>
        <tr>
          {columns.map((field) => (
            <th key={field.name} scope="col" class={numericClass(field)}>
              {field.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map((field) => (
              <td key={field.name} class={numericClass(field)}>
                <Value field={field} row={row} shape={{ fields }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
