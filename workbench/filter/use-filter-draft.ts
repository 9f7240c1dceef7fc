/**
 * A filter while the user edits it. It is applied after a pause, without criteria that cannot be
 * sent.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { changeValue } from '../controls/dependency.js'
import type { Values } from '../controls/input-props.js'
import { isSame } from '../controls/unreadable.js'
import { withoutBlank } from '../fields/blank.js'
import type { Filter } from '../service/records.js'
import type { Field, Shape } from '../service/shape.js'
import { faultsOf } from './parts.js'

const pauseMs = 450

/** Criteria while the user edits them: those of the filter, or of a part of it. */
export interface CriteriaDraft {
  readonly values: Values
  readonly errors: Readonly<Record<string, string>>
  readonly change: (name: string, value: unknown) => void
  readonly clear: (names: readonly string[]) => void
}

export interface FilterDraft extends CriteriaDraft {
  /** Applies the filter at once. */
  readonly apply: () => void
  /** Counts the changes from outside, such as the back button. */
  readonly generation: number
}

export const useFilterDraft = (
  shape: Shape,
  filter: Filter,
  onChange: (filter: Filter) => void,
): FilterDraft => {
  const [values, setValues] = useState<Values>(filter)
  const [generation, setGeneration] = useState(0)
  const applied = useRef<Filter>(filter)
  const latest = useRef<Values>(values)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    if (isSame(withoutBlank(filter), withoutBlank(applied.current))) return
    applied.current = filter
    latest.current = filter
    clearTimeout(timer.current)
    setValues(filter)
    setGeneration((count) => count + 1)
  }, [filter])
  const errors = faultsOf(shape.fields, values)
  const apply = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const next = sendable(shape, latest.current, applied.current)
    if (isSame(withoutBlank(next), withoutBlank(applied.current))) return
    applied.current = next
    onChange(next)
  }
  const set = (next: Values) => {
    latest.current = next
    setValues(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => applyNow.current(), pauseMs)
  }
  const applyNow = useRef(apply)
  applyNow.current = apply
  // Criteria that were entered before the panel closes are applied, unless another page is open.
  useEffect(() => {
    const { pathname } = location
    return () => {
      if (timer.current !== undefined && location.pathname === pathname) applyNow.current()
      clearTimeout(timer.current)
    }
  }, [])
  return {
    values,
    errors,
    generation,
    apply,
    change: (name, value) => set(changeValue(shape.fields, latest.current, name, value)),
    clear: (names) => {
      set(without(latest.current, names))
      apply()
    },
  }
}

/** Returns the draft of a part of the filter, which is edited like the filter itself. */
export const draftOf = (
  fields: readonly Field[],
  values: Values,
  set: (next: Values) => void,
): CriteriaDraft => ({
  values,
  errors: faultsOf(fields, values),
  change: (name, value) => set(changeValue(fields, values, name, value)),
  clear: (names) => set(without(values, names)),
})

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** Returns the filter to send. An invalid criterion keeps its last applied value. */
export const sendable = (shape: Shape, values: Values, applied: Filter): Filter => {
  const faults = faultsOf(shape.fields, values)
  const names = new Set([...Object.keys(values), ...Object.keys(faults)])
  return withoutBlank(
    Object.fromEntries(
      [...names].map((name) => [name, (Object.hasOwn(faults, name) ? applied : values)[name]]),
    ),
  )
}
