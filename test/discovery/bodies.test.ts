/** Bodies generated from the published schemas alone are accepted. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { effort, seed } from '../support/effort.js'
import { checkerOf } from './schema-checks.js'
import {
  expectDescribed,
  resolved,
  sampleNames,
  sendBody,
  useSample,
  withBody,
} from './use-discovery.js'

const runs = effort(4, 100)

/** A text with NUL cannot be stored in the database; no schema can express this. */
const text = ({ minLength = 0, maxLength = 30 }: Json) =>
  fc
    .array(
      fc.oneof(
        { arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }), weight: 3 },
        fc
          .string({ unit: 'binary', minLength: 1, maxLength: 1 })
          .filter((character) => character !== '\0'),
      ),
      { minLength, maxLength, size: 'max' },
    )
    .map((characters) => characters.join(''))

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const time = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const fraction = fc.oneof(
  fc.constant(''),
  fc.nat(999_999).map((digits) => `.${digits}`),
)
const zone = fc.constantFrom('Z', '+00:00', '-03:30', '+14:00', '-12:00')
const instant = fc
  .tuple(
    day.filter((text) => text > '0002' && text < '9999'),
    time,
    fraction,
    zone,
  )
  .map(([date, clock, part, offset]) => `${date}T${clock}${part}${offset}`)

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: day,
  'date-time': instant,
  email: fc.emailAddress(),
  uuid: fc.uuid(),
}

/**
 * Columns of the samples have a scale of two, ratings of films of one; other tests try more digits.
 */
const decimal = (name: string, { minimum = -1e6, maximum = 1e6 }: Json) => {
  const factor = name.startsWith('imdb') ? 10 : 100
  return fc
    .integer({ min: minimum * factor, max: maximum * factor })
    .map((number) => number / factor)
}

/** A value that matches a schema; `name` is that of the member. */
const madeOf = (sent: Json, document: Json, name = ''): fc.Arbitrary<unknown> => {
  const schema = resolved(sent, document)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf && !schema.type)
    return fc.oneof(...schema.anyOf.map((alternative: Json) => madeOf(alternative, document, name)))
  const types = [schema.type ?? 'any'].flat()
  if (schema.pattern && types.includes('array')) return listOrTerm(schema, document, name)
  if (types.includes('number') && types.includes('string')) {
    const number = decimal(name, schema)
    const nothing = types.includes('null') ? [fc.constant(null)] : []
    return fc.oneof(number, number.map(String), ...nothing)
  }
  return fc.oneof(...types.map((type: string) => makers[type]!(schema, document, name)))
}

/** One term, or a list of terms. */
const listOrTerm = (schema: Json, document: Json, name: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constant(null),
    madeOf(schema.items, document, name),
    fc.array(madeOf(schema.items, document, name), { maxLength: 4 }),
  )

type Maker = (schema: Json, document: Json, name: string) => fc.Arbitrary<unknown>

const makers: Readonly<Record<string, Maker>> = {
  any: () => fc.jsonValue(),
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  string: (schema) => formats[schema.format] ?? text(schema),
  integer: ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }, _, name) =>
    fc.oneof(
      fc.integer({ min: minimum, max: name === 'maxRows' ? 1e6 : maximum }),
      fc.integer({ min: Math.max(minimum, -9), max: Math.min(maximum, 9) }),
    ),
  number: (schema, _document, name) => decimal(name, schema),
  array: ({ items = { type: 'integer' }, minItems = 0, maxItems = 4 }, document, name) =>
    fc.array(madeOf(items, document, name), { minLength: minItems, maxLength: maxItems }),
  object: (schema, document, range) => {
    const { properties, patternProperties, required = [], minProperties = 0 } = schema
    const [bound] = Object.values<Json>(patternProperties ?? {})
    const ofRange = bound ? { from: bound, to: bound } : {}
    const members = Object.entries<Json>(properties ?? ofRange).map(
      ([name, memberSchema]) =>
        [name, madeOf(memberSchema, document, bound ? range : name)] as const,
    )
    return fc
      .record(Object.fromEntries(members), { requiredKeys: required })
      .filter((value) => Object.keys(value).length >= minProperties)
  },
}

const isNothing = (range: Json): boolean =>
  Object.values(range ?? {}).every((bound) => bound === null)

/** Rules that schemas cannot express: a range has a bound, an absence ends after its start. */
const tidied = (body: Json): Json => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { startsOn, endsOn } = body
  const [first, last] = [startsOn, endsOn].sort()
  const days = startsOn && endsOn ? { startsOn: first, endsOn: last } : {}
  return Object.fromEntries(
    Object.entries<Json>({ ...body, ...days })
      .filter(([name, value]) => !/Between|Outside/.test(name) || !isNothing(value))
      .map(([name, value]) => [name, /^filters?$/.test(name) ? tidied(value) : value]),
  )
}

const forbidden = ['REQUEST_PAYLOAD_INVALID', 'VALIDATION_FAILED', 'FILTER_PAYLOAD_INVALID']

describe.each(sampleNames)('bodies of %s', (name) => {
  const sample = useSample(name)
  const bodies = (schema: Json, seedOfOperation: number, numRuns: number): readonly Json[] =>
    fc
      .sample(madeOf(schema, sample.document), { seed: seedOfOperation, numRuns })
      .map(tidied)
      .filter((body) => checkerOf(schema, sample.document)(body))

  test(`bodies that match their schema are accepted (seed ${seed})`, async () => {
    let sent = 0
    const refusals = new Set<string>()
    for (const [index, described] of withBody(sample.document).entries()) {
      const { schema, path, method } = described
      for (const body of bodies(schema, seed + index, runs)) {
        if (path.endsWith('/export') && body.fields) body.fields = ['id']
        const answer = await sendBody(sample, described, body)
        sent++
        try {
          expectDescribed(answer, described, sample.document)
        } catch (error) {
          refusals.add((error as Error).message.replace(/:.*/s, ''))
        }
        const isJson = String(answer.headers['content-type']).startsWith('application/json')
        for (const { code, message, target } of (isJson && answer.json().errors) || []) {
          if (!forbidden.includes(code)) continue
          const value = JSON.stringify(
            target?.split('.').reduce((at: Json, key: string) => at?.[key], body),
          )
          refusals.add(`${method} ${path}: ${message} ${value}`)
        }
      }
    }
    console.info(`${name}: ${sent} bodies`)
    expect([...refusals]).toEqual([])
  })
})
