/** The statements that write the links of many-to-many relations. */
import type { SqlText } from '../../foundation/execution/statement.js'
import type { ToManyModel } from '../../model/types/entity-model.js'
import type { ResourceView } from '../rows/row-access.js'
import { andOfTenant, tenantToWrite } from '../rows/tenants.js'
import { preparingWrites } from '../sql/prepared.js'
import {
  carriedKey,
  insertedKey,
  isOneOf,
  keyNames,
  linkSql,
  namesSql,
  parameter,
  type Sql,
  selectList,
  sql,
  tableSql,
  toWriteStatement,
  unnested,
} from '../sql/sql.js'
import { isVisible } from './write-statements.js'

/** The parts of a many-to-many: the links of one record, and those that it will have. */
const linksOf = (
  resource: ResourceView,
  { via, target }: ToManyModel,
  id: string | undefined,
  ids: readonly string[],
) => {
  if (via.type !== 'joinTable') throw new Error('only a join table is linked')
  const table = tableSql(via.table)
  const key = via.owner.references
  const value = id === undefined ? insertedKey(key) : parameter(id, key)
  const mine = sql`${linkSql(undefined, via.owner)} = ${value}${andOfTenant(via, undefined, resource)}`
  const to = linkSql(undefined, via.target)
  const wanted = carriedKey('wanted', via.target.references)
  const names = selectList(keyNames(via.target.references))
  return {
    ...{ via, table, value, wanted },
    /** Links that end. */
    removed: sql`${table}
      where ${mine} and not (${isOneOf(to, ids, via.target.references)}) and ${isVisible(resource, target, to)}`,
    /** Ids that are not linked yet. */
    added: sql`${unnested(ids, via.target.references)} as wanted(${names})
      where not exists (select 1 from ${table} where ${mine} and ${to} = ${wanted})`,
  }
}

/**
 * Makes the linked ids of a many-to-many exactly these. Links that stay, and links to rows that are
 * invisible to the caller, are not touched. Undefined: those of the record that was inserted last.
 */
export const linkStatements = (
  resource: ResourceView,
  relation: ToManyModel,
  id: string | undefined,
  ids: readonly string[],
): readonly SqlText[] => {
  const { via, table, value, wanted, removed, added } = linksOf(resource, relation, id, ids)
  const { tenant } = via
  const columns = sql.join([
    ...(tenant ? [sql.id(tenant.column)] : []),
    ...[via.owner, via.target].map((link) => selectList(namesSql(link.columns))),
  ])
  const values = sql.join([
    ...(tenant ? [parameter(tenantToWrite(resource), tenant)] : []),
    selectList(value),
    selectList(wanted),
  ])
  const statements = [
    sql`delete from ${removed}`,
    ...(ids.length === 0
      ? []
      : [sql`insert into ${table} (${columns}) select ${values} from ${added}`]),
  ]
  return statements.map((statement) =>
    preparingWrites(relation.owner)(toWriteStatement(statement, () => undefined)),
  )
}

/**
 * Removes the links of records that are about to be deleted, except those to rows that are
 * invisible to the caller.
 */
export const unlinkStatements = (
  resource: ResourceView,
  ids: readonly string[],
): readonly SqlText[] =>
  resource.ownedLinks.map(({ owner, target, via }) => {
    if (via.type !== 'joinTable') throw new Error('only a join table is linked')
    const isOwned = isOneOf(linkSql(undefined, via.owner), ids, via.owner.references)
    const ofTenant = andOfTenant(via, undefined, resource)
    const isSeen = isVisible(resource, target, linkSql(undefined, via.target))
    const unlink = sql`delete from ${tableSql(via.table)} where ${isOwned}${ofTenant} and ${isSeen}`
    return preparingWrites(owner)(toWriteStatement(unlink, () => undefined))
  })

/** Condition: the linked ids of a record are not exactly these. */
export const linksDiffer = (
  resource: ResourceView,
  relation: ToManyModel,
  id: string,
  ids: readonly string[],
): Sql => {
  const { removed, added } = linksOf(resource, relation, id, ids)
  const ends = sql`exists (select 1 from ${removed})`
  return ids.length === 0 ? ends : sql`(${ends} or exists (select 1 from ${added}))`
}
