/**
 * The tables of files.
 *
 * - `file` has a row for each file in a store, whatever the store is. `owner` names the column that
 *   refers to it. `unused_since` is set while no record has the file: from the begin of an upload
 *   until its record has it, and from the time when the record was found to have it no more.
 * - `file_chunk` holds the bytes that the database stores. They are mostly compressed already, so
 *   PostgreSQL does not try.
 */
export const fileTables = (schema: string): string => `create table ${schema}.file (
  id uuid primary key,
  owner text not null,
  created_at timestamptz not null default now(),
  unused_since timestamptz default now()
);
create index file_unused_idx on ${schema}.file (owner, unused_since) where unused_since is not null;
create table ${schema}.file_chunk (
  file uuid not null references ${schema}.file (id) on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (file, number)
);
alter table ${schema}.file_chunk alter column bytes set storage external;`
