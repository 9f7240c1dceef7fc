/**
 * Random values. Rows and operands use the same small sets, so that equality, bounds and parts of
 * texts match often; the sets include the limits of the column types.
 */
import fc from 'fast-check'
import { levels } from '../support/filter-contract.js'

/** Letters on which `lower()` acts one by one. The lower-case form comes from the database. */
export const alphabet = ['a', 'A', 'b', 'B', '%', '_', '\\', "'", '"', ' ', 'é', 'É', 'Ç', 'ß']
export const emoji = '\u{1F600}'

const letters = fc.constantFrom(...alphabet, emoji)
const shortText = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(''))
const part = fc.array(letters, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''))

/**
 * Days around changes of the clocks in Lisbon and São Paulo, a leap day, the second and the second
 * to last possible day.
 */
export const days = [
  '0001-01-02',
  '2018-11-03',
  '2018-11-04',
  '2018-11-05',
  '2019-02-16',
  '2019-02-17',
  '2024-02-29',
  '2024-03-30',
  '2024-03-31',
  '2024-04-01',
  '2024-10-26',
  '2024-10-27',
  '2024-10-28',
  '9999-12-30',
] as const

/** Local times that every zone of the suite has exactly once. */
export const localTimes = [
  '2018-11-04T01:00',
  '2019-02-16T12:30:15',
  '2024-03-31T00:00:00.000001',
  '2024-03-31T23:59:59.999999',
  '2024-10-27T00:00',
] as const

const instants = [
  '0001-01-01T00:00:00Z',
  '2018-11-04T02:59:59.999999Z',
  '2018-11-04T03:00:00Z',
  '2019-02-17T02:59:59.999999Z',
  '2019-02-17T03:00:00Z',
  '2024-03-30T01:00:00Z',
  '2024-03-30T00:59:59.999999Z',
  '2024-03-31T00:00:00Z',
  '2024-03-31T00:59:59.999999Z',
  '2024-03-31T01:00:00Z',
  '2024-03-31T01:00:00.000001Z',
  '2024-03-31T23:00:00Z',
  '2024-04-01T01:00:00Z',
  '2024-10-26T23:00:00Z',
  '2024-10-27T23:59:59.999999Z',
  '9999-12-31T23:59:59.999999Z',
] as const

const small = fc.constantFrom(-32768, -2, -1, 0, 1, 2, 10, 32767)
const integers = fc.constantFrom(-999999999999999, -2, -1, 0, 1, 2, 10, 2147483648)
const bigints = fc.constantFrom(
  '-9223372036854775808',
  '-10',
  '-9',
  '0',
  '9',
  '10',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
)
const decimals = fc.constantFrom('-9999999999.99', '-0.1', '0', '0.1', '0.2', '0.3', '9', '10')
const longs = fc.constantFrom(
  '-99999999999999999999.9999999999',
  '0.0000000001',
  '0.3',
  '9',
  '10',
  '12345678901234567890.0000000001',
  '12345678901234567890.0000000002',
)
/** Numbers that PostgreSQL prints without an exponent: the evaluator reads their digits. */
const floats = fc.constantFrom(-100000000000000, -10.5, -0.1, 0, 0.001, 0.1, 0.2, 0.3, 9, 1e14)
const reals = fc.constantFrom(-10.5, -0.1, 0, 0.001, 0.1, 0.2, 9, 65536)
const locals = instants.map((text) => text.replace('Z', ''))
const times = ['00:00:00', '09:30:00', '10:00:00', '23:59:59.999999', '24:00:00'] as const
const durations = [
  'P-1Y-2M3DT-4H',
  'PT-0.5S',
  'PT0S',
  'PT24H',
  'P1D',
  'P30D',
  'P1M',
  'P1Y',
  'P178000000Y',
] as const
const uuids = fc.constantFrom(
  '00000000-0000-0000-0000-000000000000',
  '0fffffff-ffff-4fff-8fff-ffffffffffff',
  'a0000000-0000-4000-8000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
)
const jsons = fc.constantFrom<unknown>({}, [], 0, false, '', { a: null }, [null])

/** Items of arrays: few, so that they repeat. */
const word = fc.oneof(fc.constantFrom('a', 'A', '', 'NULL', '{a,b}'), part)

/** The values of the rows, by column (also for the `Kept` twins). */
export const cells: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: shortText,
  name: shortText,
  integer: integers,
  small,
  bigint: bigints,
  decimal: decimals,
  long: longs,
  float: floats,
  real: reals,
  boolean: fc.boolean(),
  date: fc.constantFrom(...days),
  instant: fc.constantFrom(...instants),
  local: fc.constantFrom(...locals),
  time: fc.constantFrom(...times),
  duration: fc.constantFrom(...durations),
  uuid: uuids,
  level: fc.constantFrom(...levels),
  grade: fc.constantFrom(...levels),
  step: fc.constantFrom(...levels),
  json: jsons,
  words: fc.array(word, { maxLength: 3 }),
  version: fc.integer({ min: 1, max: 4 }),
}

const beside = (arbitrary: fc.Arbitrary<unknown>, ...others: readonly unknown[]) =>
  fc.oneof({ arbitrary, weight: 4 }, { arbitrary: fc.constantFrom(...others), weight: 1 })

const decimalOperand = beside(
  fc.oneof(decimals, longs),
  0.1,
  0.3,
  -0.1,
  10,
  '0.300',
  '0.15',
  '99999999999999999999999999',
)

/**
 * The operands of requests, by column type: the values of the rows, their neighbours and other
 * spellings.
 */
export const operands: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(shortText, part),
  integer: beside(fc.oneof(integers, small), 3, -3, 32768, 999999999999999),
  version: fc.integer({ min: 0, max: 5 }),
  bigint: beside(bigints, '8', '11', '-0'),
  decimal: decimalOperand,
  float: beside(fc.oneof(floats, reals), 3, -3, 0.15),
  localDateTime: beside(fc.constantFrom(...locals), ...localTimes, '2024-03-31 01:00'),
  time: beside(fc.constantFrom(...times), '09:30', '10:00:00.000', '00:00:00.5'),
  duration: beside(
    fc.constantFrom(...durations),
    'P4W2D',
    '-P1Y',
    '-P1DT-2H',
    'PT1440M',
    'P1Y2M3W4DT5H6M7.5S',
  ),
  boolean: beside(fc.boolean(), 'true', 'false'),
  date: beside(fc.constantFrom(...days), '2024-01-01', '9999-12-31', '2024-03-31T00:00:00Z'),
  instant: beside(
    fc.constantFrom(...instants),
    ...localTimes,
    '2024-03-31T03:00:00+02:00',
    '2024-03-30T21:59:59.999999-03:00',
  ),
  uuid: beside(uuids, 'A0000000-0000-4000-8000-000000000000'),
  enum: fc.constantFrom(...levels),
  numberEnum: fc.constantFrom(...levels),
  array: word,
}

export const searchText = fc.oneof(
  { arbitrary: part, weight: 5 },
  { arbitrary: shortText, weight: 1 },
)
export const day = fc.constantFrom(...days)
