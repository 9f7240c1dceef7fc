/** Columns of type char(n): values without padding, compared as PostgreSQL compares them. */
import {
  arrayOf,
  belongsTo,
  category,
  count,
  defineEntity,
  defineSchema,
  ENDS_WITH,
  EQUAL,
  enumOf,
  hasMany,
  IN,
  ids,
  integer,
  list,
  manyToMany,
  NOT_EQUAL,
  reference,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { idsOf, idsOfPages, type Turn, walk, walkBack } from '../page/use-cursors.js'
import type { Answer, Json, Method } from '../use-people.js'

const tables = `
  create table countries (code char(3) primary key, name text not null, region char(4));
  create table labels (code char(4) primary key, name text not null);
  create table towns (
    id integer primary key, name text not null, country_code char(5) references countries);
  create table town_labels (town_id integer references towns, label char(4) references labels,
    primary key (town_id, label));
  create table odds (id integer primary key, c5 char(5), kept char(5) not null);
  create domain choice as char(5);
  create table votes (id integer primary key, choice char(3) default 'no', earlier char(3)[],
    later choice[], check (choice in ('yes', 'no')));
  insert into votes values (1, 'yes', '{no,yes}', '{yes}'), (2, 'no', '{}', '{no}'),
    (3, null, null, null), (4, 'no', '{no}', '{}');
  insert into countries values ('PT', 'Portugal', 'EU'), ('US', 'States', 'AM'), ('GBR', 'Britain', 'EU');
  insert into labels values ('sea', 'By the sea'), ('old', 'Old'), ('cold', 'Cold');
  insert into towns values (1, 'Lisboa', 'PT'), (2, 'Porto', 'PT'), (3, 'Boston', 'US'), (4, 'Nowhere', null);
  insert into town_labels values (1, 'sea'), (1, 'old'), (3, 'cold');
  insert into odds select i, (array['ab', 'ab  x', 'abc', null, ''])[1 + i % 5], (array['b', 'a', 'a c'])[1 + i % 3]
    from generate_series(0, 25) i;`

const countries = defineEntity('countries', {
  code: text({ primaryKey: true, maxLength: 3 }),
  name: text(),
  region: text({ maxLength: 4, nullable: true }),
  towns: hasMany('towns', { column: 'country_code' }),
})
const labels = defineEntity('labels', {
  code: text({ primaryKey: true, maxLength: 4 }),
  name: text(),
})
const towns = defineEntity('towns', {
  id: integer({ primaryKey: true }),
  name: text(),
  country: belongsTo('countries', { column: 'country_code', nullable: true }),
  labels: manyToMany('labels', { through: 'town_labels', from: 'town_id', target: 'label' }),
})
const odds = defineEntity('odds', {
  id: integer({ primaryKey: true }),
  c5: text({ maxLength: 5, nullable: true }),
  kept: text({ maxLength: 5 }),
})
const choices = ['yes', 'no'] as const
const votes = defineEntity('votes', {
  id: integer({ primaryKey: true }),
  choice: enumOf(choices, { nullable: true, default: 'no' }),
  earlier: arrayOf(enumOf(choices), { nullable: true }),
  later: arrayOf(enumOf(choices), { nullable: true }),
})
const schema = defineSchema({ countries, labels, towns, odds, votes })

const seen: unknown[] = []
const countriesApi = schema.resource('countries', {
  key: 'tests.countries',
  response: {
    code: '.',
    name: '.',
    region: '.',
    townCount: count('towns'),
    towns: list('towns', { name: '.', countryCode: 'country.code' }),
  },
  create: { code: '.', name: '.', region: '.' },
  update: { name: '.', region: '.' },
  delete: true,
  filter: { code: EQUAL(), codes: IN('code'), region: EQUAL(), townId: EQUAL('towns.id') },
  defaultSort: ['code'],
  stats: { region: category(), code: category() },
  optionSources: {
    regions: { type: 'DISTINCT_DIMENSION', path: 'region' },
    codes: { type: 'LIGHT_LOOKUP', id: 'code', label: 'name' },
  },
  actions: {
    rename: schema.action(
      'countries',
      { title: 'Rename', request: { name: text() } },
      async ({ record, update, request }) => {
        seen.push(record.code, record.region)
        await update({ name: request.name, region: 'EU  ' })
      },
    ),
    touch: schema.action(
      'countries',
      { title: 'Touch', bulk: { atomicity: 'PER_ITEM' } },
      async ({ update }) => update({ name: 'Touched' }),
    ),
  },
})
const townsApi = schema.resource('towns', {
  key: 'tests.towns',
  response: {
    id: '.',
    name: '.',
    countryCode: 'country.code',
    country: 'country.name',
    labels: ids('labels'),
    labelNames: list('labels', { code: '.', name: '.' }),
  },
  create: { id: '.', name: '.', countryCode: 'country.code', labels: 'labels.code' },
  update: { name: '.', countryCode: 'country.code', labels: 'labels.code' },
  filter: {
    countryCode: EQUAL('country.code'),
    labels: IN('labels.code'),
    countryName: EQUAL('country.name'),
  },
  defaultSort: ['id'],
  stats: { country: reference({ path: 'country.code', labelPath: 'country.name' }) },
  optionSources: {
    countries: { type: 'RESOURCE_ENTITY', resource: 'tests.countries', path: 'country' },
  },
})
const oddsApi = schema.resource('odds', {
  key: 'tests.odds',
  response: { id: '.', c5: '.', kept: '.' },
  filter: {
    c5: EQUAL(),
    not: NOT_EQUAL('c5'),
    among: IN('c5'),
    endsWith: ENDS_WITH('c5'),
  },
  defaultSort: ['id'],
})
const votesApi = schema.resource('votes', {
  key: 'tests.votes',
  response: { id: '.', choice: '.', earlier: '.', later: '.' },
  create: { id: '.', choice: '.', earlier: '.', later: '.' },
  filter: { choice: IN(), not: NOT_EQUAL('choice'), earlier: IN(), later: IN() },
  defaultSort: ['id'],
  stats: { choice: category() },
  optionSources: { choices: { type: 'DISTINCT_DIMENSION', path: 'choice' } },
})

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  service = await createTestService({
    resources: [countriesApi, townsApi, oddsApi, votesApi],
    connection: database.connection,
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const base = '/api/tests'
const send = (method: Method, path: string, payload?: unknown): Promise<Answer> =>
  service.app.inject({
    method,
    url: base + path,
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
const ok = async (method: Method, path: string, payload?: unknown): Promise<Json> => {
  const answer = await send(method, path, payload)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body === '' ? undefined : answer.json()
}
const filtered = async (filter: object): Promise<readonly number[]> =>
  idsOf((await ok('POST', '/odds/filter?size=100', filter)).data.content)
const oddsOf = async (condition: string): Promise<readonly number[]> => {
  const { rows } = await database.client.query(`select id from odds where ${condition} order by id`)
  return rows.map(({ id }) => id)
}

describe('cursors over a char column', () => {
  test.each(['c5', 'c5,desc', 'kept', 'kept,desc&sort=c5', 'c5&sort=kept'])(
    'iterating by %s visits each row once, in both directions',
    async (sort) => {
      const { content } = (await ok('POST', `/odds/filter?size=100&sort=${sort}`, {})).data
      expect(content).toHaveLength(26)
      const turn: Turn = async (turn = '') =>
        (await ok('POST', `/odds/filter/cursor?size=3&sort=${sort}${turn}`, {})).data
      const pages = await walk(turn)
      expect(idsOfPages(pages).flat()).toEqual(idsOf(content))
      expect(idsOfPages(await walkBack(turn, pages.at(-1))).flat()).toEqual(idsOf(content))
    },
  )

  test('iterating by a char key visits each row once', async () => {
    const turn: Turn = async (turn = '') =>
      (await ok('POST', `/countries/filter/cursor?size=1&sort=code${turn}`, {})).data
    const pages = await walk(turn)
    expect(pages.flatMap(({ content }: Json) => content.map(({ code }: Json) => code))).toEqual([
      'GBR',
      'PT',
      'US',
    ])
  })
})

describe('filters over a char column', () => {
  test.each(['ab', 'ab   ', 'ab  x', ''])(
    'EQUAL %j matches the values that are equal for the column type',
    async (value) => {
      expect(await filtered({ c5: value })).toEqual(await oddsOf(`c5 = '${value}'`))
    },
  )

  test('every published value finds its own rows', async () => {
    const { content } = (await ok('POST', '/odds/filter?size=100', {})).data
    for (const { id, c5 } of content.filter(({ c5 }: Json) => c5 !== null)) {
      expect(await filtered({ c5 })).toContain(id)
    }
  })

  test('NOT_EQUAL, IN and ENDS_WITH agree with the database', async () => {
    expect(await filtered({ not: 'ab ' })).toEqual(await oddsOf("c5 <> 'ab'"))
    expect(await filtered({ among: ['ab  ', 'abc'] })).toEqual(await oddsOf("c5 in ('ab', 'abc')"))
    expect(await filtered({ endsWith: 'c' })).toEqual(await oddsOf("c5 = 'abc'"))
  })

  test('a filter can use an index on the column', async () => {
    await database.client.query('begin; create index on odds (c5); set local enable_seqscan = off')
    const { rows } = await database.client.query(
      `explain (costs off) select 1 from odds where c5 = $1::bpchar`,
      ['ab'],
    )
    await database.client.query('rollback')
    expect(JSON.stringify(rows)).toMatch(/Index/)
  })
})

describe('a char key', () => {
  test('a char key is sent without padding and leads back to its record', async () => {
    const { data, _links } = await ok('GET', '/countries/PT')
    expect(data).toMatchObject({ code: 'PT', region: 'EU', townCount: 2 })
    expect(data.towns).toEqual([
      { name: 'Lisboa', countryCode: 'PT' },
      { name: 'Porto', countryCode: 'PT' },
    ])
    expect(_links.self.href).toBe(`${base}/countries/PT`)
    expect((await ok('GET', '/countries/PT%20')).data.code).toBe('PT')
  })

  test.each(['ids=PT,US,GBR', 'ids=PT&ids=US&ids=GBR'])('by-ids finds %s', async (query) => {
    const codes = (rows: Json) => rows.map(({ code, id }: Json) => code ?? id)
    expect(codes(await ok('GET', `/countries/by-ids?${query}`))).toEqual(['PT', 'US', 'GBR'])
    expect(codes(await ok('GET', `/countries/options/by-ids?${query}`))).toEqual([
      'PT',
      'US',
      'GBR',
    ])
  })

  test('a record with a char key is located, and included in a page', async () => {
    expect(await ok('POST', '/countries/locate?id=US&size=1', {})).toEqual({
      position: 2,
      page: 2,
    })
    const page = await ok('POST', '/countries/filter?size=2&includeIds=US', {})
    expect(page.data.content[0].code).toBe('US')
  })

  test('a record with a char key is created, updated, acted on and deleted', async () => {
    const created = await send('POST', '/countries', { code: 'AR', name: 'x', region: 'AM ' })
    expect(created.statusCode, created.body).toBe(201)
    expect(created.headers['location']).toBe(`${base}/countries/AR`)
    expect(created.json().data).toMatchObject({ code: 'AR', region: 'AM' })
    const changed = await ok('PUT', '/countries/AR', {
      code: 'AR ',
      name: 'Argentina',
      region: 'A',
    })
    expect(changed.data).toMatchObject({ code: 'AR', name: 'Argentina', region: 'A' })
    const renamed = await ok('POST', '/countries/AR/actions/rename', { name: 'Silver' })
    expect(renamed.data).toMatchObject({ code: 'AR', name: 'Silver', region: 'EU' })
    expect(seen).toEqual(['AR', 'A'])
    const touched = await ok('POST', '/countries/actions/touch', { ids: ['AR', 'AR '] })
    expect(touched.data).toMatchObject({ total: 1, succeeded: 1 })
    await ok('DELETE', '/countries/batch', ['AR'])
    expect((await send('GET', '/countries/AR')).statusCode).toBe(404)
  })

  test('a value of more than n characters is refused, trailing blanks are not', async () => {
    const long = await send('POST', '/countries', { code: 'ABCD', name: 'x', region: null })
    expect(long.statusCode).toBe(400)
    const padded = await send('POST', '/countries', { code: 'ZZ     ', name: 'x', region: null })
    expect(padded.statusCode, padded.body).toBe(201)
    await ok('DELETE', '/countries/ZZ')
  })
})

describe('options and statistics over char columns', () => {
  const options = [
    { id: 'AM', label: 'AM', extra: null },
    { id: 'EU', label: 'EU', extra: null },
  ]

  test('option sources return ids that can be requested', async () => {
    const source = '/countries/option-sources/regions/options'
    expect((await ok('POST', `${source}/filter`, {})).content).toEqual(options)
    const wanted = { ids: ['EU', 'AM'] }
    expect(await ok('POST', `${source}/by-ids`, wanted)).toEqual([...options].reverse())
    expect(await ok('POST', `${source}/by-ids`, { ids: ['EU  '] })).toEqual([options[1]])
    const included = await ok('POST', `${source}/filter`, { includeIds: ['EU'] })
    expect(included.content).toEqual([...options].reverse())
    const codes = await ok('POST', '/countries/option-sources/codes/options/filter', {
      search: 'port',
    })
    expect(codes.content).toEqual([{ id: 'PT', label: 'Portugal', extra: null }])
    const ofTowns = await ok('POST', '/towns/option-sources/countries/options/filter', {
      filter: { countryCode: 'PT' },
    })
    expect(ofTowns.content).toEqual([{ id: 'PT', label: 'Portugal', extra: null }])
  })

  test('keys of groups are values that a filter finds', async () => {
    const group = async (resource: string, field: string) =>
      (
        await ok('POST', `/${resource}/stats/group-by`, {
          filter: {},
          field,
          metric: { operation: 'COUNT' },
        })
      ).data.buckets.map(({ key, label, value }: Json) => [key, label, value])
    expect(await group('countries', 'region')).toEqual([
      ['EU', 'EU', 2],
      ['AM', 'AM', 1],
    ])
    expect(await group('towns', 'country')).toContainEqual(['PT', 'Portugal', 2])
  })
})

describe('an enum over a char column', () => {
  const found = async (filter: object) =>
    idsOf((await ok('POST', '/votes/filter', filter)).data.content)

  test('its values are sent, filtered, sorted and grouped without padding', async () => {
    const { content } = (await ok('POST', '/votes/filter?sort=choice&sort=id', {})).data
    expect(
      content.map(({ id, choice, earlier, later }: Json) => [id, choice, earlier, later]),
    ).toEqual([
      [2, 'no', [], ['no']],
      [4, 'no', ['no'], []],
      [1, 'yes', ['no', 'yes'], ['yes']],
      [3, null, null, null],
    ])
    expect(await found({ choice: ['no'] })).toEqual([2, 4])
    expect(await found({ not: 'no' })).toEqual([1])
    expect(await found({ earlier: ['yes'] })).toEqual([1])
    expect(await found({ later: ['yes'] })).toEqual([1])
    const request = { filter: {}, field: 'choice', metric: { operation: 'COUNT' } }
    const { data } = await ok('POST', '/votes/stats/group-by', request)
    expect(data.buckets.map(({ key, label, value }: Json) => [key, label, value])).toEqual([
      ['no', 'No', 2],
      ['yes', 'Yes', 1],
      [null, '(none)', 1],
    ])
    const options = await ok('POST', '/votes/option-sources/choices/options/filter', {})
    expect(options.content.map(({ id }: Json) => id)).toEqual(['no', 'yes'])
  })

  test('a record is created with its values, and other values are refused', async () => {
    const { data } = await ok('POST', '/votes', {
      id: 9,
      choice: 'yes',
      earlier: ['no'],
      later: ['yes'],
    })
    expect(data).toMatchObject({ choice: 'yes', earlier: ['no'], later: ['yes'] })
    const refused = await send('POST', '/votes', {
      id: 10,
      choice: 'nay',
      earlier: null,
      later: null,
    })
    expect([refused.statusCode, refused.json().errors[0].target]).toEqual([400, 'choice'])
    await database.client.query('delete from votes where id = 9')
  })

  test('trailing blanks of a sent value are not a part of it', async () => {
    expect(await found({ choice: ['no '] })).toEqual([2, 4])
    expect(await found({ not: 'no   ' })).toEqual([1])
    expect(await found({ earlier: ['yes '] })).toEqual([1])
    expect(await found({ later: ['yes '] })).toEqual([1])
    const sent = { id: 9, choice: 'no ', earlier: ['no    '], later: ['yes  '] }
    const { data } = await ok('POST', '/votes', sent)
    expect(data).toMatchObject({ choice: 'no', earlier: ['no'], later: ['yes'] })
    expect((await send('POST', '/votes/filter', { not: ' no' })).statusCode).toBe(400)
    await database.client.query('delete from votes where id = 9')
  })
})

describe('references over char columns', () => {
  test('references and links are read by the values that filters use', async () => {
    const { data } = await ok('GET', '/towns/1')
    expect(data).toMatchObject({ countryCode: 'PT', country: 'Portugal', labels: ['old', 'sea'] })
    expect(data.labelNames).toEqual([
      { code: 'old', name: 'Old' },
      { code: 'sea', name: 'By the sea' },
    ])
    const found = await ok('POST', '/towns/filter', { countryCode: 'PT  ', labels: ['sea'] })
    expect(idsOf(found.data.content)).toEqual([1])
  })

  test('references and links are written and read back', async () => {
    const body = { id: 9, name: 'Faro', countryCode: 'PT ', labels: ['sea ', 'old'] }
    const { data } = await ok('POST', '/towns', body)
    expect(data).toMatchObject({ countryCode: 'PT', country: 'Portugal', labels: ['old', 'sea'] })
    const changed = await ok('PUT', '/towns/9', { ...data, labels: ['sea', 'cold'] })
    expect(changed.data.labels).toEqual(['cold', 'sea'])
  })

  test('an export has the values without padding', async () => {
    const { body } = await send('POST', '/countries/export', { fields: ['code', 'region'] })
    expect(body).toContain('\r\nPT,EU')
  })
})
