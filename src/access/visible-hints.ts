/** Hints without the rules that name a field the caller does not see. */
import type { FieldHints } from '../contract/hints.js'

interface Hinted {
  readonly hints?: FieldHints
}

const rules = [
  'conditionalDisplay',
  'conditionalRequired',
  'valuePresentation',
  'dependentField',
] as const satisfies readonly (keyof FieldHints)[]

/** `{ var: 'salary' }` and `{ var: 'salary.amount' }` name the field `salary`. */
const isNamed = (rule: unknown, hidden: ReadonlySet<string>): boolean => {
  if (typeof rule === 'string') return hidden.has(rule.split('.')[0]!)
  if (typeof rule !== 'object' || rule === null) return false
  return Object.values(rule).some((member) => isNamed(member, hidden))
}

const visibleHints = (hints: FieldHints, hidden: ReadonlySet<string>): FieldHints => {
  const lost = new Set<string>(rules.filter((name) => isNamed(hints[name], hidden)))
  if (lost.has('dependentField')) lost.add('resetOnDependentChange')
  return Object.fromEntries(Object.entries(hints).filter(([name]) => !lost.has(name)))
}

/** The fields of a shape, each with the hints that the caller may read. */
export const withVisibleHints = <F extends Hinted>(
  fields: ReadonlyMap<string, F>,
  hidden: ReadonlySet<string>,
): ReadonlyMap<string, F> =>
  new Map(
    [...fields].map(([name, field]) => [
      name,
      field.hints ? { ...field, hints: visibleHints(field.hints, hidden) } : field,
    ]),
  )
