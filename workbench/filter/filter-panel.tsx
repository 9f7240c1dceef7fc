/** The criteria of a filter shape as controls. Changes apply after a short pause, or on Enter. */
import { useId, useMemo, useState } from 'preact/hooks'
import type { CorollaryError } from '../service/connection.js'
import type { Filter } from '../service/records.js'
import type { Field, Shape } from '../service/shape.js'
import { t, tn } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Empty } from '../ui/notices.js'
import {
  activeFirst,
  type CriteriaGroup,
  groupCriteria,
  isActive,
  searchCriteria,
  splitGroup,
} from './criteria.js'
import { Criterion } from './criterion.js'
import { Expressions } from './expressions.js'
import { useColumns } from './use-columns.js'
import { type FilterDraft, useFilterDraft } from './use-filter-draft.js'

export interface FilterPanelProps {
  readonly shape: Shape
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  /** The error with which the service refused the filter. */
  readonly error?: CorollaryError | undefined
}

export const FilterPanel = ({ shape, filter, onChange, error }: FilterPanelProps) => {
  const draft = useFilterDraft(shape, filter, onChange)
  const [search, setSearch] = useState('')
  const searchId = useId()
  const columns = useColumns(shape)
  // Groups keep their places while the user changes their criteria.
  const groups = useMemo(
    () => activeFirst(groupCriteria(shape.fields, columns), draft.values),
    [shape, columns, draft.generation],
  )
  const found = searchCriteria(groups, search)
  const active = Object.keys(draft.values).filter((name) => isActive(draft.values[name]))
  return (
    <form
      class="filter-panel"
      noValidate
      aria-label={t('Filter')}
      onSubmit={(event) => {
        event.preventDefault()
        draft.apply()
      }}
    >
      <div class="filter-panel-head">
        <label class="visually-hidden" for={searchId}>
          {t('Find a criterion')}
        </label>
        <input
          class="input"
          id={searchId}
          type="search"
          placeholder={t('Find a criterion')}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button kind="quiet" disabled={active.length === 0} onClick={() => draft.clear(active)}>
          {t('Clear all')}
        </Button>
      </div>
      <div class="filter-groups">
        {found.map((group) => (
          <Group
            key={`${group.key} ${draft.generation}`}
            group={group}
            draft={draft}
            shape={shape}
            error={error}
            isSearched={search.trim() !== ''}
          />
        ))}
        {found.length === 0 && <Empty title={t('No criterion matches.')} />}
        {shape.byName.has('$or') && search.trim() === '' && (
          <Expressions key={draft.generation} {...{ shape, draft, error }} />
        )}
      </div>
    </form>
  )
}

interface GroupProps {
  readonly group: CriteriaGroup
  readonly draft: FilterDraft
  readonly shape: Shape
  readonly error: CorollaryError | undefined
  readonly isSearched: boolean
}

/** The most frequent criterion of a field; the others are shown on demand. */
const Group = (props: GroupProps) => {
  const { group, draft, shape, error, isSearched } = props
  const [first, others] = splitGroup(group)
  const active = others.filter(({ name }) => isActive(draft.values[name])).length
  const [isOpen, setOpen] = useState(active > 0)
  const showsAll = isOpen || isSearched
  const draw = (field: Field) => (
    <Criterion key={field.name} {...{ field, draft, error }} fields={shape.fields} />
  )
  return (
    <div class="filter-group">
      {draw(first)}
      {others.length > 0 && (
        <details
          open={showsAll}
          onToggle={({ currentTarget }) => !isSearched && setOpen(currentTarget.open)}
        >
          <summary>
            <span class="cut">{t('More about {label}', { label: group.label })}</span>
            <span class={active > 0 ? 'count active' : 'count'}>
              {active > 0 ? tn(active, '{count} active', '{count} active') : others.length}
            </span>
          </summary>
          {showsAll && <div class="filter-criteria">{others.map(draw)}</div>}
        </details>
      )}
    </div>
  )
}
