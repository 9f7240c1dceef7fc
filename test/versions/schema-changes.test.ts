/** A change of the schema that no trigger sees changes the entity tags of the next start. */
import { defineEntity, defineSchema, integer, text, version } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const fields = {
  id: integer({ primaryKey: true }),
  body: text(),
  mood: text({ nullable: true }),
  version: version(),
}
const { resource } = defineSchema({
  notes: defineEntity('notes', fields),
  shown: defineEntity('shown', fields, { view: true }),
})
const shape = {
  response: { id: '.', body: '.', mood: '.', version: '.' },
  filter: {},
  defaultSort: ['id'],
} as const
const resources = [
  resource('notes', { ...shape, key: 'texts.notes' }),
  resource('shown', { ...shape, key: 'texts.shown' }),
]

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`
    create type mood as enum ('calm', 'glad');
    create table moods (note_id integer, mood mood);
    create table notes (id integer primary key, body text not null, mood text,
      version integer not null default 1);
    create view inner_view as select id, body, version from notes;
    create view shown as
      select n.id, n.body, (select m.mood::text from moods m where m.note_id = n.id) as mood, n.version
      from inner_view n;
    insert into notes values (1, 'one', null, 1);
    insert into moods values (1, 'calm');`)
  await restart()
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const restart = async (): Promise<void> => {
  await service?.close()
  const { connection } = database
  const settings = { 'platform.auth.mode': 'none' }
  service = await createTestService({ resources, connection, settings })
}
const paths = ['notes/1', 'shown/1', 'notes/all', 'shown/all', 'shown/by-ids?ids=1']
const read = (path: string, tag?: unknown) =>
  service.app.inject({
    url: `/api/texts/${path}`,
    headers: tag === undefined ? {} : { 'if-none-match': String(tag) },
  })

/** The paths whose tag a restart after the change does not know any more. */
const changedBy = async (sql: string): Promise<readonly string[]> => {
  const tags = new Map<string, unknown>()
  for (const path of paths) tags.set(path, (await read(path)).headers.etag)
  await database.client.query(sql)
  await restart()
  const changed: string[] = []
  for (const [path, tag] of tags) {
    const { statusCode } = await read(path, tag)
    expect([200, 304]).toContain(statusCode)
    if (statusCode === 200) changed.push(path)
  }
  return changed
}
const ofView = paths.filter((path) => path.startsWith('shown'))

test('a restart alone changes no tag, nor does a change of another table', async () => {
  expect(await changedBy('select')).toEqual([])
  expect(await changedBy('create table others (id integer); analyze')).toEqual([])
})

test.each([
  [
    'a view',
    `create or replace view shown as select n.id, upper(n.body) as body,
       (select m.mood::text from moods m where m.note_id = n.id) as mood, n.version
     from inner_view n`,
    ofView,
  ],
  [
    'a view behind it',
    `create or replace view inner_view as select id, body || '!' as body, version from notes`,
    ofView,
  ],
  ['the name of an enum', `alter type mood rename value 'calm' to 'quiet'`, ofView],
  [
    'the values of a column by its type',
    `alter table notes alter mood type text using coalesce(mood, '') || '?'`,
    paths,
  ],
])('after a change of %s, old tags do not match', async (_, sql, changed) => {
  expect(await changedBy(sql)).toEqual(changed)
})
