/**
 * Reads and writes stored results of statistics. All times are those of the database, in
 * microseconds since 1970, so that the clocks of nodes need not agree.
 */
import type { SqlText, Statement } from '../../foundation/execution/statement.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { datasetVersionSql } from '../../query/sql/dataset-version.js'
import { prepared } from '../../query/sql/prepared.js'
import { type Sql, sql, toSqlText, toStatement } from '../../query/sql/sql.js'

/** A row of the table. */
export interface StatisticKey {
  readonly schema: string
  readonly key: string
}

/** A complete result, read from one snapshot. */
export interface StoredStatistic {
  /** JSON text of `data`. */
  readonly json: string
  readonly datasetVersion: string
  /** Everything that was committed by then is in it. */
  readonly asOf: number
}

export interface FoundStatistic {
  /** Undefined if no result is stored. */
  readonly stored: StoredStatistic | undefined
  /** A node computes it now. */
  readonly isClaimed: boolean
  /** The dataset version now. */
  readonly datasetVersion: string | null
  readonly now: number
}

const table = ({ schema }: StatisticKey): Sql => sql.id(schema, 'statistic')
const microsecondsOf = (time: Sql): Sql => sql`(extract(epoch from ${time}) * 1000000)::int8`
const fromNow = (milliseconds: number): Sql =>
  sql`clock_timestamp() + ${milliseconds}::int8 * interval '1 millisecond'`
const timeOf = (microseconds: number): Sql =>
  sql`timestamptz 'epoch' + ${microseconds}::int8 * interval '1 microsecond'`

/**
 * One result, and the version of the data on the same snapshot. No statement reads the table of
 * results together with versions that are stored beside rows on other nodes: those are read by
 * another one.
 */
export const findStatistic = (
  at: StatisticKey,
  resource: ResourceView,
): Statement<FoundStatistic> =>
  prepared(
    toStatement(
      sql`
      select s.result, s.dataset_version, ${microsecondsOf(sql`s.as_of`)},
        coalesce(s.claimed_until > clock_timestamp(), false),
        ${microsecondsOf(sql`clock_timestamp()`)},
        ${resource.dataset?.besideRows ? sql`null` : datasetVersionSql(resource)}
      from (select) as one left join ${table(at)} as s on s.key = ${at.key}`,
      ([row]) => {
        const [json, version, asOf, isClaimed, now, datasetVersion = null] = row!
        const isStored = json != null && version != null
        return {
          stored: isStored ? { json, datasetVersion: version, asOf: Number(asOf) } : undefined,
          isClaimed: isClaimed === 't',
          datasetVersion,
          now: Number(now),
        }
      },
    ),
  )

export interface Claim {
  /** The time before anything is read for the new result. */
  readonly now: number
  /** Version of the stored result; null if there is none. */
  readonly datasetVersion: string | null
}

export interface ClaimOptions {
  readonly resource: ResourceView
  readonly operation: string
  readonly leaseMs: number
  /** A younger result is not computed again. */
  readonly minAgeMs: number
}

/** Returns undefined if another node computes the result, or has just done so. */
export const claimStatistic = (
  at: StatisticKey,
  { resource, operation, leaseMs, minAgeMs }: ClaimOptions,
): Statement<Claim | undefined> => ({
  ...toStatement(
    sql`
    insert into ${table(at)} as s (key, resource, operation, tenant, claimed_until)
    values (${at.key}, ${resource.key}, ${operation}, ${resource.tenant ?? null},
      ${fromNow(leaseMs)})
    on conflict (key) do update set claimed_until = excluded.claimed_until
    where s.claimed_until <= clock_timestamp()
      and (s.as_of is null or s.as_of not between ${fromNow(-minAgeMs)} and clock_timestamp())
    returning ${microsecondsOf(sql`clock_timestamp()`)}, s.dataset_version`,
    ([row]) => row && { now: Number(row[0]), datasetVersion: row[1] ?? null },
  ),
  needsReadCommitted: true,
})

/** One that has ended stays so, however late this statement runs. */
export const renewClaim = (at: StatisticKey, leaseMs: number): SqlText =>
  toSqlText(
    sql`
    update ${table(at)} set claimed_until = ${fromNow(leaseMs)}
    where key = ${at.key} and claimed_until > clock_timestamp()`,
  )

/** Leaves the row to the next node that needs it. */
export const releaseClaim = (at: StatisticKey): SqlText =>
  toSqlText(sql`update ${table(at)} set claimed_until = clock_timestamp() where key = ${at.key}`)

/** The present result is still that of the data at this time. */
export const confirmStatistic = (at: StatisticKey, asOf: number): SqlText =>
  toSqlText(
    sql`
    update ${table(at)} set as_of = ${timeOf(asOf)}, claimed_until = clock_timestamp()
    where key = ${at.key}`,
  )

/** Rows are deleted that were not used since then. */
const unusedSince = sql`clock_timestamp() - interval '2 days'`

/**
 * Ends the claim, and deletes what is beyond the maximum or was not used any more. The tenant with
 * the most results loses one first. A row that another node deletes or writes is left alone, so
 * that nodes do not wait for each other.
 */
export const storeStatistic = (
  at: StatisticKey,
  { json, datasetVersion, asOf }: StoredStatistic,
  maxResults: number,
): SqlText =>
  toSqlText(
    sql`
    with used as (
      select key, tenant, case when key = ${at.key} then 'infinity'
        else coalesce(as_of, claimed_until) end as used_at
      from ${table(at)}
    ),
    turns as (
      select key, used_at, row_number() over (partition by tenant order by used_at desc) as turn
      from used
    ),
    ranked as (
      select key, used_at, row_number() over (order by turn, used_at desc) as place from turns
    ),
    locked as (
      select s.key from ${table(at)} as s join ranked on ranked.key = s.key
      where ranked.place > ${maxResults}::int8 or ranked.used_at < ${unusedSince}
      for update of s skip locked
    ),
    deleted as (delete from ${table(at)} where key in (select key from locked))
    update ${table(at)} set result = ${json}, dataset_version = ${datasetVersion},
      as_of = ${timeOf(asOf)}, claimed_until = clock_timestamp()
    where key = ${at.key}`,
  )
