/** Reads a schema of `/schemas/filtered` into fields with their `x-ui`, in order. */

export type JsonSchema = Readonly<Record<string, unknown>>

export interface SchemaDocument {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> }
  readonly 'x-ui': {
    readonly language: string
    readonly resource: {
      readonly resourceKey: string
      readonly idField: string
      readonly readOnly: boolean
      readonly capabilities: Readonly<Record<string, boolean>>
    }
    readonly rules?: readonly ShapeRule[]
    readonly operationExamples?: Readonly<
      Record<string, Readonly<Record<string, { summary?: string; value: unknown }>>>
    >
  }
}

/** A condition over several fields of a request. */
export interface ShapeRule {
  readonly message: string
  /** Names of the fields, those to correct first. */
  readonly targets: readonly string[]
  /** JSON Logic that is true for values that break the rule. */
  readonly brokenIf: unknown
  /** Values that the record has already may break the rule. */
  readonly onlyChanges?: boolean
}

export interface FieldOption {
  readonly value: string | number | boolean
  readonly label: string
}

export interface OptionSourceInfo {
  readonly key: string
  readonly type: string
  readonly filterEndpoint: string
  readonly byIdsEndpoint: string
  readonly dependsOn: readonly string[]
  readonly requireDependencies: boolean
  readonly search: { readonly enabled: boolean; readonly minLength: number }
  readonly pageSize: number
}

/** The records that a field refers to. */
export interface Reference {
  readonly resourceKey: string
  readonly resourcePath: string
  /** Field of the same shape that shows the label of the record. */
  readonly labelField: string | null
}

/** The `x-ui` of a field. Controls read nothing else. */
export interface FieldUi {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'array' | (string & {})
  readonly controlType: string
  readonly order: number
  readonly group?: string
  readonly description?: string
  readonly placeholder?: string
  readonly helpText?: string
  readonly required?: boolean
  readonly defaultValue?: unknown
  readonly readOnly?: boolean
  /** The service computes the value, and no request has it. */
  readonly computed?: boolean
  readonly hidden?: boolean
  readonly formHidden?: boolean
  readonly tableHidden?: boolean
  readonly sortable?: boolean
  readonly filterable?: boolean
  readonly width?: number | string
  readonly mask?: string
  readonly numericFormat?: string
  readonly numericStep?: number
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  /** Accepted types of a file, in the form of the attribute of `<input>`. */
  readonly accept?: string
  readonly maxBytes?: number
  readonly format?: string
  readonly currency?: string
  readonly requiredMessage?: string
  readonly minLengthMessage?: string
  readonly maxLengthMessage?: string
  readonly rangeMessage?: string
  readonly patternMessage?: string
  readonly options?: readonly FieldOption[]
  readonly multiple?: boolean
  /** The items of a list keep their order. */
  readonly ordered?: boolean
  readonly endpoint?: string
  readonly valueField?: string
  readonly displayField?: string
  readonly optionSource?: OptionSourceInfo
  readonly mode?: string
  /** The fields that a form shows of an object, or of the items of a list. */
  readonly items?: readonly FieldUi[]
  readonly dependentField?: string
  readonly resetOnDependentChange?: boolean
  /** A rule of JSON Logic over the values of the form. */
  readonly conditionalDisplay?: unknown
  readonly conditionalRequired?: unknown
  readonly valuePresentation?: unknown
  readonly filterOperation?: string
  /** The response field whose values a filter field restricts. */
  readonly filterTarget?: string
  /** The response fields that show what a search field searches. */
  readonly searchFields?: readonly string[]
  /** Which of the related rows must meet the criteria of a group. */
  readonly match?: 'some' | 'none' | 'every'
  readonly reference?: Reference
  readonly deprecated?: unknown
}

export interface Field extends FieldUi {
  readonly schema: JsonSchema
  readonly nullable: boolean
  /** Fields of an object or of the items of a list of objects, or the criteria of a group. */
  readonly items?: readonly Field[]
}

export interface Shape {
  /** The fields, sorted by `order`. */
  readonly fields: readonly Field[]
  readonly byName: ReadonlyMap<string, Field>
  readonly document: SchemaDocument
}

export const readShape = (document: SchemaDocument): Shape => {
  const fields = readFields(document, document)
  return { fields, byName: new Map(fields.map((field) => [field.name, field])), document }
}

const readFields = (
  schema: { readonly properties?: Readonly<Record<string, JsonSchema>> },
  document: SchemaDocument,
): readonly Field[] =>
  Object.entries(schema.properties ?? {})
    .map(([name, property]) => readField(name, property, document))
    .sort((a, b) => a.order - b.order)

const readField = (name: string, schema: JsonSchema, document: SchemaDocument): Field => {
  const { items: listed, ...ui } = (schema['x-ui'] ?? unseen(name)) as FieldUi
  const items = resolve(itemSchema(schema, ui), document)
  // The endpoint is absent if the source requires other fields, which the page sends.
  const endpoint = ui.endpoint ?? ui.optionSource?.filterEndpoint
  return {
    ...ui,
    ...(endpoint === undefined ? {} : { endpoint }),
    name,
    schema,
    nullable: isNullable(schema),
    ...(items ? { items: readItems(items, document, listed) } : {}),
  }
}

/** Returns the schema of an item of a list of objects, or of the object of a group. */
const itemSchema = (schema: JsonSchema, { controlType }: FieldUi) => {
  if (controlType === 'array') return schema['items'] as JsonSchema
  if (controlType !== 'group') return undefined
  const { anyOf = [schema] } = schema as { anyOf?: readonly JsonSchema[] }
  return anyOf.find(({ type }) => type !== 'null')
}

/**
 * The fields of an item. Those that `x-ui` does not list have no place in a form, such as the id of
 * a stored item; computed ones are shown.
 */
const readItems = (
  schema: JsonSchema,
  document: SchemaDocument,
  listed: readonly FieldUi[] | undefined,
): readonly Field[] =>
  readFields(schema, document).map((field) =>
    !listed || field.computed || listed.some(({ name }) => name === field.name)
      ? field
      : { ...field, formHidden: true },
  )

/** A member that forms send and do not show, such as the id of an item. */
const unseen = (name: string): FieldUi => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 0, hidden: true },
})

const resolve = (schema: JsonSchema | undefined, document: SchemaDocument) => {
  const reference = schema?.['$ref']
  if (typeof reference !== 'string') return schema
  return document.components?.schemas?.[reference.slice('#/components/schemas/'.length)]
}

/**
 * Returns true if null is valid. A schema without a type, such as that of a JSON column, accepts
 * null.
 */
const isNullable = ({ type, anyOf, $ref: reference }: JsonSchema): boolean => {
  if (type !== undefined) return Array.isArray(type) && type.includes('null')
  if (Array.isArray(anyOf)) return anyOf.some((choice) => choice.type === 'null')
  return reference === undefined
}

/** Returns the JSON types of the items of a list. */
export const itemTypes = ({ schema }: Field): readonly unknown[] =>
  [((schema['items'] ?? {}) as JsonSchema)['type'] ?? []].flat()
