/** The keys that statements return of the records they wrote. */
import type { Row } from '../../foundation/execution/statement.js'
import { storedIdReader } from '../../model/stored-value.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import { printedColumn } from '../rows/response-fields.js'
import { columnName, columnSql, type Sql, sql } from '../sql/sql.js'

/** A record that was written, as the statement that wrote it returned it. */
export interface WrittenKey {
  readonly id: string
  /** Null for a record without a version. */
  readonly version: string | null
}

/** The columns of a `WrittenKey`. */
export const returnedKey = (entity: EntityModel, alias?: string): Sql => {
  const { primaryKey, version } = entity
  const key = alias === undefined ? columnName(primaryKey) : columnSql(alias, primaryKey)
  return sql`${printedColumn(key, primaryKey)}, ${version ? columnSql(alias, version) : sql`null`}`
}

/** Reads `returnedKey` of an INSERT. Of a row that a trigger skipped, nothing is returned. */
export const insertedKeysReader = ({ table, primaryKey }: EntityModel) => {
  const readId = storedIdReader(primaryKey)
  return (rows: readonly Row[]): readonly WrittenKey[] =>
    rows.map(([id, version]) => {
      if (id != null) return { id: readId(id), version: version ?? null }
      throw new Error(`an INSERT into '${table.name}' returned no key; its trigger must return it`)
    })
}
