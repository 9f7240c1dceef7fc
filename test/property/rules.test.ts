/**
 * Rules: the statement that checks them, what is published about them and a plain evaluator agree
 * on random rules and records.
 */
import {
  boolean,
  date,
  decimal,
  defineEntity,
  defineSchema,
  enumOf,
  instant,
  integer,
  text,
} from 'corollary'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import { holds } from '../../src/client/json-logic.js'
import type { RuleData } from '../../src/contract/rules.js'
import { publishedRules } from '../../src/discovery/schemas/rule-logic.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { brokenRulesStatement } from '../../src/query/statements/rule-statements.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { effort } from '../support/effort.js'
import { isBroken, type RuleValue, rulesOn } from './rule-conditions.js'
import { batches, named, sampleOf } from './runs.js'

const records = defineEntity('records', {
  id: integer({ primaryKey: true }),
  whole: integer({ nullable: true }),
  other: integer({ nullable: true }),
  amount: decimal({ precision: 20, scale: 2, nullable: true }),
  day: date({ nullable: true }),
  until: date({ nullable: true }),
  at: instant({ nullable: true }),
  flag: boolean({ nullable: true }),
  word: text({ nullable: true }),
  state: enumOf({ 1: 'A', 2: 'B', 3: 'C' }, { nullable: true }),
})
const schema = defineSchema({ records })
const fields = {
  id: '.',
  whole: '.',
  other: '.',
  amount: '.',
  day: '.',
  until: '.',
  at: '.',
  flag: '.',
  word: '.',
  state: '.',
} as const

const values = {
  whole: [null, -1, 0, 1, 2],
  other: [null, -1, 0, 1, 2],
  amount: [null, '-0.50', '0.00', '1.00', '999999999999999999.99'],
  day: [null, '2026-02-28', '2026-03-01', '2026-10-01'],
  until: [null, '2026-02-28', '2026-03-01', '2026-10-01'],
  at: [null, '2026-03-01T00:00:00Z', '2026-03-01T00:00:00.5Z', '2027-01-01T00:00:00Z'],
  flag: [null, true, false],
  word: [null, '', 'a', "o'b", '1'],
  state: [null, 'A', 'B', 'C'],
} as const
type Values = Readonly<Record<keyof typeof values, RuleValue>>

const record = fc.record(
  Object.fromEntries(
    Object.entries(values).map(([name, choices]) => [name, fc.constantFrom(...choices)]),
  ),
) as unknown as fc.Arbitrary<Values>

const rule = rulesOn({
  values,
  comparable: [['whole', 'other', 'amount'], ['day', 'until'], ['at']],
  listed: ['whole', 'amount', 'day', 'flag', 'word', 'state'],
})

// ---------- the comparison

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`create table records (id int4 primary key, whole int4, other int4,
    amount numeric(20,2), day date, until date, at timestamptz, flag bool, word text, state int2)`)
})
afterAll(() => database.close())

const filterSettings = {
  zone: 'UTC',
  maxListLength: 10,
  maxTextLength: 10,
  allowScalarRange: false,
}

const viewOf = (rules: readonly RuleData[]) => {
  const resource = schema.resource('records', {
    key: 'tests.records',
    response: fields,
    create: fields,
    filter: {},
    defaultSort: ['id'],
    rules: () =>
      Object.fromEntries(rules.map((each, place) => [`r${place}`, { rule: each }])) as never,
  })
  const diagnostics = new Diagnostics()
  const model = compileModel([resource], diagnostics)
  expect(diagnostics.all).toEqual([])
  const caller = createPrincipal({ id: 'ada', tenant: null, authorities: [], claims: {} })
  return createViews(model, filterSettings)(caller).resource('tests.records')
}

const insert = async (rows: readonly Values[]): Promise<void> => {
  await database.client.query('truncate records')
  const numbers = { A: 1, B: 2, C: 3 } as const
  const stored = rows.map((row, id) => ({
    ...row,
    id,
    state: row.state === null ? null : numbers[row.state as 'A'],
  }))
  await database.client.query(
    'insert into records select * from json_populate_recordset(null::records, $1)',
    [JSON.stringify(stored)],
  )
}

const brokenInDatabase = async (
  view: ReturnType<typeof viewOf>,
  count: number,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const ids = Array.from({ length: count }, (_, id) => String(id))
  const {
    text: sql,
    values: parameters,
    decode,
  } = brokenRulesStatement(view, {
    ids,
    isNew: true,
  })
  const { rows } = await database.client.query({
    text: sql,
    values: [...parameters],
    rowMode: 'array',
    types: { getTypeParser: () => (value: string) => value } as never,
  })
  return decode(rows)
}

const counts = { rules: effort(10, 70), records: effort(8, 72) }
const sample = fc.record({
  rules: fc.array(rule, { minLength: counts.rules, maxLength: counts.rules }),
  rows: fc.array(record, { minLength: counts.records, maxLength: counts.records }),
})

test('the usual run makes 300 comparisons, the nightly one 20 000', () => {
  const comparisons = batches.length * counts.rules * counts.records
  expect(comparisons).toBeGreaterThanOrEqual(effort(300, 20_000))
})

test.each(named)('in batch %i of FAST_CHECK_SEED=%i, all agree', async (batch) => {
  const { rules, rows } = sampleOf(sample, batch)
  await insert(rows)
  const view = viewOf(rules)
  const broken = await brokenInDatabase(view, rows.length)
  const published = publishedRules(view.rules, view.create!)
  expect(published).toHaveLength(rules.length)
  for (const [id, row] of rows.entries()) {
    const expected = rules.flatMap((each, place) => (isBroken(each, row) ? place : []))
    const inForm = published.flatMap(({ brokenIf }, place) =>
      holds(brokenIf, row, false) ? place : [],
    )
    const title = JSON.stringify(row)
    expect(broken.get(String(id)) ?? [], title).toEqual(expected)
    expect(inForm, title).toEqual(expected)
  }
})
