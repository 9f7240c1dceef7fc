/** Fields of schemas as the pages of the admin describe them. */
import type { Field, FieldOption, ResourceEntry } from 'corollary/client'
import { rangeLabel } from '../../../shared/src/generate/labels.js'
import { Constant, literal } from '../../../shared/src/generate/literal.js'
import { variableName } from '../../../shared/src/generate/names.js'

export type Description = Readonly<Record<string, unknown>>

/** Describes the fields of one file, and collects the lists of options that they share. */
export class FieldDescriptions {
  readonly #entries: readonly ResourceEntry[]
  /** Names of the constants by their text. */
  readonly #options = new Map<string, string>()

  /** Names of fields that have no input in this admin. */
  readonly omitted = new Set<string>()

  constructor(entries: readonly ResourceEntry[]) {
    this.#entries = entries
  }

  get constants(): readonly string[] {
    return [...this.#options].map(([text, name]) => `const ${name}: Option[] = ${text}`)
  }

  /** Columns of a list, or fields of a page. Labels of references stand for the reference. */
  columns(fields: readonly Field[], isSortable = true): readonly Description[] {
    const references = fields.filter(({ reference }) => reference?.labelField)
    const replaced = new Set(references.map(({ name }) => name))
    const labels = new Set(references.map(({ reference }) => reference?.labelField))
    const isShown = ({ name, hidden, formHidden }: Field): boolean =>
      !hidden && !replaced.has(name) && (!formHidden || labels.has(name))
    return fields.filter(isShown).map((field) => ({
      ...this.#facts(field),
      sortable: isSortable && field.sortable === false && !field.items ? false : undefined,
      items: field.items && this.columns(field.items, false),
    }))
  }

  /** Operations without an operator of Refine take their operand as it is. */
  filters(fields: readonly Field[], targets: readonly Field[]): readonly Description[] {
    return this.#withInput(fields).map((field) => ({
      ...this.#facts(field),
      label: rangeLabel(field, targets),
      operator: operators[field.filterOperation ?? ''] ?? 'eq',
      source: this.#sourceOf(field),
    }))
  }

  inputs(fields: readonly Field[]): readonly Description[] {
    return this.#withInput(fields).map((field) => {
      const { required, multiple, helpText, maxLength, defaultValue, controlType, items } = field
      const source = this.#sourceOf(field)
      return {
        ...this.#facts(field),
        ...(source === undefined ? {} : { source, type: undefined }),
        required: required || undefined,
        multiple: multiple || undefined,
        multiline: controlType === 'textarea' || undefined,
        help: helpText,
        maxLength,
        // The service fills in a default that no input can show.
        defaultValue: typeof defaultValue === 'object' ? undefined : defaultValue,
        items: items && this.inputs(items),
      }
    })
  }

  #withInput(fields: readonly Field[]): readonly Field[] {
    const changeable = fields.filter(
      ({ hidden, formHidden, readOnly, computed }) =>
        !(hidden || formHidden || readOnly || computed),
    )
    for (const { name, controlType } of changeable) {
      if (withoutInput.has(controlType)) this.omitted.add(name)
    }
    return changeable.filter(({ controlType }) => !withoutInput.has(controlType))
  }

  /** Members of all descriptions. */
  #facts(field: Field): Description {
    const { name, label, currency, options } = field
    const constant = options && this.#constantOf(field.filterTarget ?? name, options)
    return { name, label, type: typeOf(field), currency, options: constant }
  }

  #constantOf(name: string, options: readonly FieldOption[]): Constant {
    const text = literal(options.map(({ value, label }) => ({ value, label })))
    const names = [...this.#options.values()]
    const base = `${variableName(name)}Options`
    let free = base
    for (let count = 2; names.includes(free); count++) free = `${base}${count}`
    const constant = this.#options.get(text) ?? free
    this.#options.set(text, constant)
    return new Constant(constant)
  }

  /** `/api/sales/orders/option-sources/customers/options/filter`, by the key of the resource. */
  #sourceOf({ endpoint, options }: Field): string | undefined {
    const suffix = '/options/filter'
    if (options || !endpoint?.endsWith(suffix)) return undefined
    const path = endpoint.slice(0, -suffix.length)
    const entry = this.#entries.find(({ resourcePath }) =>
      `${path}/`.startsWith(`${resourcePath}/`),
    )
    return entry && `${entry.resourceKey}${path.slice(entry.resourcePath.length)}`
  }
}

/** Undefined for a text. */
const typeOf = ({ format, currency, schema, controlType, type }: Field): string | undefined => {
  const types = [schema['type'], (schema['items'] as Description | undefined)?.['type']].flat()
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'instant'
  if (currency !== undefined) return 'money'
  if (types.includes('boolean')) return 'boolean'
  if (type === 'number' && (types.includes('number') || types.includes('integer'))) return 'number'
  return controlType === 'json' ? 'json' : undefined
}

const operators: Readonly<Record<string, string>> = {
  ...{ EQUAL: 'eq', NOT_EQUAL: 'ne', LIKE: 'contains', STARTS_WITH: 'startswith' },
  ...{ ENDS_WITH: 'endswith', IN: 'in', BETWEEN: 'between', GREATER_THAN: 'gt' },
  ...{ GREATER_OR_EQUAL: 'gte', LESS_THAN: 'lt', LESS_OR_EQUAL: 'lte' },
}

/** Groups, whose criteria are about related rows, and files need inputs of their own. */
const withoutInput: ReadonlySet<string> = new Set(['group', 'expression', 'upload'])
