/** Writes that PostgreSQL refuses: the values are to blame, or records that refer to the record. */
import {
  belongsTo,
  defineEntity,
  defineSchema,
  EQUAL,
  ids,
  integer,
  json,
  manyToMany,
  text,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../support/database.js'
import { codeOf, tablesOf, useService } from '../../support/use-service.js'
import { expectFailure, type Json } from '../use-people.js'

const path = (name: string) => `/api/rules/${name}`

describe('records that others refer to with RESTRICT', () => {
  const departments = defineEntity('departments', {
    id: integer({ primaryKey: true }),
    code: text(),
    area: text({ nullable: true }),
  })
  const employees = defineEntity('employees', {
    id: integer({ primaryKey: true }),
    department: belongsTo('departments', { column: 'department_id', nullable: true }),
  })
  const areas = defineEntity('areas', {
    id: integer({ primaryKey: true }),
    parent: belongsTo('areas', { column: 'parent_id', nullable: true }),
  })
  const schema = defineSchema({ departments, employees, areas })
  const remove = ({ tx, record }: Json): unknown => tx.delete(departmentsApi, record.id)
  const departmentsApi: Json = schema.resource('departments', {
    key: 'rules.departments',
    delete: true,
    response: { id: '.', code: '.', area: '.' },
    create: { id: '.', code: '.' },
    update: { code: '.' },
    intents: { recode: { title: 'Recode', fields: { code: '.' } } },
    actions: {
      remove: schema.action('departments', { title: 'Remove' }, remove),
      'remove-each': schema.action(
        'departments',
        { title: 'Remove each', bulk: { atomicity: 'PER_ITEM' } },
        remove,
      ),
    },
    filter: { id: EQUAL() },
    defaultSort: ['id'],
  } as Json)
  const others = ['employees', 'areas'].map((name) =>
    schema.resource(name as 'areas', {
      key: `rules.${name}`,
      delete: true,
      response: { id: '.' },
      create: {
        id: '.',
        ...(name === 'areas'
          ? { parentId: 'parent.id' }
          : ({ departmentId: 'department.id' } as Json)),
      },
      filter: {},
      defaultSort: ['id'],
    }),
  )
  const { send, rows } = useService({
    callers: { ann: {} },
    resources: [departmentsApi, ...others],
    database: tablesOf(`
      create table departments (id int primary key, code text not null unique, area text);
      insert into departments values (1, 'ONE'), (2, 'TWO'), (3, 'THREE');
      create table employees (
        id int primary key,
        department_id int references departments on delete restrict,
        department_code text references departments (code) on update restrict on delete restrict);
      insert into employees values (1, 1, null), (2, null, 'TWO');
      create table areas (id int primary key, parent_id int references areas on delete restrict);
      insert into areas values (1, null), (2, 1);`),
  })
  const conflict = { status: 409, code: 'DATA_INTEGRITY_VIOLATION', targets: [null] }
  const stillReferenced = 'The record cannot be deleted: other records still refer to it.'
  const changed = 'Other records refer to this record, so it cannot be changed like this.'

  const someReferenced = 'Nothing was deleted: other records still refer to 1 of 2 records.'

  test.each([
    ['departments/1', undefined, stillReferenced],
    ['departments/2', undefined, stillReferenced],
    ['areas/1', undefined, stillReferenced],
    ['departments/batch', [3, 1], someReferenced],
  ])('a delete of %s is 409, and deletes nothing', async (target, body, message) => {
    const [error] = expectFailure(await send('ann', 'DELETE', path(target), body), conflict)
    expect(error.message).toBe(message)
    expect(await rows('select id from departments')).toHaveLength(3)
  })

  test.each([
    ['PUT', 'departments/2'],
    ['PATCH', 'departments/2/recode'],
  ] as const)('a %s of the key that they refer to is 409', async (method, target) => {
    const [error] = expectFailure(
      await send('ann', method, path(target), { code: 'TWO-B' }),
      conflict,
    )
    expect(error.message).toBe(changed)
  })

  test('an action that deletes one is 409; of many, the item fails', async () => {
    const removed = await send('ann', 'POST', path('departments/1/actions/remove'), {})
    expectFailure(removed, conflict)
    const bulk = { ids: [1, 2] }
    const each = await send('ann', 'POST', path('departments/actions/remove-each'), bulk)
    expect(each.json().data.items, each.body).toMatchObject([
      { status: 'FAILED', code: 'DATA_INTEGRITY_VIOLATION' },
      { status: 'FAILED', code: 'DATA_INTEGRITY_VIOLATION' },
    ])
  })

  test('an item of a batch fails alone', async () => {
    const items = [
      { operation: 'UPDATE', id: 2, data: { code: 'TWO-B' } },
      { operation: 'CREATE', data: { id: 4, code: 'FOUR' } },
    ]
    const answer = await send('ann', 'POST', path('departments/batch'), {
      atomicity: 'PER_ITEM',
      items,
    })
    expect(answer.json().data.items, answer.body).toMatchObject([
      { status: 'FAILED', code: 'DATA_INTEGRITY_VIOLATION', message: changed },
      { status: 'SUCCEEDED' },
    ])
    await rows('delete from departments where id = 4')
    const atomic = await send('ann', 'POST', path('departments/batch'), { items })
    expectFailure(atomic, { ...conflict, targets: ['items.0'] })
  })
})

describe('values that constraints, indexes and triggers cannot process', () => {
  const samples = defineEntity('samples', {
    id: integer({ primaryKey: true, generated: true }),
    part: integer({ default: 1 }),
    startsOn: text({ column: 'starts_on', default: '2026-01-01' }),
    zone: text({ default: 'UTC' }),
    pattern: text({ default: 'a' }),
    size: integer({ default: 1 }),
    day: text({ default: '2026-01-01' }),
    body: json({ nullable: true }),
    document: text({ default: 'a' }),
    name: text({ default: 'a' }),
    state: text({ default: '' }),
    late: text({ default: '' }),
    tags: manyToMany('tags', { through: 'sample_tags', from: 'sample_id', target: 'tag_id' }),
  })
  const tags = defineEntity('tags', { id: integer({ primaryKey: true }) })
  const ratios = defineEntity(
    'ratios',
    { id: integer({ primaryKey: true }), ratio: integer() },
    { view: true },
  )
  const schema = defineSchema({ samples, tags, ratios })
  const members = {
    part: '.',
    startsOn: '.',
    zone: '.',
    pattern: '.',
    size: '.',
    day: '.',
    body: '.',
    document: '.',
    name: '.',
    state: '.',
    late: '.',
    tagIds: 'tags.id',
  } as const
  const write = ({ request, update }: Json) => update({ state: request.state })
  const ratiosApi = schema.resource('ratios', {
    key: 'rules.ratios',
    response: { id: '.', ratio: '.' },
    filter: {},
    defaultSort: ['id'],
  })
  const samplesApi = schema.resource('samples', {
    key: 'rules.samples',
    delete: true,
    response: { id: '.', state: '.', tagIds: ids('tags') },
    create: members,
    update: { state: '.' },
    intents: Object.fromEntries(
      Object.keys(members).map((name) => [
        `set-${name.toLowerCase()}`,
        { title: name, fields: { [name]: members[name as 'part'] } },
      ]),
    ),
    actions: {
      go: schema.action('samples', { title: 'Go', request: { state: text() } }, write as Json),
      'go-each': schema.action(
        'samples',
        { title: 'Go each', request: { state: text() }, bulk: { atomicity: 'PER_ITEM' } },
        write as Json,
      ),
      look: schema.action('samples', { title: 'Look' }, async ({ tx }) => {
        await tx.filter(ratiosApi, {})
      }),
    },
    filter: {},
    defaultSort: ['id'],
  } as Json)
  const { send, rows } = useService({
    callers: { ann: {} },
    resources: [samplesApi, ratiosApi],
    database: tablesOf(`
      create function refuse_state() returns trigger language plpgsql as $$ begin
        if tg_op = 'DELETE' then
          if old.state = 'kept' then raise 'kept' using errcode = '23000'; end if;
          return old;
        end if;
        if new.state = '22023' then raise 'x' using errcode = 'invalid_parameter_value'; end if;
        if new.state = '23000' then raise 'x' using errcode = '23000'; end if;
        if new.state = '42501' then raise 'x' using errcode = 'insufficient_privilege'; end if;
        if new.state = 'P0002' then raise 'x' using errcode = 'no_data_found'; end if;
        if new.state = 'P0001' then raise 'x'; end if;
        perform new.day::date;
        return new; end $$;
      create table samples (
        id int generated by default as identity primary key,
        part int not null check (12 / part > 0),
        starts_on text not null check (not isempty(daterange(null, '2030-01-01'))),
        zone text not null check (now() at time zone zone is not null),
        pattern text not null check ('' ~ pattern is not null),
        size int not null check (ln(size) is not null),
        day text not null,
        body jsonb, count int generated always as (jsonb_array_length(body)) stored,
        document text not null,
        search tsvector generated always as (to_tsvector('simple', document)) stored,
        name text not null, state text not null, late text not null);
      create function to_day(text) returns date language sql immutable as 'select $1::date';
      alter table samples add check (daterange(to_day(starts_on), '2030-01-01') is not null);
      create index samples_name on samples (name);
      create trigger refuse_state before insert or update or delete on samples
        for each row execute function refuse_state();
      create function refuse_late() returns trigger language plpgsql as $$ begin
        if new.late <> '' then raise 'x' using errcode = '22000'; end if; return null; end $$;
      create constraint trigger refuse_late after insert or update on samples
        deferrable initially deferred for each row execute function refuse_late();
      create table tags (id int primary key);
      insert into tags values (1), (2);
      create function refuse_tag() returns trigger language plpgsql as $$ begin
        if new.tag_id = 2 then raise 'x' using errcode = '22000'; end if; return new; end $$;
      create table sample_tags (
        sample_id int references samples on delete cascade, tag_id int references tags,
        primary key (sample_id, tag_id));
      create trigger refuse_tag before insert on sample_tags
        for each row execute function refuse_tag();
      create table numbers (id int primary key, n int not null);
      insert into numbers values (1, 0);
      create view ratios as select id, 1 / n as ratio from numbers;`),
  })
  const random = (length: number): string => {
    let seed = 7
    return Array.from({ length }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return String.fromCharCode(33 + (seed % 90))
    }).join('')
  }
  const words = Array.from({ length: 120_000 }, (_, n) => `w${n}`).join(' ')
  const invalid = '400 VALIDATION_FAILED'
  const conflicting = '409 DATA_INTEGRITY_VIOLATION'
  type Case = readonly [name: string, body: Json, code: string]
  const cases: readonly Case[] = [
    ['a division by zero in a CHECK', { part: 0 }, invalid],
    ['swapped bounds of a range', { startsOn: '2031-01-01' }, invalid],
    ['an unknown time zone', { zone: 'Europe/Nowhere' }, invalid],
    ['an invalid regular expression', { pattern: '([' }, invalid],
    ['a logarithm of zero', { size: 0 }, invalid],
    ['a cast in a trigger', { day: 'abc' }, invalid],
    ['an object where a list is expected', { body: {} }, invalid],
    ['a text that is too long for a tsvector', { document: words }, invalid],
    ['a text that is too long for an index', { name: random(12_000) }, invalid],
    ['a trigger with errcode 22023', { state: '22023' }, invalid],
    ['a trigger with errcode 23000', { state: '23000' }, conflicting],
    ['a trigger with errcode 42501', { state: '42501' }, '403 ACCESS_DENIED'],
    ['a trigger with errcode P0002', { state: 'P0002' }, invalid],
    ['a deferred trigger', { late: 'x' }, invalid],
    ['a trigger of a join table', { tagIds: [2] }, invalid],
  ]
  const created = async (): Promise<number> =>
    (await send('ann', 'POST', path('samples'), {})).json().data.id

  test.each(cases)('%s is an error of a create, intent and batch', async (_name, body, code) => {
    const create = await send('ann', 'POST', path('samples'), body)
    expect(codeOf(create), create.body).toBe(code)
    const id = await created()
    const url = `samples/${id}/set-${Object.keys(body)[0]!.toLowerCase()}`
    expect(codeOf(await send('ann', 'PATCH', path(url), body))).toBe(code)
    const items = [{}, body, {}].map((data) => ({ operation: 'CREATE', data }))
    const atomic = await send('ann', 'POST', path('samples/batch'), { items })
    expect(codeOf(atomic)).toBe(code)
    const perItem = await send('ann', 'POST', path('samples/batch'), {
      atomicity: 'PER_ITEM',
      items,
    })
    expect(perItem.json().data.items.map((item: Json) => item.code)).toEqual([
      null,
      code.slice(4),
      null,
    ])
  })

  test.each(cases.filter(([, body]) => 'state' in body))(
    '%s is an error of an update and of an action',
    async (_name, body, code) => {
      const id = await created()
      expect(codeOf(await send('ann', 'PUT', path(`samples/${id}`), body))).toBe(code)
      expect(codeOf(await send('ann', 'POST', path(`samples/${id}/actions/go`), body))).toBe(code)
      const many = { ids: [id, await created()], ...body }
      const answer = await send('ann', 'POST', path('samples/actions/go-each'), many)
      expect(answer.json().data.items.map((item: Json) => item.code)).toEqual([
        code.slice(4),
        code.slice(4),
      ])
    },
  )

  test('a delete that a trigger refuses is 409', async () => {
    const id = await created()
    await send('ann', 'PUT', path(`samples/${id}`), { state: 'kept' })
    expect(codeOf(await send('ann', 'DELETE', path(`samples/${id}`)))).toBe(conflicting)
    expect(codeOf(await send('ann', 'DELETE', path('samples/batch'), [id]))).toBe(conflicting)
    expect(await rows('select 1 from samples where id = $1', [id])).toHaveLength(1)
  })

  test('the field that is too long for an index is named', async () => {
    const answer = await send('ann', 'POST', path('samples'), { name: random(3_000) })
    const [error] = expectFailure(answer, {
      status: 400,
      code: 'VALIDATION_FAILED',
      targets: ['name'],
    })
    expect(error.message).toBe('Too long for an index of the database: name.')
  })

  test('an error without a code is a failure of the service', async () => {
    const answer = await send('ann', 'POST', path('samples'), { state: 'P0001' })
    expect(codeOf(answer)).toBe('500 INTERNAL_ERROR')
  })

  test('the same errors of a read are failures of the service, also during a write', async () => {
    expect(codeOf(await send('ann', 'GET', path('ratios/1')))).toBe('500 INTERNAL_ERROR')
    const answer = await send('ann', 'POST', path(`samples/${await created()}/actions/look`), {})
    expect(codeOf(answer)).toBe('500 INTERNAL_ERROR')
  })
})

describe('rows that a policy of the table refuses', () => {
  let role = ''
  const notes = defineEntity('notes', { id: integer({ primaryKey: true }), owner: text() })
  const locked = defineEntity('locked', { id: integer({ primaryKey: true }), owner: text() })
  const schema = defineSchema({ notes, locked })
  const api = (name: 'notes' | 'locked') =>
    schema.resource(name, {
      key: `rules.${name}`,
      response: { id: '.', owner: '.' },
      create: { id: '.', owner: '.' },
      update: { owner: '.' },
      filter: {},
      defaultSort: ['id'],
    })
  const { send, rows } = useService({
    callers: { ann: {} },
    resources: [api('notes'), api('locked')],
    settings: { 'platform.dataset-version.mode': 'off' },
    database: async () => {
      const database = await freshDatabase()
      role = `clerk_${database.connection.database}`
      await database.client.query(`
        create table notes (id int primary key, owner text not null);
        insert into notes values (1, 'me');
        create table locked (id int primary key, owner text not null);
        alter table notes enable row level security;
        create policy reading on notes for select using (true);
        create policy writing on notes using (true) with check (owner = 'me');
        create role ${role} login password 'clerk';
        grant usage, create on schema public to ${role};
        grant create on database ${database.connection.database} to ${role};
        grant all on notes, locked to ${role};`)
      return {
        ...database,
        connection: { ...database.connection, user: role, password: 'clerk' },
        close: async () => {
          await database.client.query(`drop owned by ${role} cascade; drop role ${role}`)
          await database.close()
        },
      }
    },
  })
  const denied = { status: 403, code: 'ACCESS_DENIED', targets: [null] }

  test('a create and an update are 403, and an item of a batch fails alone', async () => {
    const [error] = expectFailure(
      await send('ann', 'POST', path('notes'), { id: 2, owner: 'you' }),
      denied,
    )
    expect(error.message).toBe('A policy of the database does not allow this change.')
    expectFailure(await send('ann', 'PUT', path('notes/1'), { owner: 'you' }), denied)
    const items = ['me', 'you'].map((owner, at) => ({
      operation: 'CREATE',
      data: { id: at + 10, owner },
    }))
    const batch = { atomicity: 'PER_ITEM', items }
    const answer = await send('ann', 'POST', path('notes/batch'), batch)
    expect(answer.json().data.items, answer.body).toMatchObject([
      { status: 'SUCCEEDED' },
      { status: 'FAILED', code: 'ACCESS_DENIED' },
    ])
  })

  test('a role without the privilege is a failure of the service', async () => {
    await rows(`revoke insert on locked from ${role}`)
    const answer = await send('ann', 'POST', path('locked'), { id: 1, owner: 'me' })
    expect(codeOf(answer)).toBe('500 INTERNAL_ERROR')
  })
})
