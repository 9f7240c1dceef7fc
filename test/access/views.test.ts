/** Views of callers whose principals live long, as those of remembered tokens do. */
import { belongsTo, defineEntity, defineSchema, EQUAL, IN, integer, text } from 'corollary'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import type { Principal } from '../../src/contract/principal.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { createTables, Scope } from '../../src/query/rows/visible-rows.js'

type Decide = (caller: Principal) => Readonly<Record<string, unknown>>
const ownRows: Decide = ({ id }) => ({ ids: [Number(id)] })
let decide = ownRows
afterEach(() => {
  decide = ownRows
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
const viewOf = (caller: Principal) => views(caller).resource('tests.notes')
const accessOf = (caller: Principal) => viewOf(caller).accessDigest

test('a caller has one view while the decisions are equal', () => {
  const caller = callerOf(1)
  const first = viewOf(caller)
  expect(viewOf(caller)).toBe(first)
  expect(viewOf(callerOf(1))).toBe(first)
})

test('a principal does not keep its view when those of many others followed', () => {
  const caller = callerOf(0)
  const first = viewOf(caller)
  const access = accessOf(caller)
  for (let id = 1; id <= 2_000; id++) viewOf(callerOf(id))
  expect(viewOf(caller)).not.toBe(first)
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
  expect(viewOf(caller)).toBe(viewOf(caller))
})

test('a blank member is an error even after a decision without it', () => {
  const caller = callerOf(1)
  viewOf(caller)
  decide = () => ({ ids: [1], owner: undefined })
  expect(() => viewOf(caller)).toThrow('blank')
})

test('a list with a text of digits differs from one with the number', () => {
  const caller = callerOf(1)
  viewOf(caller)
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
  const before = viewOf(caller)
  expect(viewOf(caller)).toBe(before)
  lookups.current = { has: () => false }
  const after = viewOf(caller)
  expect(after).not.toBe(before)
  expect(after.lookups).toBe(lookups.current)
  expect(viewOf(caller)).toBe(after)
})

describe('the rules of a schema', () => {
  const calls: string[] = []
  beforeEach(() => {
    calls.length = 0
  })
  const ruleOf = (entity: string) => ({
    rowAccess: {
      filter: { ids: IN('id') },
      visibleTo: ({ id }: Principal) => {
        calls.push(entity)
        return { ids: [Number(id)] }
      },
    },
  })
  const id = integer({ primaryKey: true })
  const schema = defineSchema({
    owners: defineEntity('owners', { id, name: text() }, ruleOf('owners')),
    pages: defineEntity(
      'pages',
      { id, owner: belongsTo('owners', { column: 'owner_id' }) },
      ruleOf('pages'),
    ),
    others: defineEntity('others', { id }, ruleOf('others')),
  })
  const declare = (name: 'owners' | 'pages' | 'others') =>
    schema.resource(name, {
      ...{ key: `tests.${name}`, response: { id: '.' }, filter: {}, defaultSort: ['id'] },
    })
  const viewsOf = createViews(
    compileModel([declare('owners'), declare('pages'), declare('others')], new Diagnostics()),
    { zone: 'UTC', maxListLength: 10, maxTextLength: 10, allowScalarRange: false },
  )

  test('are evaluated for the tables of a resource only, those that it refers to among them', () => {
    viewsOf(callerOf(1)).resource('tests.pages')
    expect(calls.sort()).toEqual(['owners', 'pages'])
  })

  test('are evaluated once for each request', () => {
    const view = viewsOf(callerOf(1))
    for (const key of ['tests.pages', 'tests.pages', 'tests.owners']) view.resource(key)
    expect(calls.sort()).toEqual(['owners', 'pages'])
    viewsOf(callerOf(1)).resource('tests.owners')
    expect(calls).toHaveLength(3)
  })

  test('decide nothing about other tables, so no statement can name those', () => {
    const pages = viewsOf(callerOf(1)).resource('tests.pages')
    const others = viewsOf(callerOf(1)).resource('tests.others')
    expect(pages.rowAccess.get(others.entity)).toBeUndefined()
    const tables = createTables('t', pages)
    expect(() => new Scope(others.entity, tables).from).toThrow('is not decided')
  })

  test('distinguish callers by every table that they are evaluated for', () => {
    const accessOf = (id: number, key: string) => viewsOf(callerOf(id)).resource(key).accessDigest
    for (const key of ['tests.owners', 'tests.pages', 'tests.others']) {
      expect(accessOf(1, key)).not.toBe(accessOf(2, key))
    }
  })
})
