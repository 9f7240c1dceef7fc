/**
 * Small tables: a filter on their columns first finds the keys of the matching rows, instead of
 * joining the table to all rows that refer to it.
 */
import type { EntityModel, Lookups } from '../../model/types/entity-model.js'
import type { Database } from '../access/database.js'
import { tableKey } from './catalog.js'

/**
 * A list of keys is compared item by item where no index serves it. An empty table does not say how
 * it will grow.
 */
const maxPages = 4
const refreshMs = 60_000

export interface LookupTables {
  /** The same object until a table has become small or large. */
  readonly current: Lookups
  /** Ends the measuring. */
  stop(): void
}

/**
 * Measures the tables, and again every minute: a table that grows is joined from then on.
 *
 * @param atStart where they are measured first
 */
export const watchLookupTables = async (
  database: Pick<Database, 'query'>,
  entities: readonly EntityModel[],
  atStart = database,
): Promise<LookupTables> => {
  const keys = new Map(entities.map(({ table }) => [tableKey(table), table]))
  const names = [...keys.values()].map(({ schema, name }) =>
    [...(schema === undefined ? [] : [schema]), name]
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  )
  const values = [[...keys.keys()], names, maxPages]
  const measure = async (on: typeof database): Promise<ReadonlySet<string>> => {
    const rows = await on.query({ text: smallTables, values })
    return new Set(rows.map(([key]) => key!))
  }
  const lookupsIn = (small: ReadonlySet<string>): Lookups =>
    new Set(entities.filter(({ table }) => small.has(tableKey(table))))
  let small = await measure(atStart)
  const tables = { current: lookupsIn(small), stop: () => clearInterval(timer) }
  const timer = setInterval(() => {
    void measure(database).then(
      (measured) => {
        if (measured.size === small.size && [...measured].every((key) => small.has(key))) return
        small = measured
        tables.current = lookupsIn(small)
      },
      // The last sizes are as good as any while the database is away.
      () => undefined,
    )
  }, refreshMs).unref()
  return tables
}

/** A partitioned table, or one with children, has rows elsewhere; of a view nothing is known. */
const smallTables = `
  select named.key from unnest($1::text[], $2::text[]) as named(key, name)
  join pg_class c on c.oid = to_regclass(named.name)
  where c.relkind in ('r', 'm') and not c.relhassubclass
    and pg_relation_size(c.oid) between 1 and $3::int8 * current_setting('block_size')::int8`
