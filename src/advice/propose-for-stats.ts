/**
 * A covering index for the statistics of a resource: PostgreSQL then reads a few columns from the
 * index, not whole rows. A resource gets at most one, because every write has to keep it up to
 * date.
 */
import type { ColumnKind } from '../contract/columns.js'
import { type Catalog, type CatalogTable, tableKey } from '../database/catalog/catalog.js'
import { tableName } from '../database/check/sql-names.js'
import { type ColumnModel, columnsOf, uniqueBy } from '../model/types/entity-model.js'
import type { ColumnTarget, Target } from '../model/types/path.js'
import type { ResourceModel, RowRule } from '../model/types/resource-model.js'
import { isNumeric, measuresOf } from '../model/types/stats-model.js'
import type { ExampleRead, IndexProposal } from './index-proposal.js'
import { isIndexable, quoteAll, wholeIndexes } from './missing-indexes.js'

/** Smaller tables are read in a few milliseconds. 8 MB. */
const fewestPages = 1_000
/** With more columns the index is nearly as large as the table. */
const maxColumns = 4
const fewestColumnsLeft = 2

/** Types whose values are short. */
const narrowKinds: ReadonlySet<ColumnKind> = new Set([
  'integer',
  'decimal',
  'float',
  'boolean',
  'enum',
  'date',
  'instant',
  'localDateTime',
  'time',
  'uuid',
])

export const proposeForStats = (
  resource: ResourceModel,
  rule: RowRule | undefined,
  catalog: Catalog,
): IndexProposal | undefined => {
  const { entity, stats, name } = resource
  const table = catalog.tables.get(tableKey(entity.table))
  if (!table || !isLarge(table)) return undefined
  const fields = [...stats.fields.values()].filter(({ target }) => isNarrow(target))
  const measure = fields.find((field) => isNumeric(field) && measuresOf(field).length > 0)
  const groups = fields.filter((field) => field !== measure && field.operations.has('GROUP_BY'))
  // Groups of a relation have labels, and are drawn most.
  const group = groups.find(({ labelTarget }) => labelTarget) ?? groups[0]
  const series = fields.find((field) => field.operations.has('TIME_SERIES'))
  const ruled = [...(rule?.filter.values() ?? [])].map(({ target }) => target)
  if (!measure || (!group && !series) || !ruled.every(isNarrow)) return undefined
  const read = [measure.target, ...[group, series].flatMap((one) => one?.target ?? []), ...ruled]
  const columns = [
    ...new Set(
      uniqueBy(
        entity.tenant,
        read.flatMap(({ column }) => columnsOf(column)),
      ),
    ),
  ]
  if (!isWorthwhile(columns, table)) return undefined
  const [key, ...included] = columns
  const examples: ExampleRead[] = []
  if (group) examples.push({ type: 'groupBy', resource, field: group, measure })
  if (series) examples.push({ type: 'timeSeries', resource, field: series, measure })
  return {
    table,
    path: `${name}.stats`,
    problem: `No index holds the columns of statistics of '${measure.name}', so they read whole rows.`,
    statement: `CREATE INDEX ON ${tableName(entity.table, catalog)} (${quoteAll([key!], catalog)}) INCLUDE (${quoteAll(included, catalog)})`,
    note: 'It pays where statistics are read often: every write keeps it up to date, and VACUUM must run regularly.',
    examples,
    isOptional: true,
  }
}

/** An index of a partitioned table is one of each partition; child tables need their own. */
const isLarge = ({ isView, pages, hasChildren }: CatalogTable): boolean =>
  !isView && pages >= fewestPages && !hasChildren

const isNarrow = (target: Target): target is ColumnTarget =>
  target.type === 'column' && target.hops.length === 0 && isNarrowColumn(target.column)

const isNarrowColumn = ({ kind, parts, reads, item }: ColumnModel): boolean =>
  narrowKinds.has(kind) && !parts && !reads && !item

const isWorthwhile = (columns: readonly string[], table: CatalogTable): boolean =>
  columns.length > 1 &&
  columns.length <= maxColumns &&
  table.columns.size >= columns.length + fewestColumnsLeft &&
  isIndexable(table, columns) &&
  !wholeIndexes(table).some(
    ({ method, keys, included }) =>
      method === 'btree' &&
      columns.every(
        (name) => included.includes(name) || keys.some(({ column }) => column === name),
      ),
  )
