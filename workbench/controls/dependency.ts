/** Fields whose options depend on the values of others. */
import { isBlank } from '../fields/blank.js'
import type { Field } from '../service/shape.js'
import type { Values } from './input-props.js'

export interface Dependency {
  /** Filter of requests for options: the values of the other fields. */
  readonly filter: Values
  /** Name of a field that must have a value first; undefined if every field has one. */
  readonly missing: string | undefined
}

export const dependency = (field: Field, values: Values): Dependency => {
  const { dependentField, optionSource } = field
  const needed = optionSource?.dependsOn ?? []
  const names =
    needed.length === 1 && dependentField !== undefined
      ? [[needed[0]!, dependentField] as const]
      : needed.length > 0
        ? needed.map((name) => [name, name] as const)
        : dependentField !== undefined && field.endpoint !== undefined
          ? [[dependentField, dependentField] as const]
          : []
  const entries = names.map(([name, source]) => [name, values[source], source] as const)
  return {
    filter: Object.fromEntries(
      entries.filter(([, value]) => !isBlank(value)).map(([name, value]) => [name, value]),
    ),
    // Other option sources list everything while the other field has no value.
    missing: optionSource?.requireDependencies
      ? entries.find(([, value]) => isBlank(value))?.[2]
      : undefined,
  }
}

/** Sets a value, and clears the fields that depend on it. */
export const changeValue = (
  fields: readonly Field[],
  values: Values,
  name: string,
  value: unknown,
): Values => {
  const next: Record<string, unknown> = { ...values, [name]: value }
  const changed = [name]
  const seen = new Set(changed)
  for (let source = changed.shift(); source !== undefined; source = changed.shift()) {
    for (const field of fields) {
      const isDependent = field.dependentField === source && field.resetOnDependentChange === true
      if (!isDependent || seen.has(field.name)) continue
      seen.add(field.name)
      if (isBlank(next[field.name])) continue
      next[field.name] = field.multiple ? [] : null
      changed.push(field.name)
    }
  }
  return next
}
