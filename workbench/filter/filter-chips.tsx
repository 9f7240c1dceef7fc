/** Chips with the active criteria of a filter in words. Each can be removed. */

import { isBlank } from '../fields/blank.js'
import { optionLabel, useCriteriaLabels } from '../service/option-labels.js'
import type { Filter } from '../service/records.js'
import type { Field, Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Button, IconButton } from '../ui/button.js'
import { subjectOf } from './criteria.js'
import { describeMember } from './describe-filter.js'
import { criteriaWithin } from './parts.js'
import { withoutCriteria } from './refused-criteria.js'
import { useColumns } from './use-columns.js'

export interface FilterChipsProps {
  readonly shape: Shape
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

export const FilterChips = ({ shape, filter, onChange }: FilterChipsProps) => {
  const columns = useColumns(shape)
  useCriteriaLabels(
    Object.entries(filter).flatMap(([name, value]) => criteriaWithin(name, value, shape.fields)),
  )
  const words = {
    labelOf: optionLabel,
    subjectOf: (field: Field) => subjectOf(field, columns),
  }
  const active = Object.keys(filter).filter((name) => !isBlank(filter[name]))
  if (active.length === 0) return null
  return (
    <ul class="filter-chips" aria-label={t('Active filters')}>
      {active.map((name) => (
        <li key={name}>
          <Chip
            text={describeMember(name, filter[name], shape.fields, words)}
            onRemove={() => onChange(withoutCriteria(filter, [name]))}
          />
        </li>
      ))}
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

const Chip = ({ text, onRemove }: { text: string; onRemove: () => void }) => (
  <span class="chip" title={text}>
    <span class="cut" dir="auto">
      {text}
    </span>
    <IconButton icon="close" label={t('Remove {label}', { label: text })} onClick={onRemove} />
  </span>
)
