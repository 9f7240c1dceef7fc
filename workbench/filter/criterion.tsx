/** A criterion as a control, and the criteria of related rows as controls in a frame. */
import { useState } from 'preact/hooks'
import { Control } from '../controls/control.js'
import { itemFields } from '../controls/list-items.js'
import { isUnreadable } from '../controls/unreadable.js'
import type { CorollaryError } from '../service/connection.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { IconButton } from '../ui/button.js'
import { isActive, operationNote } from './criteria.js'
import { partsOf } from './parts.js'
import { type CriteriaDraft, draftOf } from './use-filter-draft.js'

export interface CriterionProps {
  readonly field: Field
  readonly draft: CriteriaDraft
  /** The fields among which this one is. */
  readonly fields: readonly Field[]
  /** The error with which the service refused the filter. */
  readonly error: CorollaryError | undefined
  /** Place of the criterion's neighbours in the filter, such as `line.`; empty for the filter. */
  readonly place?: string
}

export const Criterion = (props: CriterionProps) =>
  props.field.match ? <RelatedCriteria {...props} /> : <SingleCriterion {...props} />

const SingleCriterion = ({ field, draft, fields, error, place = '' }: CriterionProps) => {
  const [isLeft, setLeft] = useState(false)
  const { name } = field
  const value = draft.values[name]
  const note = operationNote(field)
  const fault = draft.errors[name]
  // An incomplete date is not reported while the user enters it.
  const shown = fault !== undefined && (isLeft || !isUnreadable(value)) ? fault : undefined
  return (
    <div
      class={isActive(value) ? 'criterion active' : 'criterion'}
      onFocusIn={() => setLeft(false)}
      onFocusOut={() => setLeft(true)}
    >
      <Control
        field={field}
        value={value}
        values={draft.values}
        labelOf={(other) => fields.find((each) => each.name === other)?.label ?? other}
        error={shown ?? refusalOf(error, `${place}${name}`)}
        note={note}
        idPrefix={prefixOf(place)}
        onClear={isActive(value) ? () => draft.clear([name]) : undefined}
        onChange={(next) => draft.change(name, next)}
      />
    </div>
  )
}

export const prefixOf = (place: string): string => `filter-${place}`.replace(/\W+$/, '')

/** Criteria that one and the same related row must meet, or none, or each. */
const RelatedCriteria = (props: CriterionProps) => {
  const { field, draft, error, place = '' } = props
  const { name, label } = field
  const [values = {}] = partsOf(draft.values[name])
  const fields = field.items ?? []
  const within = draftOf(fields, values, (next) => draft.change(name, next))
  const refusal = refusalOf(error, `${place}${name}`)
  return (
    <fieldset class="criteria-frame">
      <legend class="field-label">
        <span dir="auto">{label}</span>
        <span class="field-note"> {notes[field.match!]()}</span>
      </legend>
      {isActive(values) && (
        <IconButton
          class="field-clear"
          icon="close"
          label={t('Clear {label}', { label })}
          onClick={() => draft.clear([name])}
        />
      )}
      {itemFields(field).map((item) => (
        <Criterion
          key={item.name}
          {...{ fields, error }}
          field={item}
          draft={within}
          place={`${place}${name}.`}
        />
      ))}
      {refusal !== undefined && <p class="field-error">{refusal}</p>}
    </fieldset>
  )
}

const notes: Readonly<Record<NonNullable<Field['match']>, () => string>> = {
  some: () => t('one that meets all of these'),
  none: () => t('none that meets all of these'),
  every: () => t('each one meets all of these'),
}

/**
 * Returns the message about a criterion. The service names its member `salary` or `filter.salary`,
 * and within parts also a bound: `$or[0].salary[1]`.
 */
const refusalOf = (error: CorollaryError | undefined, place: string): string | undefined =>
  error?.errors.find(({ target }) => {
    const named = target?.replace(/^filters?\./, '')
    return target === place || named === place || named?.replace(/\[\d+\]$/, '') === place
  })?.message
