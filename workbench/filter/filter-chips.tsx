/** Chips with the active criteria of a filter in words. Each can be removed. */

import { isBlank } from '../fields/blank.js'
import { optionLabel, useOptionLabels } from '../service/option-labels.js'
import type { Filter } from '../service/records.js'
import type { Field, Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Button, IconButton } from '../ui/button.js'
import { subjectOf } from './criteria.js'
import { describeCriterion } from './describe.js'
import { useColumns } from './use-columns.js'

export interface FilterChipsProps {
  readonly shape: Shape
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

export const FilterChips = ({ shape, filter, onChange }: FilterChipsProps) => {
  const columns = useColumns(shape)
  const active = Object.keys(filter).filter((name) => !isBlank(filter[name]))
  if (active.length === 0) return null
  const without = (removed: string) =>
    onChange(Object.fromEntries(Object.entries(filter).filter(([name]) => name !== removed)))
  return (
    <ul class="filter-chips" aria-label={t('Active filters')}>
      {active.map((name) => {
        const field = shape.byName.get(name)
        return (
          <li key={name}>
            {field ? (
              <CriterionChip
                field={field}
                value={filter[name]}
                subject={subjectOf(field, columns)}
                onRemove={() => without(name)}
              />
            ) : (
              <Chip
                text={`${name}: ${JSON.stringify(filter[name])}`}
                onRemove={() => without(name)}
              />
            )}
          </li>
        )
      })}
      {active.length > 1 && (
        <li>
          <Button kind="quiet" class="small" onClick={() => onChange({})}>
            {t('Clear all')}
          </Button>
        </li>
      )}
    </ul>
  )
}

const CriterionChip = ({
  field,
  value,
  subject,
  onRemove,
}: {
  field: Field
  value: unknown
  subject: string | undefined
  onRemove: () => void
}) => {
  useOptionLabels(field, value)
  const text = describeCriterion(field, value, (each) => optionLabel(field, each), subject)
  return <Chip text={text} onRemove={onRemove} />
}

const Chip = ({ text, onRemove }: { text: string; onRemove: () => void }) => (
  <span class="chip" title={text}>
    <span class="cut" dir="auto">
      {text}
    </span>
    <IconButton icon="close" label={t('Remove {label}', { label: text })} onClick={onRemove} />
  </span>
)
