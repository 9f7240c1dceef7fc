/** The search box above a table, which sets a criterion of the filter. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Filter } from '../../service/records.js'
import type { Field, Shape } from '../../service/shape.js'
import { t } from '../../texts/translate.js'

/**
 * Returns the search field of the filter, otherwise the one that searches in the label; undefined
 * without both.
 */
export const searchField = (
  filterShape: Shape | undefined,
  labelField: string | null,
): Field | undefined => {
  const candidates = filterShape?.fields.filter(({ filterOperation }) => filterOperation === 'LIKE')
  return (
    candidates?.find(({ searchFields }) => searchFields !== undefined) ??
    candidates?.find(
      ({ name, filterTarget }) => (filterTarget ?? name) === labelField && labelField !== null,
    )
  )
}

/** Names what is searched: the label of the field, or those of all fields that are searched. */
const searchText = ({ label, searchFields = [] }: Field, columns: Shape | undefined): string => {
  const labels = searchFields.flatMap((name) => columns?.byName.get(name)?.label ?? [])
  return t('Search in {label}', { label: labels.length > 0 ? labels.join(', ') : label })
}

interface QuickSearchProps {
  readonly field: Field
  /** The response shape, for the labels of the fields that are searched. */
  readonly columns: Shape | undefined
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

const pauseMs = 250

export const QuickSearch = ({ field, columns, filter, onChange }: QuickSearchProps) => {
  const active = filter[field.name]
  const applied = typeof active === 'string' ? active : ''
  const [text, setText] = useState(applied)
  const label = searchText(field, columns)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // While a search waits, other criteria may change.
  const latest = useRef({ filter, onChange })
  latest.current = { filter, onChange }
  // Before the next event: what is typed after the search was applied stays.
  useLayoutEffect(() => {
    clearTimeout(timer.current)
    setText(applied)
  }, [applied])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (value: string) => {
    clearTimeout(timer.current)
    const { filter: current, onChange: change } = latest.current
    if (value !== (current[field.name] ?? '')) change({ ...current, [field.name]: value })
  }
  return (
    <input
      class="input quick-search"
      type="search"
      aria-label={label}
      placeholder={label}
      title={label}
      maxLength={field.maxLength}
      value={text}
      onInput={({ currentTarget: { value } }) => {
        setText(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(value), pauseMs)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text)
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault()
          setText('')
          apply('')
        }
      }}
    />
  )
}
