/** Finds records by the labels of their options. */
import type { Statement } from '../../foundation/execution/statement.js'
import type { ColumnTarget } from '../../model/types/path.js'
import { printedColumn } from '../rows/response-fields.js'
import { type ResourceView, scopeOf } from '../rows/row-access.js'
import { createTables } from '../rows/visible-rows.js'
import { sql, toStatement } from '../sql/sql.js'
import { canonicalIdReader } from './lock-statements.js'

/** A record with a label, and how many have it. */
export interface LabelledRecord {
  readonly id: string
  readonly count: number
}

/**
 * The visible records with these labels, by label. Means: `select name, min(id), count(*) from t
 * where name = any($1) group by name`
 */
export const labelledRecordsStatement = (
  resource: ResourceView,
  { hops, column }: ColumnTarget,
  labels: readonly string[],
): Statement<ReadonlyMap<string, LabelledRecord>> => {
  const { primaryKey } = resource.entity
  const scope = scopeOf(resource, createTables('t', resource))
  const label = scope.column({ hops, column })
  const id = printedColumn(scope.primaryKey, primaryKey)
  const readId = canonicalIdReader(primaryKey)
  return toStatement(
    sql`
    select ${label}::text, (array_agg(${id}::text))[1], count(*)
    from ${scope.from} where ${label}::text = any(${labels}::text[]) group by ${label}::text`,
    (rows) =>
      new Map(
        rows.map(([text, key, count]) => [text!, { id: readId(key!), count: Number(count) }]),
      ),
  )
}
