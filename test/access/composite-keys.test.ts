/** Row access of an entity whose key has several columns, and of references to it. */
import {
  belongsTo,
  compositeKey,
  defineEntity,
  defineSchema,
  IN,
  ids,
  integer,
  manyToMany,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../support/database.js'

const lines = defineEntity(
  'lines',
  { id: compositeKey(['team', 'nr']), team: integer(), nr: integer(), title: text() },
  {
    rowAccess: {
      filter: { teams: IN('team') },
      visibleTo: (caller) => (caller.has('all') ? 'all' : { teams: [1] }),
    },
  },
)
const notes = defineEntity('notes', {
  id: integer({ primaryKey: true }),
  line: belongsTo('lines', { column: ['team', 'nr'], nullable: true }),
  others: manyToMany('lines', { through: 'others', from: 'note_id', target: ['team', 'nr'] }),
})
/** The same rows, of which every caller sees all. */
const openLines = defineEntity('lines', {
  id: compositeKey(['team', 'nr']),
  team: integer(),
  nr: integer(),
})
const teams = defineEntity(
  'teams',
  { id: integer({ primaryKey: true }) },
  {
    rowAccess: {
      filter: { ids: IN('id') },
      visibleTo: (caller) => (caller.has('all') ? 'all' : { ids: [1] }),
    },
  },
)
const columns = { column: ['team', 'nr'], nullable: true } as const
const jobs = {
  teams: defineEntity('jobs', {
    id: integer({ primaryKey: true }),
    line: belongsTo('openLines', columns),
    team: belongsTo('teams', { column: 'team', nullable: true }),
  }),
  numbers: defineEntity('jobs', {
    id: integer({ primaryKey: true }),
    line: belongsTo('lines', columns),
    teamNr: integer({ column: 'team', nullable: true }),
  }),
  places: defineEntity('jobs', {
    id: integer({ primaryKey: true }),
    line: belongsTo('lines', columns),
    nr: integer({ nullable: true }),
  }),
  parts: defineEntity('jobs', {
    id: integer({ primaryKey: true }),
    line: belongsTo('lines', columns),
    team: integer({ nullable: true }),
    nr: integer({ nullable: true }),
  }),
}
const schema = defineSchema({
  lines,
  notes,
  openLines,
  teams,
  jobsOfTeams: jobs.teams,
  jobsOfNumbers: jobs.numbers,
  jobsOfPlaces: jobs.places,
  jobsOfParts: jobs.parts,
})
const linesApi = schema.resource('lines', {
  key: 'access.lines',
  response: { id: '.', title: '.' },
  create: { team: '.', nr: '.', title: '.' },
  update: { title: '.' },
  delete: true,
  filter: { ids: IN('id') },
  defaultSort: ['id'],
  optionLabel: 'title',
})
const notesApi = schema.resource('notes', {
  key: 'access.notes',
  response: { id: '.', lineId: 'line.id', title: 'line.title', otherIds: ids('others') },
  create: { id: '.', lineId: 'line.id', otherIds: 'others.id' },
  update: { lineId: 'line.id', otherIds: 'others.id' },
  filter: { lineIds: IN('line.id'), otherIds: IN('others.id') },
  defaultSort: ['id'],
  optionSources: { lines: { type: 'LIGHT_LOOKUP', id: 'line.id', label: 'line.title' } },
})

const jobResources = [
  schema.resource('jobsOfTeams', {
    key: 'access.job-teams',
    response: { id: '.', lineId: 'line.id', teamId: 'team.id' },
    create: { id: '.', lineId: 'line.id' },
    intents: { line: { title: 'Line', fields: { lineId: 'line.id' } } },
    filter: {},
    defaultSort: ['id'],
  }),
  schema.resource('jobsOfNumbers', {
    key: 'access.job-numbers',
    response: { id: '.', lineId: 'line.id', teamNr: '.' },
    intents: { team: { title: 'Team', fields: { teamNr: '.' } } },
    filter: {},
    defaultSort: ['id'],
  }),
  schema.resource('jobsOfPlaces', {
    key: 'access.job-places',
    response: { id: '.', lineId: 'line.id', nr: '.' },
    intents: { nr: { title: 'Number', fields: { nr: '.' } } },
    filter: {},
    defaultSort: ['id'],
  }),
  schema.resource('jobsOfParts', {
    key: 'access.job-parts',
    response: { id: '.', lineId: 'line.id', team: '.', nr: '.' },
    filter: {},
    defaultSort: ['id'],
    actions: {
      'in-turn': schema.action('jobsOfParts', { title: 'In turn' }, async ({ update }) => {
        await update({ team: 2 })
        await update({ nr: 3 })
      }),
      together: schema.action('jobsOfParts', { title: 'Together' }, async ({ update }) => {
        await Promise.all([update({ team: 2 }), update({ nr: 3 })])
      }),
    },
  }),
]

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(`
    create table lines (team int, nr int, title text not null, primary key (team, nr));
    create table teams (id int primary key);
    create table jobs (id int primary key, team int, nr int, foreign key (team, nr) references lines);
    create table notes (id int primary key, team int, nr int, foreign key (team, nr) references lines);
    create table others (note_id int references notes, team int, nr int,
      primary key (note_id, team, nr), foreign key (team, nr) references lines);
    insert into lines select t, n, 'L' || t || n from generate_series(1, 2) t, generate_series(1, 3) n;
    insert into teams values (1), (2);
    insert into jobs values (1, 1, 1), (2, 2, null), (3, null, 2), (4, 2, 3), (5, null, null);
    insert into notes values (1, 1, 1), (2, 2, 1), (3, null, 1);
    insert into others values (1, 1, 1), (1, 2, 2), (2, 2, 3)`)
  service = await createTestService({
    resources: [linesApi, notesApi, ...jobResources],
    connection: database.connection,
    callers: { all: { authorities: ['all'] }, one: {} },
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  as = 'one',
) => {
  const response = await service.app.inject({
    method,
    url: `/api/access/${path}`,
    headers: { authorization: `Bearer ${as}` },
    ...(body ? { payload: body } : {}),
  })
  const json = response.body === '' ? {} : response.json()
  const outcome = json.errors?.[0].code ?? response.statusCode
  return { outcome, errors: json.errors, data: json.data ?? json }
}

test('hidden records are found by no operation, as if they did not exist', async () => {
  const seen = ['1~1', '1~2', '1~3']
  const idsOf = (rows: readonly { readonly id: unknown }[]) => rows.map(({ id }) => id)
  expect(idsOf((await send('GET', 'lines/all')).data)).toEqual(seen)
  expect(idsOf((await send('GET', 'lines/all', undefined, 'all')).data)).toHaveLength(6)
  expect(idsOf((await send('GET', 'lines/by-ids?ids=2~1,1~3')).data)).toEqual(['1~3'])
  const page = await send('POST', 'lines/filter?includeIds=2~1,1~3', { ids: ['2~2', '1~1'] })
  expect(idsOf(page.data.content)).toEqual(['1~3', '1~1'])
  for (const id of ['2~1', '7~7']) {
    const requests = [
      send('GET', `lines/${id}`),
      send('PUT', `lines/${id}`, { title: 'x' }),
      send('DELETE', `lines/${id}`),
      send('DELETE', 'lines/batch', ['1~1', id]),
      send('POST', `lines/locate?id=${id}`, {}),
    ]
    const outcomes = (await Promise.all(requests)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(Array.from(requests, () => 'RESOURCE_NOT_FOUND'))
  }
  expect((await send('PUT', 'lines/1~2', { title: 'L12' })).outcome).toBe(200)
  expect((await send('POST', 'lines', { team: 2, nr: 9, title: 'x' })).outcome).toBe(
    'ACCESS_DENIED',
  )
})

test('a hidden reference keeps its value, and reads nothing behind it', async () => {
  const { data } = await send('GET', 'notes/all')
  expect(
    data.map(({ lineId, title, otherIds }: Record<string, unknown>) => [lineId, title, otherIds]),
  ).toEqual([
    ['1~1', 'L11', ['1~1']],
    ['2~1', null, []],
    [null, null, []],
  ])
  const options = await send('POST', 'notes/option-sources/lines/options/filter', {})
  expect(options.data.content).toEqual([{ id: '1~1', label: 'L11', extra: null }])
  const matches = await send('POST', 'notes/filter', { otherIds: ['2~2'] })
  expect(matches.data.content).toEqual([])
})

test('a hidden reference cannot be written, but stays where it is', async () => {
  for (const lineId of ['2~2', '8~8']) {
    const create = await send('POST', 'notes', { id: 9, lineId, otherIds: [] })
    expect([create.outcome, create.errors[0].target]).toEqual([
      'DATA_INTEGRITY_VIOLATION',
      'lineId',
    ])
    const link = await send('POST', 'notes', { id: 9, lineId: null, otherIds: [lineId] })
    expect([link.outcome, link.errors[0].target]).toEqual(['DATA_INTEGRITY_VIOLATION', 'otherIds'])
  }
  expect((await send('PUT', 'notes/2', { lineId: '2~1', otherIds: ['1~2'] })).outcome).toBe(200)
  const { rows } = await database.client.query(
    "select team || '~' || nr as id from others where note_id = 2 order by 1",
  )
  expect(rows).toEqual([{ id: '1~2' }, { id: '2~3' }])
})

test('a write of a shared column does not lead another reference to a hidden record', async () => {
  const stored = async () =>
    (await database.client.query({ text: 'select * from jobs order by id', rowMode: 'array' })).rows
  const before = await stored()
  const refused = [
    ['PATCH', 'job-teams/1/line', { lineId: '2~1' }, 'lineId'],
    ['POST', 'job-teams', { id: 9, lineId: '2~1' }, 'lineId'],
    ['PATCH', 'job-numbers/1/team', { teamNr: 2 }, 'teamNr'],
    ['PATCH', 'job-numbers/3/team', { teamNr: 2 }, 'teamNr'],
    ['PATCH', 'job-places/2/nr', { nr: 1 }, 'nr'],
    ['PATCH', 'job-places/4/nr', { nr: 1 }, 'nr'],
  ] as const
  for (const [method, path, body, target] of refused) {
    const { outcome, errors } = await send(method, path, body)
    expect([path, outcome, errors?.map((error: { target: string }) => error.target)]).toEqual([
      path,
      'DATA_INTEGRITY_VIOLATION',
      [target],
    ])
  }
  expect(await stored()).toEqual(before)
  for (const [method, path, body] of refused) {
    if (method === 'POST') continue
    expect((await send(method, path, body, 'all')).outcome).toBe(200)
  }
  const kept = [
    ['job-teams/4/line', { lineId: '2~2' }],
    ['job-numbers/4/team', { teamNr: 2 }],
    ['job-places/4/nr', { nr: 2 }],
    ['job-places/4/nr', { nr: null }],
    ['job-numbers/1/team', { teamNr: 1 }],
  ] as const
  for (const [path, body] of kept) expect((await send('PATCH', path, body)).outcome).toBe(200)
})

test.each(['in-turn', 'together'])(
  'updates of one action lead no reference to a hidden record, made %s',
  async (action) => {
    expect((await send('POST', `job-parts/5/actions/${action}`, {})).outcome).toBe(
      'DATA_INTEGRITY_VIOLATION',
    )
    const { rows } = await database.client.query('select team, nr from jobs where id = 5')
    expect(rows).toEqual([{ team: null, nr: null }])
  },
)
