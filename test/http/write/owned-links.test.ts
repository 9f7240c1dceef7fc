/**
 * The many-to-many lists that a resource can write are part of its records: a delete removes them.
 */
import {
  arrayOf,
  compositeKey,
  defineEntity,
  defineSchema,
  EQUAL,
  ids,
  integer,
  manyToMany,
  text,
  version,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { codeOf, tablesOf, useService } from '../../support/use-service.js'
import { expectFailure, type Json } from '../use-people.js'

const tags = defineEntity(
  'tags',
  { id: integer({ primaryKey: true }), secret: text({ default: 'no' }) },
  {
    rowAccess: {
      filter: { secret: EQUAL() },
      visibleTo: (caller) => (caller.has('all') ? 'all' : { secret: 'no' }),
    },
  },
)
const tagLinks = manyToMany('tags', { through: 'post_tags', from: 'post_id', target: 'tag_id' })
const posts = defineEntity('posts', {
  id: integer({ primaryKey: true }),
  title: text({ default: 'a' }),
  version: version(),
  tags: tagLinks,
  guarded: { ...tagLinks, visibleTo: ['guard'] } as typeof tagLinks,
  readers: manyToMany('tags', { through: 'post_readers', from: 'post_id', target: 'tag_id' }),
})
const spots = defineEntity('spots', {
  row: integer(),
  seat: integer(),
  id: compositeKey(['row', 'seat']),
  tags: manyToMany('tags', { through: 'spot_tags', from: ['row', 'seat'], target: 'tag_id' }),
})
const schema = defineSchema({ tags, posts, spots })
const forms = {
  delete: true,
  response: { id: '.', title: '.', version: '.', tagIds: ids('tags') },
  filter: {},
  defaultSort: ['id'],
} as const
const postsApi: Json = schema.resource('posts', {
  ...forms,
  key: 'press.posts',
  create: { id: '.', title: '.', tagIds: 'tags.id' },
  update: { title: '.', tagIds: 'tags.id' },
  actions: {
    tidy: schema.collectionAction(
      { title: 'Tidy', request: { ids: arrayOf(integer()) } },
      async ({ tx, request }): Promise<void> => {
        for (const id of request.ids) await tx.delete(postsApi, id)
      },
    ),
  },
} as Json)
const { send, rows } = useService({
  callers: { ann: { authorities: ['all', 'guard'] }, bob: {} },
  resources: [
    postsApi,
    schema.resource('posts', {
      ...forms,
      key: 'press.hooked',
      create: { id: '.', title: '.', tagIds: 'tags.id' },
      beforeWrite: () => undefined,
    } as Json),
    schema.resource('posts', {
      ...forms,
      key: 'press.marked',
      intents: { mark: { title: 'Mark', fields: { tagIds: 'guarded.id' } } },
    } as Json),
    schema.resource('posts', { ...forms, key: 'press.plain', create: { id: '.' } } as Json),
    schema.resource('spots', {
      key: 'press.spots',
      delete: true,
      response: { id: '.', tagIds: ids('tags') },
      create: { row: '.', seat: '.', tagIds: 'tags.id' },
      filter: {},
      defaultSort: ['id'],
    }),
    schema.resource('tags', {
      key: 'press.tags',
      delete: true,
      response: { id: '.' },
      filter: {},
      defaultSort: ['id'],
    } as Json),
  ],
  database: tablesOf(`
    create table tags (id int primary key, secret text not null default 'no');
    insert into tags values (1, 'no'), (2, 'yes'), (3, 'no');
    create table posts (
      id int primary key, title text not null, version int not null default 1);
    create table post_tags (
      post_id int references posts on delete restrict, tag_id int references tags,
      primary key (post_id, tag_id));
    create table post_readers (post_id int references posts, tag_id int references tags);
    create table spots ("row" int, seat int, primary key ("row", seat));
    create table spot_tags (
      "row" int, seat int, tag_id int references tags,
      foreign key ("row", seat) references spots);
    create function keep_post() returns trigger language plpgsql as $$ begin
      if old.title = 'kept' then
        update posts set title = 'deleted' where id = old.id; return null;
      end if;
      if old.title = 'cleaned' then delete from post_tags where post_id = old.id; end if;
      return old; end $$;
    create trigger keep_post before delete on posts for each row execute function keep_post();`),
})
const path = (name: string) => `/api/press/${name}`
let made = 0
const put = async (title = 'a', links = [1, 3]): Promise<number> => {
  await rows('insert into posts values ($1, $2)', [++made, title])
  await rows('insert into post_tags select $1, unnest($2::int[])', [made, links])
  return made
}
const linksOf = async (id: number) =>
  (await rows('select tag_id from post_tags where post_id = $1 order by 1', [id])).map(
    ({ tag_id }) => tag_id,
  )
const exists = async (id: number) =>
  (await rows('select 1 from posts where id = $1', [id])).length === 1
const conflict = { status: 409, code: 'DATA_INTEGRITY_VIOLATION' }

describe.each(['posts', 'hooked', 'marked'])('records of %s', (name) => {
  test.each(['ann', 'bob'])('are deleted with their links by %s', async (caller) => {
    const [id, other] = [await put(), await put()]
    expect(codeOf(await send(caller, 'DELETE', path(`${name}/${id}`)))).toBe('204')
    expect([await exists(id), await linksOf(id)]).toEqual([false, []])
    expect([await exists(other), await linksOf(other)]).toEqual([true, [1, 3]])
  })

  test('are not deleted if a link leads to a record that the caller does not see', async () => {
    const id = await put('a', [1, 2])
    expectFailure(await send('bob', 'DELETE', path(`${name}/${id}`)), conflict)
    expectFailure(await send('bob', 'DELETE', path(`${name}/batch`), [id]), conflict)
    expect([await exists(id), await linksOf(id)]).toEqual([true, [1, 2]])
    expect(codeOf(await send('ann', 'DELETE', path(`${name}/${id}`)))).toBe('204')
  })

  test('are deleted with their links by a batch', async () => {
    const made = [await put(), await put('a', []), await put()]
    expect(codeOf(await send('bob', 'DELETE', path(`${name}/batch`), made))).toBe('204')
    for (const id of made) expect([await exists(id), await linksOf(id)]).toEqual([false, []])
  })

  test('keep their links if the delete is refused', async () => {
    const id = await put()
    await rows('insert into post_readers values ($1, 1)', [id])
    const stale = { 'if-match': '"9.x"' }
    const refused = await send('ann', 'DELETE', path(`${name}/${id}`), undefined, stale)
    expect(codeOf(refused)).toBe('412 STALE_RESOURCE_VERSION')
    expectFailure(await send('ann', 'DELETE', path(`${name}/${id}`)), conflict)
    expectFailure(await send('ann', 'DELETE', path(`${name}/batch`), [id]), conflict)
    expect([await exists(id), await linksOf(id)]).toEqual([true, [1, 3]])
  })

  test('that a trigger keeps, keep their links as well', async () => {
    const [kept, gone, cleaned] = [await put('kept'), await put(), await put('cleaned')]
    expect(codeOf(await send('ann', 'DELETE', path(`${name}/${kept}`)))).toBe('204')
    expect([await exists(kept), await linksOf(kept)]).toEqual([true, [1, 3]])
    const again = await put('kept')
    const batch = [again, gone, cleaned]
    expect(codeOf(await send('ann', 'DELETE', path(`${name}/batch`), batch))).toBe('204')
    expect([await exists(again), await linksOf(again)]).toEqual([true, [1, 3]])
    for (const id of [gone, cleaned]) {
      expect([await exists(id), await linksOf(id)]).toEqual([false, []])
    }
  })

  test('whose links a trigger removes are deleted', async () => {
    const id = await put('cleaned')
    expect(codeOf(await send('ann', 'DELETE', path(`${name}/${id}`)))).toBe('204')
    expect(await exists(id)).toBe(false)
  })
})

test('an action deletes records with their links', async () => {
  const [first, kept, last] = [await put(), await put('kept'), await put()]
  const request = { ids: [first, kept, last] }
  const answer = await send('ann', 'POST', path('posts/actions/tidy'), request)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await Promise.all([first, kept, last].map(linksOf))).toEqual([[], [1, 3], []])
  expect(await Promise.all([first, kept, last].map(exists))).toEqual([false, true, false])
})

test('a record with a composite key is deleted with its links', async () => {
  await send('ann', 'POST', path('spots'), { row: 1, seat: 2, tagIds: [1, 3] })
  await send('ann', 'POST', path('spots'), { row: 1, seat: 3, tagIds: [1] })
  expect(await rows('select 1 from spot_tags')).toHaveLength(3)
  expect(codeOf(await send('ann', 'DELETE', path('spots/1~2')))).toBe('204')
  expect(codeOf(await send('ann', 'DELETE', path('spots/batch'), ['1~3']))).toBe('204')
  expect(await rows('select 1 from spot_tags union all select 1 from spots')).toEqual([])
})

test('links that the resource cannot write prevent a delete', async () => {
  const id = await put()
  const [error] = expectFailure(await send('ann', 'DELETE', path(`plain/${id}`)), conflict)
  expect(error.message).toBe('The record cannot be deleted: other records still refer to it.')
  expect(await linksOf(id)).toEqual([1, 3])
})

test('a record that others link is not deleted with their links', async () => {
  const id = await put('a', [3])
  expectFailure(await send('ann', 'DELETE', path('tags/3')), conflict)
  expect(await linksOf(id)).toEqual([3])
})
