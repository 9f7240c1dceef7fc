/**
 * Decides which ids of type bigint are JSON numbers, and which are texts. Clients in JavaScript
 * round numbers beyond 2^53 − 1, so that links, filters and writes would name other records.
 */
import { tableKey } from '../database/catalog/catalog.js'
import {
  keyColumnsOf,
  type SourceColumn,
  type SourceTable,
} from '../database/catalog/source-tables.js'
import { groupBy } from '../foundation/sequences/group-by.js'
import type { ForeignKey } from './plan-relations.js'

/** Whether a column of type bigint is declared as an integer. */
export type IsNumericId = (column: SourceColumn) => boolean

/** A column of an integer type that is part of a key or of a foreign key, or that a view shows. */
interface Member {
  readonly column: SourceColumn
  /** A member with the same values, which this one refers to. */
  target: Member | undefined
}

/** The member to which the foreign keys of its group lead. */
const rootOf = (member: Member): Member => (member.target ? rootOf(member.target) : member)

/**
 * Columns that refer to each other have equal values, and so do those of a view and of its tables;
 * they are declared alike: as numbers if a
 * sequence fills the column that the others refer to, or if one of them is of a narrower type; as
 * texts if rows have values that JSON clients round.
 */
export const planIds = (
  tables: readonly SourceTable[],
  foreignKeys: readonly ForeignKey[],
): IsNumericId => {
  const tablesByKey = new Map(tables.map((table) => [tableKey(table), table]))
  const members = new Map<SourceColumn, Member>()
  const memberOf = (table: SourceTable | undefined, name: string): Member | undefined => {
    const column = table?.columns.find((each) => each.name === name)
    if (!column || !/^(smallint|integer|bigint)$/.test(column.type)) return undefined
    const member = members.get(column) ?? { column, target: undefined }
    members.set(column, member)
    return member
  }
  for (const table of tables) {
    for (const name of keyColumnsOf(table) ?? []) memberOf(table, name)
  }
  const join = (from: Member | undefined, to: Member | undefined): void => {
    if (from && to && rootOf(from) !== rootOf(to)) rootOf(from).target = to
  }
  for (const view of tables.filter(({ isView }) => isView)) {
    for (const origin of view.origins) {
      const table = tablesByKey.get(tableKey(origin))
      for (const [column, name] of Object.entries(origin.columns)) {
        join(memberOf(view, name), memberOf(table, column))
      }
    }
  }
  for (const { table, columns, target, targetColumns } of foreignKeys) {
    for (const [index, name] of columns.entries()) {
      join(memberOf(table, name), memberOf(tablesByKey.get(target), targetColumns[index]!))
    }
  }
  const groups = groupBy([...members.values()], rootOf)
  return (column) => {
    const member = members.get(column)
    if (!member) return false
    const root = rootOf(member)
    return areNumbers(root, groups.get(root)!)
  }
}

const areNumbers = ({ column: { idFacts } }: Member, group: readonly Member[]): boolean => {
  if (group.some(({ column }) => column.idFacts?.isBeyondJson)) return false
  return idFacts?.hasSequence === true || group.some(({ column }) => column.type !== 'bigint')
}
