/** Columns whose values may be sent as null have null in their static types, and no others have. */
import {
  arrayOf,
  type CreateType,
  date,
  decimal,
  defineEntity,
  defineSchema,
  float,
  GREATER_THAN,
  type IntentType,
  instant,
  integer,
  json,
  type ResponseType,
  type UpdateType,
} from 'corollary'
import { expectTypeOf, test } from 'vitest'

const rates = defineEntity('rates', {
  id: integer({ primaryKey: true, generated: true }),
  validTo: instant({ specialValues: true }),
  factor: decimal({ specialValues: true, precision: 8, scale: 2 }),
  shares: arrayOf(float({ specialValues: true })),
  since: date(),
  ended: date({ nullable: true, specialValues: true }),
  body: json(),
})
const fields = { validTo: '.', factor: '.', shares: '.', since: '.', ended: '.' } as const
const api = defineSchema({ rates }).resource('rates', {
  key: 'tests.rates',
  response: { id: '.', ...fields, body: '.' },
  create: fields,
  update: fields,
  intents: { end: { title: 'End', fields: { validTo: '.', since: '.' } } },
  filter: { validTo: GREATER_THAN() },
  defaultSort: ['id'],
})

test('responses and updates may have null for such a column, creates may not', () => {
  expectTypeOf<ResponseType<typeof api>>().toEqualTypeOf<{
    readonly id: number
    readonly validTo: string | null
    readonly factor: number | null
    readonly shares: readonly (number | null)[]
    readonly since: string
    readonly ended: string | null
    readonly body: unknown
  }>()
  expectTypeOf<UpdateType<typeof api>>().toEqualTypeOf<{
    readonly validTo: string | null
    readonly factor: number | string | null
    readonly shares: readonly number[]
    readonly since: string
    readonly ended?: string | null
  }>()
  expectTypeOf<CreateType<typeof api>>().toEqualTypeOf<{
    readonly validTo: string
    readonly factor: number | string
    readonly shares: readonly number[]
    readonly since: string
    readonly ended?: string | null
  }>()
  expectTypeOf<IntentType<typeof api, 'end'>>().toEqualTypeOf<{
    readonly validTo?: string | null
    readonly since?: string
  }>()
})
