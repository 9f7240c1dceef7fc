/** A search in the labels of the records, which sets the criterion of the filter on the label. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Filter } from '../../service/records.js'
import type { Field, Shape } from '../../service/shape.js'
import { t } from '../../texts/translate.js'

/** Returns the filter field that searches in the label; undefined without one. */
export const searchField = (
  filterShape: Shape | undefined,
  labelField: string | null,
): Field | undefined => {
  const candidates = filterShape?.fields.filter(({ filterOperation }) => filterOperation === 'LIKE')
  return candidates?.find(
    ({ name, filterTarget }) => (filterTarget ?? name) === labelField && labelField !== null,
  )
}

interface QuickSearchProps {
  readonly field: Field
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

const pauseMs = 250

export const QuickSearch = ({ field, filter, onChange }: QuickSearchProps) => {
  const active = filter[field.name]
  const applied = typeof active === 'string' ? active : ''
  const [text, setText] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(applied), [applied])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (value: string) => {
    clearTimeout(timer.current)
    if (value !== applied) onChange({ ...filter, [field.name]: value })
  }
  return (
    <input
      class="input quick-search"
      type="search"
      aria-label={t('Search in {label}', { label: field.label })}
      placeholder={t('Search in {label}', { label: field.label })}
      maxLength={field.maxLength}
      value={text}
      onInput={({ currentTarget: { value } }) => {
        setText(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(value), pauseMs)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text)
      }}
    />
  )
}
