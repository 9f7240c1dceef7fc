/**
 * A row access rule that returns a blank criterion makes no row visible: it is a contract error.
 */
import {
  BETWEEN,
  defineEntity,
  defineSchema,
  IN,
  IS_NULL,
  integer,
  LIKE,
  NOT_IN,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../support/database.js'

const rules = {
  'an empty list for IN': { ids: [] },
  'an empty list for NOT_IN': { otherIds: [] },
  'a range without bounds': { idBetween: [null, null] },
  null: { ids: null },
  'an empty text': { name: '' },
  'a switch that is off': { nameless: false },
  'nothing at all': {},
  'one blank criterion beside another': { ids: [1], otherIds: [] },
  'a blank part': { $or: [{ ids: [1] }, { ids: [] }] },
  'a blank member of a part': { $or: [{ ids: [1] }, { ids: [2], otherIds: [] }] },
  'a blank part of $not': { ids: [1], $not: { otherIds: [] } },
  'a list without parts': { ids: [1], $and: [] },
} as const

const restricting = {
  known: { ids: [1] },
  either: { $or: [{ ids: [1] }, { ids: [2], name: 'x' }] },
  complement: { $not: { name: 'b' } },
} as const

const notes = defineEntity(
  'notes',
  { id: integer({ primaryKey: true }), name: text({ nullable: true }) },
  {
    rowAccess: {
      filter: {
        ids: IN('id'),
        otherIds: NOT_IN('id'),
        idBetween: BETWEEN('id'),
        name: LIKE('name'),
        nameless: IS_NULL('name'),
      },
      visibleTo: ({ id }) => ({ ...restricting, ...rules })[id as keyof typeof rules] as never,
    },
  },
)
const api = defineSchema({ notes }).resource('notes', {
  key: 'blank.notes',
  response: { id: '.', name: '.' },
  filter: {},
  defaultSort: [],
})

let database: FreshDatabase
let services: TestService[]
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(
    `create table notes (id int8 primary key, name text); insert into notes values (1, 'a'), (2, 'b')`,
  )
  const callers = Object.fromEntries(
    [...Object.keys(restricting), ...Object.keys(rules)].map((id) => [id, {}]),
  )
  const start = (emptyList: string) =>
    createTestService({
      resources: [api],
      connection: database.connection,
      callers,
      settings: { 'platform.filter.in.empty-list': emptyList },
    })
  services = [await start('ignore'), await start('nothing')]
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()))
  await database.close()
})

const filter = (service: TestService, caller: string) =>
  service.app.inject({
    method: 'POST',
    url: '/api/blank/notes/filter',
    headers: { authorization: `Bearer ${caller}` },
    payload: {},
  })

test.each(Object.keys(rules))('a rule that returns %s is a contract error', async (caller) => {
  for (const service of services) {
    const answer = await filter(service, caller)
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([500, 'INTERNAL_ERROR'])
  }
})

test.each(Object.keys(restricting))(
  'a rule without blank criteria restricts the rows: %s',
  async (caller) => {
    for (const service of services) {
      const { data } = (await filter(service, caller)).json()
      expect(data.content).toMatchObject([{ id: 1, name: 'a' }])
    }
  },
)
