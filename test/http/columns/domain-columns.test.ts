/** Domains are declared like the type that they are made of; citext ignores case. */
import {
  category,
  compositeKey,
  decimal,
  defineEntity,
  defineSchema,
  ENDS_WITH,
  EQUAL,
  enumOf,
  IN,
  ids,
  integer,
  LIKE,
  manyToMany,
  NOT_EQUAL,
  NOT_IN,
  STARTS_WITH,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { idsOfPages, walk, walkBack } from '../page/use-cursors.js'
import type { Json, Method } from '../use-people.js'

const tables = `
  create extension citext;
  create type mood as enum ('SAD', 'GLAD');
  create domain year as integer constraint year_check check (value between 1901 and 2155);
  create domain leap_year as year constraint leap_check check (value % 4 = 0);
  create domain price as numeric(8,2) not null;
  create domain state_of_mind as mood default 'GLAD';
  create domain code as varchar(4);
  create domain email as citext constraint email_check check (value ~ '@');
  create domain tiny as smallint;
  create domain initials as char(5);
  create table films (
    id integer generated always as identity primary key, made year, leap leap_year, price price,
    mood state_of_mind not null, code code, email email, tiny tiny,
    initials initials);
  create table moods (mood state_of_mind primary key, note text);
  create table days (mood state_of_mind, nr integer, note text, primary key (mood, nr));
  create table tags (id integer primary key);
  insert into tags values (1), (2);
  create table mood_tags (mood state_of_mind, tag_id integer);
  create table day_tags (mood state_of_mind, nr integer, tag_id integer);
  create table names (name citext primary key, note text);
  insert into names values ('Ann', 'a'), ('bob', 'b'), ('Carl', 'c'), ('dora', 'd');`

const films = defineEntity(
  'films',
  {
    id: integer({ primaryKey: true, generated: true }),
    made: integer({ nullable: true }),
    leap: integer({ nullable: true }),
    price: decimal({ precision: 8, scale: 2 }),
    mood: enumOf(['SAD', 'GLAD'], { default: 'SAD' }),
    code: text({ maxLength: 4, nullable: true }),
    email: text({ nullable: true }),
    tiny: integer({ nullable: true }),
    initials: text({ maxLength: 5, nullable: true }),
  },
  { checks: { leap_check: { field: 'leap', message: "'leap' must be a leap year." } } },
)
const names = defineEntity('names', {
  name: text({ primaryKey: true }),
  note: text({ nullable: true }),
})
/** Keys over a domain of an enum. */
const moods = defineEntity('moods', {
  mood: enumOf(['SAD', 'GLAD'], { primaryKey: true }),
  note: text({ nullable: true }),
  tags: manyToMany('tags', { through: 'mood_tags', from: 'mood', target: 'tag_id' }),
})
const days = defineEntity('days', {
  id: compositeKey(['mood', 'nr']),
  mood: enumOf(['SAD', 'GLAD']),
  nr: integer(),
  note: text({ nullable: true }),
  tags: manyToMany('tags', {
    through: 'day_tags',
    from: ['mood', 'nr'],
    target: 'tag_id',
  }),
})
const tags = defineEntity('tags', { id: integer({ primaryKey: true }) })
const schema = defineSchema({ films, names, moods, days, tags })
const fields = {
  made: '.',
  leap: '.',
  price: '.',
  mood: '.',
  code: '.',
  email: '.',
  tiny: '.',
  initials: '.',
} as const
const resources = [
  schema.resource('films', {
    key: 'tests.films',
    response: { id: '.', ...fields },
    create: fields,
    update: fields,
    filter: {
      email: EQUAL(),
      emails: IN('email'),
      otherEmails: NOT_IN('email'),
      mood: IN(),
      notSad: NOT_EQUAL('mood'),
      initials: EQUAL(),
    },
    defaultSort: ['email'],
    stats: { mood: category() },
    optionSources: { moods: { type: 'DISTINCT_DIMENSION', path: 'mood' } },
  }),
  schema.resource('names', {
    key: 'tests.names',
    response: { name: '.', note: '.' },
    create: { name: '.', note: '.' },
    update: { note: '.' },
    delete: true,
    filter: {
      name: EQUAL(),
      like: LIKE('name'),
      starts: STARTS_WITH('name'),
      ends: ENDS_WITH('name'),
    },
    defaultSort: ['name'],
  }),
  schema.resource('moods', {
    key: 'tests.moods',
    response: { id: 'mood', note: '.', tagIds: ids('tags') },
    create: { mood: '.', note: '.', tagIds: 'tags.id' },
    update: { note: '.', tagIds: 'tags.id' },
    delete: true,
    filter: {},
    defaultSort: ['id'],
  }),
  schema.resource('days', {
    key: 'tests.days',
    response: { id: '.', note: '.', tagIds: ids('tags') },
    create: { mood: '.', nr: '.', note: '.', tagIds: 'tags.id' },
    update: { note: '.', tagIds: 'tags.id' },
    delete: true,
    filter: {},
    defaultSort: ['id'],
  }),
]

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  service = await createTestService({ resources, connection: database.connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const ask = async (method: Method, url: string, payload?: object): Promise<Json> => {
  const answer = await service.app.inject({
    method,
    url: `/api/tests/${url}`,
    ...(payload ? { payload } : {}),
  })
  return { ...(answer.body === '' ? {} : answer.json()), status: answer.statusCode }
}
const film = {
  made: 2000,
  leap: 2004,
  price: 1.5,
  mood: 'SAD',
  code: 'ab',
  email: 'A@b.C',
  tiny: 1,
}

describe('a column of a domain', () => {
  test('is written and read like its base type', async () => {
    const { status, data } = await ask('POST', 'films', film)
    expect([status, data]).toMatchObject([201, film])
    const changed = { ...film, made: 2155, leap: null, mood: 'GLAD', tiny: -32_768 }
    expect((await ask('PUT', `films/${data.id}`, changed)).data).toMatchObject(changed)
  })

  test('over an enum is filtered, grouped and offered by its values', async () => {
    const { data } = await ask('POST', 'films', { ...film, mood: 'GLAD' })
    const idsOf = async (filter: object): Promise<readonly number[]> =>
      (await ask('POST', 'films/filter', filter)).data.content.map(({ id }: Json) => id)
    const { rows } = await database.client.query("select id from films where mood::mood = 'GLAD'")
    const glad = rows.map(({ id }) => id).sort()
    expect(glad).toContain(data.id)
    expect([...(await idsOf({ mood: ['GLAD'] }))].sort()).toEqual(glad)
    expect([...(await idsOf({ notSad: 'SAD' }))].sort()).toEqual(glad)
    const options = await ask('POST', 'films/option-sources/moods/options/filter', { filter: {} })
    expect(options.content.map(({ id }: Json) => id).sort()).toContain('GLAD')
    const stats = await ask('POST', 'films/stats/group-by', { filter: {}, field: 'mood' })
    const group = stats.data.buckets.find(({ key }: Json) => key === 'GLAD')
    expect(group.value).toBe(glad.length)
    await database.client.query('delete from films where id = $1', [data.id])
  })

  test.each([
    ['moods', 'SAD', { mood: 'SAD' }],
    ['days', 'SAD~1', { mood: 'SAD', nr: 1 }],
  ])('over an enum is a key: %s', async (path, id, key) => {
    const create = () => ask('POST', path, { ...key, note: 'a', tagIds: [1] })
    expect(await create()).toMatchObject({ status: 201, data: { id, note: 'a', tagIds: [1] } })
    const changed = { note: 'b', tagIds: [2] }
    expect(await ask('PUT', `${path}/${id}`, changed)).toMatchObject({ status: 200, data: changed })
    expect((await ask('GET', `${path}/${id}`)).data).toMatchObject(changed)
    expect((await ask('PUT', `${path}/${id}`, { ...changed, tagIds: [] })).status).toBe(200)
    expect((await ask('DELETE', `${path}/${id}`)).status).toBe(204)
    await create()
    expect((await ask('DELETE', `${path}/batch`, [id])).status).toBe(204)
    expect((await ask('GET', `${path}/${id}`)).status).toBe(404)
  })

  test('of char(n) has no padding', async () => {
    const { data } = await ask('POST', 'films', { ...film, initials: 'ab' })
    expect(data.initials).toBe('ab')
    const found = await ask('POST', 'films/filter', { initials: 'ab  ' })
    expect(found.data.content.map(({ id }: Json) => id)).toContain(data.id)
    await database.client.query('delete from films where id = $1', [data.id])
  })

  test.each([
    [
      'a check of the domain',
      { made: 1900 },
      'made',
      "A rule of the database rejects the value of 'made'.",
    ],
    [
      'a check of the domain below',
      { leap: 1600 },
      'leap',
      "A rule of the database rejects the value of 'leap'.",
    ],
    ['a declared check', { leap: 2001 }, 'leap', "'leap' must be a leap year."],
    [
      'a check of a citext domain',
      { email: 'nobody' },
      'email',
      "A rule of the database rejects the value of 'email'.",
    ],
    ['the range of the type below', { tiny: 32_768 }, 'tiny', 'must be <= 32767'],
    ['the length of the domain', { code: 'abcde' }, 'code', 'must not have more than 4 characters'],
    [
      'the digits of the domain',
      { price: 1.234 },
      'price',
      "'price' must have at most 2 decimal places.",
    ],
  ])('%s is reported at its field', async (_, wrong, target, message) => {
    const { status, errors } = await ask('POST', 'films', { ...film, ...wrong })
    expect([status, errors.length]).toEqual([400, 1])
    expect(errors[0]).toMatchObject({ code: 'VALIDATION_FAILED', target })
    expect(errors[0].message).toContain(message)
  })
})

describe('citext', () => {
  test('compares exact values without case, like PostgreSQL', async () => {
    const emails = ['x@Y.z', 'q@q.q', null]
    for (const email of emails) await ask('POST', 'films', { ...film, email })
    const found = async (filter: object) =>
      (await ask('POST', 'films/filter', filter)).data.content.map(({ email }: Json) => email)
    expect(await found({ email: 'X@y.Z' })).toEqual(['x@Y.z'])
    expect(await found({ emails: ['Q@Q.Q', 'nobody'] })).toEqual(['q@q.q'])
    expect(await found({ otherEmails: ['X@Y.Z', 'a@B.c'] })).toEqual(['q@q.q'])
  })

  test('a text key is found whatever its case, also among several', async () => {
    expect((await ask('GET', 'names/ANN')).data).toMatchObject({ name: 'Ann' })
    const url = '/api/tests/names/by-ids?ids=BOB,ann,nobody,bob'
    const many = (await service.app.inject({ method: 'GET', url })).json()
    expect(many.map(({ name }: Json) => name)).toEqual(['bob', 'Ann', 'bob'])
    expect((await ask('PUT', 'names/CARL', { note: 'x' })).data).toMatchObject({ note: 'x' })
    expect((await ask('POST', 'names', { name: 'ANN', note: null })).status).toBe(409)
  })

  test('pages by cursor visit each row once, in the order of PostgreSQL', async () => {
    for (const way of ['asc', 'desc']) {
      const page = (turn = '') =>
        ask('POST', `names/filter/cursor?size=1&sort=name,${way}${turn}`, {}).then(({ data }) => ({
          ...data,
          content: data.content.map(({ name }: Json) => ({ id: name })),
        }))
      const pages = await walk(page)
      const { rows } = await database.client.query(`select name from names order by name ${way}`)
      expect(idsOfPages(pages).flat()).toEqual(rows.map(({ name }) => name))
      expect(idsOfPages(await walkBack(page, pages.at(-1)))).toEqual(idsOfPages(pages))
    }
  })

  test.each([
    [{ like: 'AR' }, ['Carl']],
    [{ starts: 'DO' }, ['dora']],
    [{ ends: 'B' }, ['bob']],
  ])('text search %j finds %j', async (filter, expected) => {
    const { data } = await ask('POST', 'names/filter', filter)
    expect(data.content.map(({ name }: Json) => name)).toEqual(expected)
  })
})
