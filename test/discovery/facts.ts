/**
 * Derives the facts of a JSON Schema about each field independently of the service, and compares
 * them with `x-ui`.
 */
import { expect } from 'vitest'
import type { Json } from '../http/use-people.js'

const keywords: Readonly<Record<string, string>> = {
  minimum: 'min',
  maximum: 'max',
  minLength: 'minLength',
  maxLength: 'maxLength',
  pattern: 'pattern',
  format: 'format',
  minItems: 'minItems',
  maxItems: 'maxItems',
  default: 'defaultValue',
}

const messagesFor: Readonly<Record<string, string>> = {
  min: 'rangeMessage',
  max: 'rangeMessage',
  minLength: 'minLengthMessage',
  maxLength: 'maxLengthMessage',
  pattern: 'patternMessage',
}

const uiTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['text', 'date'],
  number: ['number'],
  integer: ['number'],
  boolean: ['boolean'],
  array: ['array'],
  object: ['object'],
}

const isNull = (schema: Json): boolean => schema.type === 'null'

/** The schema of a value that is not null: references resolved, null and `x-ui` left out. */
const plain = (schema: Json, root: Json): Json => {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)
    return plain(root.components.schemas[name], root)
  }
  const alternatives = schema.anyOf?.filter((alternative: Json) => !isNull(alternative))
  if (alternatives?.length === 1) return plain(alternatives[0], root)
  return {
    ...schema,
    type: [schema.type ?? []].flat().filter((type: string) => type !== 'null'),
    ...(schema.enum ? { enum: schema.enum.filter((value: unknown) => value !== null) } : {}),
  }
}

export interface Field {
  readonly at: string
  readonly schema: Json
  /** Undefined: the shape requires nothing. */
  readonly required: boolean | undefined
}

/** All properties anywhere in a schema, once each. */
export const fieldsIn = (node: Json, at = ''): readonly Field[] => {
  if (typeof node !== 'object' || node === null) return []
  const { properties = {}, required, items, anyOf = [], additionalProperties, components } = node
  const inner = [items, additionalProperties, ...anyOf]
  return [
    ...Object.entries<Json>(properties).flatMap(([name, schema]) => [
      { at: `${at}/${name}`, schema, required: required?.includes(name) },
      ...fieldsIn(schema, `${at}/${name}`),
    ]),
    ...inner.flatMap((alternative) => fieldsIn(alternative, `${at}/*`)),
    ...Object.entries<Json>(components?.schemas ?? {}).flatMap(([name, schema]) =>
      fieldsIn({ required: requiredByReference(properties, name), ...schema }, `${at}/*`),
    ),
  ]
}

/** The keywords beside a reference to a component. */
const requiredByReference = (properties: Json, name: string): unknown =>
  Object.values<Json>(properties).find(({ $ref }) => $ref?.endsWith(`/${name}`))?.required

/** Compares a field with its `x-ui`; returns the number of compared facts. */
export const compareFacts = (
  { at, schema, required }: Field,
  root: Json,
  { isRequest, written, what }: { isRequest: boolean; written?: Field; what: string },
): number => {
  const ui = schema['x-ui']
  const place = `${what} ${at}`
  const said = plain(written?.schema ?? schema, root)
  const items = said.items && plain(said.items, root)
  const isRange = /BETWEEN|RANGE/.test(ui.filterOperation)
  const compared: [string, unknown, unknown][] = []
  const hold = (name: string, is: unknown, should: unknown) => compared.push([name, is, should])
  for (const [keyword, name] of Object.entries(keywords)) {
    const ofItems = name.endsWith('Items') ? undefined : items?.[keyword]
    // A range is sent as a list; the limits apply to its bounds.
    const ownFact = isRange ? ofItems : (said[keyword] ?? ofItems)
    const isDrawn = !isRange || Math.abs(ownFact) !== Number.MAX_SAFE_INTEGER
    if (ownFact !== undefined && isDrawn) hold(name, ui[name], ownFact)
  }
  const values = said.enum ?? items?.enum
  if (values)
    hold(
      'options',
      ui.options?.map((option: Json) => option.value),
      values,
    )
  if (said.items !== undefined) {
    const areObjects = items.anyOf?.some(
      (alternative: Json) => plain(alternative, root).type[0] === 'object',
    )
    const isStructure = areObjects || ['object', 'array'].includes(items.type[0])
    hold('a list of structures', ui.controlType === 'array', Boolean(isStructure))
    const areListed = items.enum ?? (ui.filterOperation && items.type[0] === 'boolean')
    hold('multiSelect', /multiSelect/i.test(ui.controlType), Boolean(ui.endpoint ?? areListed))
  }
  const isAsked = isRequest || written !== undefined
  const demanded = isRequest ? required : written?.required
  hold('required', ui.required, demanded)
  if (demanded) hold('requiredMessage', typeof ui.requiredMessage, 'string')
  for (const [fact, message] of Object.entries(messagesFor)) {
    if (isAsked && ui[fact] !== undefined) hold(message, typeof ui[message], 'string')
  }
  // Decimals may be sent as text too, and json as any value.
  const isPlain = said.type.length === 1 && !isRange && ui.numericFormat === undefined
  if (isPlain) hold('type', uiTypes[said.type[0]]!.includes(ui.type), true)
  for (const [name, is, should] of compared) expect(is, `${place}: ${name}`).toEqual(should)
  return compared.length
}
