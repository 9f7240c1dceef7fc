import { expect, test } from 'vitest'
import { introspectTables } from './introspected.js'

test('introspect proposes soft delete for columns that may mark deleted rows', async () => {
  const { report, textOf } = await introspectTables(`
    create table orders (id int primary key, deleted_at timestamptz, note text);
    create table notes (id int primary key, deleted boolean not null default false);
    create table files (id int primary key, archived_at timestamptz not null, undeleted int)`)
  const lines = report.split('\n').filter((line) => line.startsWith("  '"))
  expect(lines).toEqual([
    expect.stringMatching(/'files.archived_at' may mark deleted rows, which callers see now/),
    expect.stringMatching(/'notes.deleted' may mark deleted rows/),
    expect.stringMatching(/'orders.deleted_at' may say .* softDelete: \{ at: 'deletedAt' \}/),
  ])
  expect(textOf('entities/orders.ts')).not.toContain('softDelete')
})
