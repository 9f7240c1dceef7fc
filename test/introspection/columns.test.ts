/** How `introspect` declares columns of some types. */
import { expect, test } from 'vitest'
import { introspect } from '../../src/server/commands/introspect.js'
import { freshDatabase } from '../support/database.js'
import { introspectTables } from './introspected.js'

const tables = `
  create type mood as enum ('happy', 'sad');
  create domain code as varchar(3);
  create table arrays (
    id int primary key,
    words text[] not null,
    short varchar(9)[],
    ranks smallint[] not null default '{}',
    sums numeric(12,2)[],
    moods mood[] not null default '{happy}',
    codes code[],
    grid int[][],
    empty text[] not null default array[]::text[],
    names text[] not null default '{a,"b c"}',
    chosen text[] not null default array['a'],
    bodies jsonb[],
    places point[],
    pictures bytea[]
  )`

test('introspect writes arrays with their items and constant defaults', async () => {
  const { client, connection, close } = await freshDatabase()
  try {
    await client.query(tables)
    const { files, plan } = await introspect({ connection, schemas: ['public'], group: 'own' })
    const entity = files.find(({ path }) => path === 'entities/arrays.ts')!.text
    const declared = entity
      .split('\n')
      .flatMap((line) => /^ {2}(\w+: arrayOf.*),$/.exec(line)?.[1] ?? [])
    expect(declared).toEqual([
      'words: arrayOf(text())',
      'short: arrayOf(text({ maxLength: 9 }), { nullable: true })',
      'ranks: arrayOf(integer(), { default: [] })',
      'sums: arrayOf(decimal({ precision: 12, scale: 2 }), { nullable: true })',
      "moods: arrayOf(enumOf(['happy', 'sad']), { default: ['happy'] })",
      'codes: arrayOf(text({ maxLength: 3 }), { nullable: true })',
      'grid: arrayOf(integer(), { nullable: true })',
      'empty: arrayOf(text(), { default: [] })',
      "names: arrayOf(text(), { default: ['a', 'b c'] })",
      'chosen: arrayOf(text(), { generated: true })',
    ])
    // Arrays of other values are read as text.
    expect(entity).toContain('bodies: asText({ nullable: true })')
    expect(entity).toContain('places: asText({ nullable: true })')
    expect(plan.leftOut.map(({ subject }) => subject)).toEqual(['arrays.pictures'])
  } finally {
    await close()
  }
})

test('introspect declares a numeric without precision as a decimal of any digits', async () => {
  const { client, connection, close } = await freshDatabase()
  try {
    await client.query(`
      create domain share as numeric check (value >= 0);
      create table prices (
        id int primary key, amount numeric not null default 0.0, share share, steps numeric[])`)
    const { files, plan } = await introspect({ connection, schemas: ['public'], group: 'own' })
    const { text } = files.find(({ path }) => path === 'entities/prices.ts')!
    expect(text).toContain("amount: decimal({ default: '0.0' })")
    expect(text).toContain("share: decimal({ nullable: true, minimum: '0' })")
    expect(text).toContain('steps: arrayOf(decimal(), { nullable: true })')
    expect(plan.leftOut).toEqual([])
  } finally {
    await close()
  }
})

test('introspect takes a lock_version of Rails for the version of a record', async () => {
  const { textOf } = await introspectTables(`
    create table orders (id int primary key, lock_version int not null default 0);
    create table items (id int primary key, lock_version int not null);
    create table notes (id int primary key, lock_version int)`)
  expect(textOf('entities/orders.ts')).toContain('lockVersion: version()')
  expect(textOf('resources/orders.ts')).toContain("create: { id: '.' }")
  expect(textOf('resources/orders.ts')).toContain('filter: {}')
  // The version of a new record is the default of the column.
  expect(textOf('entities/items.ts')).toContain('lockVersion: integer()')
  expect(textOf('entities/notes.ts')).toContain('lockVersion: integer({ nullable: true })')
})

test('introspect leaves out secrets, but not whether there is one, or when it changed', async () => {
  const { plan, textOf } = await introspectTables(`
    create table users (id int primary key, name varchar(40) not null, pass_crypt text,
      encrypted_otp text, recovery_codes text[], password_changed_at timestamptz,
      password_required boolean)`)
  expect(plan.leftOut.map(({ subject }) => subject)).toEqual([
    'users.pass_crypt',
    'users.encrypted_otp',
    'users.recovery_codes',
  ])
  expect(textOf('entities/users.ts')).toMatch(/passwordChangedAt: instant.*\n {2}passwordRequired:/)
})

test('introspect sorts by names, and not by texts that an index cannot hold', async () => {
  const { textOf } = await introspectTables(`
    create table posts (id int primary key, title text not null);
    create table comments (id int primary key, body text not null)`)
  expect(textOf('resources/posts.ts')).toContain("defaultSort: ['title']")
  expect(textOf('resources/comments.ts')).toContain("defaultSort: ['id']")
})

test('introspect names a record by a required text rather than by its description', async () => {
  const { textOf } = await introspectTables(`
    create table ticket (id int primary key, description text, number varchar(9) not null, subject text);
    create table fault (id int primary key, description text, code varchar(9) not null);
    create table note (id int primary key, description text)`)
  expect(textOf('resources/ticket.ts')).toContain("optionLabel: 'subject'")
  expect(textOf('resources/fault.ts')).toContain("optionLabel: 'code'")
  expect(textOf('resources/note.ts')).toContain("optionLabel: 'description'")
})

test('introspect shows the label of the record that a key refers to', async () => {
  const { textOf } = await introspectTables(`
    create table people (id int primary key, name varchar(40) not null);
    create table pilots (person_id int primary key references people, hours int)`)
  expect(textOf('resources/pilots.ts')).toContain(
    "response: { personId: '.', hours: '.', personName: 'person.name' }",
  )
})

test('introspect suggests what may be the tenant', async () => {
  const { report } = await introspectTables(`
    create table orders (id int primary key, organization_id int not null);
    create table items (id int primary key, organization_id int not null);
    create table notes (id int primary key, organization_id int)`)
  expect(report).toContain("\nTenants:\n  'organization_id' is in 3 of 3 tables. If it names the")
})

test('introspect declares special values of columns by their defaults and their rows', async () => {
  const { client, connection, close } = await freshDatabase()
  try {
    await client.query(`
      create table prices (
        id int primary key, since date not null, valid_to timestamptz not null default 'infinity',
        ends date default '-infinity'::date, factor numeric(8,2) not null, ratio float8 not null default 'NaN',
        shares float8[] not null, plain float8[] not null, "At" timestamp not null, spans interval, title text default 'NaN');
      insert into prices values (1, '2024-01-01', now(), null, 1, 1, '{1}', '{1}', '2024-01-01', '1 day'),
        (2, '2024-01-01', now(), null, 'NaN', 1, '{1,Infinity}', '{1}', '10000-01-01', null);
      create view views as select * from prices;
      create table open_until (until date primary key);
      insert into open_until values ('infinity')`)
    const { files } = await introspect({ connection, schemas: ['public'], group: 'own' })
    const textOf = (name: string) => files.find(({ path }) => path === `entities/${name}.ts`)!.text
    const special = textOf('prices')
      .split('\n')
      .filter((line) => line.includes('specialValues'))
      .map((line) => line.trim())
    expect(special).toEqual([
      'validTo: instant({ generated: true, specialValues: true }),',
      'ends: date({ generated: true, nullable: true, specialValues: true }),',
      'factor: decimal({ precision: 8, scale: 2, specialValues: true }),',
      'ratio: float({ generated: true, specialValues: true }),',
      'shares: arrayOf(float({ specialValues: true })),',
      "at: localDateTime({ column: 'At', specialValues: true }),",
    ])
    // No id could name the record.
    expect(textOf('open-until')).not.toContain('specialValues')
  } finally {
    await close()
  }
})

test('introspect declares whole numbers whose comment names them as enums', async () => {
  const { textOf } = await introspectTables(`
    create table bills (
      id int generated always as identity primary key,
      status smallint not null default 2 check (status in (1, 2, 3)),
      rank int);
    comment on column bills.status is '1 = In process; 2 = Approved; 3 = Sent back';
    comment on column bills.rank is '1: ON_LEAVE, 2: OPEN';`)
  const text = textOf('entities/bills.ts')
  expect(text).toContain("'1': 'IN_PROCESS', '2': 'APPROVED', '3': 'SENT_BACK'")
  expect(text).toContain("default: 'APPROVED'")
  expect(text).toContain("labels: { ON_LEAVE: 'ON_LEAVE', OPEN: 'OPEN' }")
})
