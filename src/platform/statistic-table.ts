/**
 * Stored results of statistics. `as_of` is before the snapshot of the result, so everything that
 * was committed by then is in it. A node that computes a result has claimed its row, and renews the
 * claim; one that was killed leaves it to the next node. `result` is null before the first one.
 */
export const statisticTable = (schema: string): string => `create table ${schema}.statistic (
  key text primary key,
  resource text not null,
  operation text not null,
  result text,
  dataset_version text,
  as_of timestamptz,
  claimed_until timestamptz not null
);`

/** That of the callers. Null: they have none. */
export const statisticsOfTenants = (schema: string): string =>
  `alter table ${schema}.statistic add column tenant text;`
