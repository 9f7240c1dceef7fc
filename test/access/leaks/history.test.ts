/**
 * Where clients choose keys, a record may have the id of a deleted one, which its readers may not
 * have seen. A record may also come into the rows of a caller. What was before is hidden from
 * callers with restricted rows: in histories, and in streams of changes.
 */
import {
  asText,
  belongsTo,
  bigint,
  boolean,
  compositeKey,
  date,
  decimal,
  defineEntity,
  defineSchema,
  enumOf,
  IN,
  ids,
  instant,
  integer,
  localDateTime,
  manyToMany,
  type Principal,
  text,
  time,
  uuid,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../http/use-people.js'
import { codeOf, dataOf, tablesOf, useService } from '../../support/use-service.js'

/** A key of each column type, with its type in the database and a value. */
const keys = {
  integer: [integer({ primaryKey: true }), 'int8', 7],
  bigint: [bigint({ primaryKey: true }), 'int8', '9007199254740993'],
  text: [text({ primaryKey: true }), 'text', 'K~1'],
  uuid: [uuid({ primaryKey: true }), 'uuid', '0b2f6a52-1e0b-4f6c-9a4e-0d6f8c1e2a3b'],
  decimal: [decimal({ precision: 6, scale: 2, primaryKey: true }), 'numeric(6,2)', 1.5],
  date: [date({ primaryKey: true }), 'date', '2026-03-01'],
  time: [time({ primaryKey: true }), 'time', '10:00:00'],
  instant: [instant({ primaryKey: true }), 'timestamptz', '2026-03-01T10:00:00Z'],
  moment: [localDateTime({ primaryKey: true }), 'timestamp', '2026-03-01T10:00:00'],
  boolean: [boolean({ primaryKey: true }), 'boolean', true],
  enum: [enumOf(['A', 'B'], { primaryKey: true }), 'text', 'B'],
} as const

const rowAccess = {
  filter: { teams: IN('team') },
  visibleTo: (caller: Principal) => (caller.has('all') ? ('all' as const) : { teams: [1] }),
}
const fields = { holder: text({ audited: true }), team: integer({ audited: true }) }
const shape = { id: '.', holder: '.', team: '.' } as const
const common = {
  delete: true,
  filter: {},
  changes: true,
  guards: { history: { authorities: ['all', 'read'] } },
} as const

const badgesWith = (type: keyof typeof keys) => {
  // The types of a resource follow from its key; those of a text key stand for all.
  const id = keys[type][0] as ReturnType<typeof text<{ primaryKey: true }>>
  const badges = defineEntity(`${type}_badges`, { id, ...fields }, { rowAccess })
  return defineSchema({ badges }).resource('badges', {
    key: `badges.${type}`,
    response: shape,
    create: shape,
    update: { holder: '.', team: '.' },
    defaultSort: ['id'],
    ...common,
  })
}
const composite = defineEntity(
  'composite_badges',
  { id: compositeKey(['series', 'nr']), series: text(), nr: integer(), ...fields },
  { rowAccess },
)
const compositeBadges = defineSchema({ composite }).resource('composite', {
  key: 'badges.composite',
  response: shape,
  create: { series: '.', nr: '.', holder: '.', team: '.' },
  update: { holder: '.', team: '.' },
  defaultSort: ['id'],
  ...common,
})

/** A record comes into the rows of a caller on each of these ways. */
const areas = defineEntity('areas', { id: integer({ primaryKey: true }) })
const sections = defineEntity('sections', {
  id: compositeKey(['area', 'nr']),
  area: integer(),
  nr: integer(),
})
const tags = defineEntity('tags', { id: integer({ primaryKey: true }) })
const cards = defineEntity(
  'cards',
  {
    id: integer({ primaryKey: true }),
    ...fields,
    area: belongsTo('areas', { column: 'area_id' }),
    section: belongsTo('sections', { column: ['section_area', 'section_nr'] }),
    sectionArea: integer({ column: 'section_area' }),
    size: asText(),
    tags: manyToMany('tags', { through: 'card_tags', from: 'card_id', target: 'tag_id' }),
  },
  {
    rowAccess: {
      filter: {
        teams: IN('team'),
        areas: IN('area.id'),
        sections: IN('section.nr'),
        sectionAreas: IN('sectionArea'),
        sizes: IN('size'),
        tags: IN('tags.id'),
      },
      visibleTo: ({ authorities: [rule] }) =>
        rule === 'all' ? 'all' : { [rule!]: [rule === 'sizes' ? '1' : 1] },
    },
  },
)
const card = {
  holder: '.',
  team: '.',
  areaId: 'area.id',
  sectionId: 'section.id',
  tagIds: 'tags.id',
} as const
const cardsApi = defineSchema({ cards, areas, sections, tags }).resource('cards', {
  key: 'hr.cards',
  response: { id: '.', ...card, tagIds: ids('tags') },
  create: { id: '.', ...card },
  update: card,
  defaultSort: ['id'],
  ...common,
})

const types = Object.keys(keys) as (keyof typeof keys)[]
const workflow = useService({
  resources: [...types.map(badgesWith), compositeBadges, cardsApi],
  callers: {
    admin: { authorities: ['all'] },
    clerk: { authorities: ['read'] },
    ...Object.fromEntries(
      ['teams', 'areas', 'sections', 'sectionAreas', 'sizes', 'tags'].map((rule) => [
        rule,
        { authorities: [rule, 'read'] },
      ]),
    ),
  },
  database: tablesOf(
    `${types
      .map(
        (type) =>
          `create table ${type}_badges
             (id ${keys[type][1]} primary key, holder text not null, team int4 not null);`,
      )
      .join('')}
     create table composite_badges
       (series text, nr int4, holder text not null, team int4 not null, primary key (series, nr));
     create table areas (id int4 primary key);
     create table tags (id int4 primary key);
     create table sections (area int4, nr int4, primary key (area, nr));
     create table cards (
       id int4 primary key, holder text not null, team int4 not null,
       area_id int4 not null references areas,
       section_area int4 not null, section_nr int4 not null,
       size text not null generated always as (length(holder)::text) stored,
       foreign key (section_area, section_nr) references sections);
     create table card_tags (
       card_id int4 references cards on delete cascade, tag_id int4 references tags,
       primary key (card_id, tag_id));
     insert into areas values (1), (2);
     insert into tags values (1), (2);
     insert into sections values (1, 1), (1, 2), (2, 1), (2, 2);`,
  ),
})

const historyOf = async (caller: string, url: string): Promise<readonly Json[]> =>
  dataOf(await workflow.get(caller, `${url}/history`)).content
const operationsOf = async (caller: string, url: string) =>
  (await historyOf(caller, url)).map(({ operation }) => operation)

/** The events that the caller receives after a position; undefined: only the position after it. */
const eventsAfter = async (caller: string, path: string, lastEventId?: string) => {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const { statusCode, body } = await workflow.get(caller, `${path}/changes?follow=false`, headers)
  expect(statusCode, body).toBe(200)
  const events = [...body.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, type, data]) => ({
    type,
    ...JSON.parse(data!),
  }))
  const ids = [...body.matchAll(/^id: (.*)$/gm)].map(([, id]) => id!)
  return { events: events.slice(1), last: ids.at(-1) }
}
const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const answer = await workflow.send('admin', method, url, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}

describe('a record with the key of a deleted one', () => {
  test.each<readonly [string, object, unknown]>([
    ...types.map((type) => [type, { id: keys[type][2] }, keys[type][2]] as const),
    ['composite', { series: 'X9', nr: 7 }, 'X9~7'],
  ])(
    'has a history and a stream of its own for callers with restricted rows, of type %s',
    async (type, key, id) => {
      const path = `/api/badges/${type}`
      const url = `${path}/${encodeURIComponent(String(id))}`
      const { last } = await eventsAfter('clerk', path)
      await send('POST', path, { ...key, holder: 'Secret', team: 2 })
      await send('PUT', url, { holder: 'Second secret', team: 2 })
      await send('DELETE', url)
      expect(codeOf(await workflow.get('clerk', `${url}/history`))).toBe('404 RESOURCE_NOT_FOUND')
      expect(await operationsOf('admin', url)).toEqual(['delete', 'update', 'create'])
      const created = await workflow.send('clerk', 'POST', path, {
        ...key,
        holder: 'mine',
        team: 1,
      })
      expect(created.statusCode, created.body).toBe(201)
      await send('PUT', url, { holder: 'still mine', team: 1 })
      expect(await operationsOf('admin', url)).toEqual([
        ...['update', 'create', 'delete', 'update', 'create'],
      ])
      const history = await historyOf('clerk', url)
      expect(history.map(({ operation, values }) => [operation, values.holder])).toEqual([
        ['update', { old: 'mine', new: 'still mine' }],
        ['create', { old: null, new: 'mine' }],
      ])
      const { events } = await eventsAfter('clerk', path, last)
      expect(events.map(({ type, operation }) => operation ?? type)).toEqual([
        ...['stale', 'create', 'update'],
      ])
    },
  )

  test('has no history from before its creation, even if the delete was not recorded', async () => {
    const url = '/api/badges/text/gone'
    await send('POST', '/api/badges/text', { id: 'gone', holder: 'Secret', team: 2 })
    await workflow.rows(`delete from text_badges where id = 'gone'`)
    await send('POST', '/api/badges/text', { id: 'gone', holder: 'mine', team: 1 })
    expect(await operationsOf('clerk', url)).toEqual(['create'])
    expect(await operationsOf('admin', url)).toEqual(['create', 'create'])
  })

  test('has no history from before the last delete, even if its creation was not recorded', async () => {
    const url = '/api/badges/text/back'
    await send('POST', '/api/badges/text', { id: 'back', holder: 'Secret', team: 1 })
    await send('DELETE', url)
    await workflow.rows(`insert into text_badges values ('back', 'mine', 1)`)
    expect(await operationsOf('clerk', url)).toEqual([])
    await send('PUT', url, { holder: 'still mine', team: 1 })
    expect(await operationsOf('clerk', url)).toEqual(['update'])
  })
})

describe('a record that came into the rows of a caller', () => {
  const hidden = { holder: 'Secret', team: 2, areaId: 2, sectionId: '2~2', tagIds: [2] }
  const shown = { holder: 'Known', team: 2, areaId: 2, sectionId: '2~2', tagIds: [2] }
  test.each<readonly [string, object]>([
    ['teams', { team: 1 }],
    ['areas', { areaId: 1 }],
    ['sections', { sectionId: '2~1' }],
    ['sectionAreas', { sectionId: '1~2' }],
    ['sizes', { holder: '1' }],
    ['tags', { tagIds: [1, 2] }],
  ])(
    'shows the change that brought it, without values, and nothing from before: by %s',
    async (rule, move) => {
      const id = ['teams', 'areas', 'sections', 'sectionAreas', 'sizes', 'tags'].indexOf(rule)
      const url = `/api/hr/cards/${id}`
      const { last } = await eventsAfter(rule, '/api/hr/cards')
      await send('POST', '/api/hr/cards', { id, ...hidden })
      await send('PUT', url, { ...hidden, holder: 'Second secret' })
      const moved = { ...shown, ...move }
      await send('PUT', url, moved)
      const [arrival, ...earlier] = await historyOf(rule, url)
      expect(arrival).toMatchObject({ operation: 'update', principal: 'admin', values: {} })
      expect(earlier).toEqual([])
      const { events } = await eventsAfter(rule, '/api/hr/cards', last)
      expect(events.map(({ type, operation }) => operation ?? type)).toEqual(['stale', 'update'])
      expect(await operationsOf('admin', url)).toHaveLength(3)
    },
  )

  test('shows values of what was changed afterwards, also on later pages', async () => {
    const url = '/api/hr/cards/100'
    await send('POST', '/api/hr/cards', { id: 100, ...hidden })
    await send('PUT', url, { ...hidden, team: 1 })
    for (const holder of ['a', 'b']) await send('PUT', url, { ...hidden, team: 1, holder })
    const first = dataOf(await workflow.get('teams', `${url}/history?size=1`))
    expect(first.content[0].values).toEqual({ holder: { old: 'a', new: 'b' } })
    const rest = dataOf(await workflow.get('teams', `${url}/history?after=${first.next}`))
    expect(rest.next).toBeNull()
    expect(rest.content.map(({ values }: Json) => values)).toEqual([
      { holder: { old: 'Secret', new: 'a' } },
      {},
    ])
  })
})
