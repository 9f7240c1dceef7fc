/** Views of callers whose principals live long, as those of remembered tokens do. */
import { defineEntity, defineSchema, EQUAL, IN, integer, text } from 'corollary'
import { afterEach, expect, test } from 'vitest'
import { createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import type { Principal } from '../../src/contract/principal.js'
import { Diagnostics } from '../../src/foundation/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'

type Decide = (caller: Principal) => Readonly<Record<string, unknown>>
const own: Decide = ({ id }) => ({ ids: [Number(id)] })
let decide = own
afterEach(() => {
  decide = own
})

const notes = defineEntity(
  'notes',
  { id: integer({ primaryKey: true }), owner: text() },
  {
    rowAccess: {
      filter: { ids: IN('id'), owner: EQUAL('owner') },
      visibleTo: (caller) => decide(caller),
    },
  },
)
const api = defineSchema({ notes }).resource('notes', {
  key: 'tests.notes',
  response: { id: '.' },
  filter: {},
  defaultSort: ['id'],
})
const lookups = { current: { has: () => true } }
const views = createViews(
  compileModel([api], new Diagnostics()),
  { zone: 'UTC', maxListLength: 10, maxTextLength: 10, allowScalarRange: false },
  undefined,
  lookups,
)
const callerOf = (id: number): Principal =>
  createPrincipal({ id: String(id), tenant: null, authorities: [], claims: {} })
const accessOf = (caller: Principal) => views(caller).resource('tests.notes').accessDigest

test('a caller has one view while the decisions are equal', () => {
  const caller = callerOf(1)
  const first = views(caller)
  expect(views(caller)).toBe(first)
  expect(views(callerOf(1))).toBe(first)
})

test('a principal does not keep its view when those of many others followed', () => {
  const caller = callerOf(0)
  const first = views(caller)
  const access = accessOf(caller)
  for (let id = 1; id <= 1_000; id++) views(callerOf(id))
  expect(views(caller)).not.toBe(first)
  expect(accessOf(caller)).toBe(access)
})

test('a rule may change and return the same object', () => {
  const ids = [1]
  decide = () => ({ ids })
  const caller = callerOf(1)
  const before = accessOf(caller)
  ids.push(2)
  expect(accessOf(caller)).not.toBe(before)
})

test('a rule may return a proxy', () => {
  decide = () => new Proxy({ ids: new Proxy([1], {}) }, {})
  const caller = callerOf(1)
  expect(views(caller)).toBe(views(caller))
})

test('a blank member is an error even after a decision without it', () => {
  const caller = callerOf(1)
  views(caller)
  decide = () => ({ ids: [1], owner: undefined })
  expect(() => views(caller)).toThrow('blank')
})

test('a list with a text of digits differs from one with the number', () => {
  const caller = callerOf(1)
  views(caller)
  decide = () => ({ ids: ['1'] })
  const fresh = callerOf(1)
  const answerOf = (principal: Principal) => {
    try {
      return accessOf(principal)
    } catch {
      return 'refused'
    }
  }
  expect(answerOf(caller)).toBe(answerOf(fresh))
})

test('a view is made anew when a table has become small or large, as statements are made of it', () => {
  const caller = callerOf(1)
  const before = views(caller)
  expect(views(caller)).toBe(before)
  lookups.current = { has: () => false }
  const after = views(caller)
  expect(after).not.toBe(before)
  expect(after.resource('tests.notes').lookups).toBe(lookups.current)
  expect(views(caller)).toBe(after)
})
