/** The forms of the samples, with valid values, from what is published: without a database. */
import { type Client, createClient, type Field, type Resources, untyped } from 'corollary/client'
import people from '../../../../examples/people/app.js'
import sales from '../../../../examples/sales/app.js'
import { discoveryOf, modelOf, publishedSchema } from '../../../../test/discovery/published.js'
import { isNightly } from '../../../../test/support/effort.js'
import { type FormOf, initialValues, readForm, type Values } from '../src/form.js'

export interface PublishedForm {
  readonly key: string
  readonly of: FormOf
  readonly client: Client<Resources>
  /** Fields of the request, as the client reads them. */
  readonly fields: readonly Field[]
  /** Values that the service accepts. */
  readonly values: Values
}

const samples = { people: people.resources, sales: sales.resources }

/** The nightly run takes every form, the usual one those with the most kinds of fields. */
const usual: readonly unknown[] = [
  ...['human-resources.employees "create"', 'sales.orders "create"', 'sales.orders "update"'],
  ...['sales.orders {"intent":"terms"}', 'sales.orders {"action":"ship","on":"record"}'],
]

export const publishedForms = async (): Promise<readonly PublishedForm[]> =>
  (await Promise.all(Object.values(samples).map(formsOf))).flat()

const formsOf = async (
  resources: (typeof samples)['people'],
): Promise<readonly PublishedForm[]> => {
  const model = modelOf(resources)
  const discovery = discoveryOf(model)
  const fetch = async (url: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(url)
    if (pathname !== '/schemas/filtered') throw new Error(`Nothing is published at ${pathname}.`)
    const request = Object.fromEntries(searchParams) as never
    const defaults = { idField: undefined, readOnly: undefined, includeInternalSchemas: false }
    return Response.json(
      await publishedSchema(discovery, { ...defaults, ...(request as object) } as never),
    )
  }
  const client = createClient<Resources>({ baseUrl: 'http://published', fetch } as never)
  const places = model.resources.flatMap(({ key, create, update, intents, actions }) => [
    ...(create ? [{ key, of: 'create' as const }] : []),
    ...(update ? [{ key, of: 'update' as const }] : []),
    ...[...intents.keys()].map((intent) => ({ key, of: { intent } })),
    ...[...actions.values()].map(({ id, kind }) => ({
      key,
      of: { action: id, on: kind === 'ITEM' ? ('record' as const) : ('collection' as const) },
    })),
  ])
  const isChosen = ({ key, of }: (typeof places)[number]): boolean =>
    isNightly || usual.includes(`${key} ${JSON.stringify(of)}`)
  return Promise.all(
    places.filter(isChosen).map(async ({ key, of }) => {
      const form = await readForm(untyped(client), key, of)
      const example = exampleOf(form.fields)
      return { key, of, client, fields: form.fields, values: initialValues(form, example) }
    }),
  )
}

const exampleOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [field.name, exampleValue(field)]))

const exampleValue = (field: Field): unknown => {
  const { options, multiple, items, schema, minLength = 1, min, type } = field
  const value = (each: unknown): unknown => (multiple ? [each] : each)
  if (items) return field.controlType === 'array' ? [exampleOf(items)] : exampleOf(items)
  if (options) return value(options[0]!.value)
  const types = [schema['type'], (schema['items'] as { type?: unknown } | undefined)?.type].flat()
  if (types.includes('integer') || types.includes('number')) return value(Math.max(min ?? 1, 1))
  if (type === 'boolean') return true
  const format = formats[String(schema['format'])]
  return format ?? (types.includes('array') ? ['a'] : 'a'.repeat(minLength))
}

const formats: Readonly<Record<string, string>> = {
  ...{ date: '2026-06-30', 'date-time': '2026-06-30T10:00:00Z', time: '10:00:00' },
  ...{ email: 'ada@example.com', uri: 'https://example.com' },
}
