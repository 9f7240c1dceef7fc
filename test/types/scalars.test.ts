/** The static types of the scalar column types in the shapes of a resource. */
import {
  BETWEEN,
  type CreateType,
  decimal,
  defineEntity,
  defineSchema,
  duration,
  EQUAL,
  type FilterType,
  float,
  IN,
  integer,
  localDateTime,
  ON_DATE,
  type ResponseType,
  time,
} from 'corollary'
import { expectTypeOf, test } from 'vitest'

const trips = defineEntity('trips', {
  id: integer({ primaryKey: true, generated: true }),
  distance: float({ minimum: 0 }),
  weight: float({ nullable: true }),
  leavesAt: localDateTime(),
  opensAt: time({ default: '08:00' }),
  lasts: duration({ precision: 0 }),
  toll: decimal({ nullable: true }),
})
const fields = { distance: '.', weight: '.', leavesAt: '.', opensAt: '.', lasts: '.' } as const
const api = defineSchema({ trips }).resource('trips', {
  key: 'tests.trips',
  response: { id: '.', ...fields, toll: '.' },
  create: fields,
  filter: {
    distance: BETWEEN(),
    leavesOn: ON_DATE('leavesAt'),
    opensAt: EQUAL(),
    lasts: IN(),
  },
  defaultSort: ['leavesAt'],
})

test('numbers are numbers; times, durations and decimals without precision are texts', () => {
  expectTypeOf<ResponseType<typeof api>>().toEqualTypeOf<{
    readonly id: number
    readonly distance: number
    readonly weight: number | null
    readonly leavesAt: string
    readonly opensAt: string
    readonly lasts: string
    readonly toll: string | null
  }>()
})

test('a create may leave out what is nullable or has a default', () => {
  expectTypeOf<CreateType<typeof api>>().toEqualTypeOf<{
    readonly distance: number
    readonly leavesAt: string
    readonly lasts: string
    readonly weight?: number | null
    readonly opensAt?: string | null
  }>()
})

test('filters take values of the column type', () => {
  type Filter = FilterType<typeof api>
  expectTypeOf<{ readonly lasts: readonly string[] }>().toExtend<Filter>()
  expectTypeOf<{ readonly distance: readonly [number, null] }>().toExtend<Filter>()
  expectTypeOf<{ readonly distance: readonly [string] }>().not.toExtend<Filter>()
  expectTypeOf<{ readonly opensAt: number }>().not.toExtend<Filter>()
})
