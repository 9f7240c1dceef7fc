/**
 * The statements that look for rows of an INSERT which returned no key: a trigger put them into
 * another table, or skipped them.
 */
import type { Statement } from '../../foundation/execution/statement.js'
import { castOf } from '../../model/kinds/kinds.js'
import type { ColumnModel, EntityModel } from '../../model/types/entity-model.js'
import type { ResourceView } from '../rows/row-access.js'
import { andOfTenant } from '../rows/tenants.js'
import { columnSql, isOneOf, type Sql, sql, tableSql, toStatement } from '../sql/sql.js'
import { insertedKeysReader, returnedKey, type WrittenKey } from './written-keys.js'

/** The keys among these that rows have, whether they are visible to the caller or not. */
export const storedKeysStatement = (
  resource: ResourceView,
  ids: readonly string[],
): Statement<readonly WrittenKey[]> => {
  const { primaryKey } = resource.entity
  return keysWhere(resource, isOneOf(columnSql('t', primaryKey), ids, primaryKey))
}

/** The key that the default of its column has just drawn from a sequence, if a row has it. */
export const drawnKeyStatement = (resource: ResourceView): Statement<readonly WrittenKey[]> => {
  const { primaryKey } = resource.entity
  const drawn = drawnValue(primaryKey)
  return keysWhere(resource, drawn ? sql`${columnSql('t', primaryKey)} = ${drawn}` : sql`false`)
}

const keysWhere = (resource: ResourceView, condition: Sql): Statement<readonly WrittenKey[]> => {
  const { entity } = resource
  return toStatement(
    sql`select ${returnedKey(entity, 't')} from ${tableSql(entity.table)} as t
      where ${condition}${andOfTenant(entity, 't', resource)}`,
    insertedKeysReader(entity),
  )
}

/**
 * Null unless the default of the column draws from the sequence of the column: its last value would
 * be that of another request.
 */
const drawnValue = (key: ColumnModel): Sql | undefined => {
  const cast = castOf(key)
  if (key.parts || cast === undefined) return undefined
  const table = tableText(key.entity)
  return sql`(
    select currval(sequence)::text::${sql.raw(cast)}
    from pg_get_serial_sequence(${table}, ${key.column}) as sequence, pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attname = ${key.column}
      and has_sequence_privilege(sequence, 'usage, select')
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'))`
}

/** The name as text, quoted as in SQL. */
const tableText = ({ table }: EntityModel): string => tableSql(table).texts.join('')
