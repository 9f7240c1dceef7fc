/** How `introspect` declares columns of some types. */
import { expect, test } from 'vitest'
import { introspect } from '../../src/server/introspect.js'
import { freshDatabase } from '../support/database.js'

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
