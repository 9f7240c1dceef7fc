/**
 * Reads from the catalog which columns each constraint binds, so that the error of a violated
 * constraint names the fields to blame, without any value.
 */
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { Phrase } from '../../foundation/text/placeholders.js'
import {
  type EntityModel,
  physicalColumns,
  type TableName,
} from '../../model/types/entity-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import { sqlStateOf, type Violation, violationOf } from '../errors/errors.js'
import {
  bindsTenant,
  type Catalog,
  type CatalogIndex,
  type ForeignKeyColumns,
  tableKey,
} from './catalog.js'

/** Where a constraint is. */
export type Place = Pick<Violation, 'schema' | 'table' | 'constraint'>

/** Undefined if no single constraint can be the one that the error names. */
export type FindPlace = (violation: Place) => Place | undefined

export interface IntegrityFacts {
  readonly placeOf: FindPlace
  /** A foreign key of the table consists of these columns and the tenant: it never leaves it. */
  bindsTenant(key: ForeignKeyColumns): boolean
  /** Some trigger may wait for the end of its transaction, and write then. */
  readonly hasDeferredTriggers: boolean
  /** Some constraint does so in every transaction. */
  readonly hasDeferredConstraints: boolean
  /** A view that triggers or rules write, so that its rows cannot be locked. */
  isWrittenByTriggers(table: TableName): boolean
  /**
   * PostgreSQL refuses a write as a part of another statement if rules add statements to it. If
   * rows are on several nodes, a statement is sent to one node, which does not know the others.
   */
  isWrittenAlone(table: TableName): boolean
  /** Columns of a constraint or unique index. */
  columnsOf(schema: string, table: string, constraint: string): readonly string[]
  /** Those of a unique index over every row of a table. Undefined: it is no such index. */
  uniqueColumnsOf(table: TableName, violation: Place): readonly string[] | undefined
  /** Columns of a table that have this domain. */
  columnsOfDomain(table: TableName, schema: string, domain: string): readonly string[]
  /** Name of a table; of a partition, of the table that it is a part of. */
  tableOf(schema: string, table: string): string
  /** The columns of a view that columns of a table behind it are; undefined for other tables. */
  viewColumnsOf(
    view: TableName,
    schema: string,
    table: string,
    columns: readonly string[],
  ): readonly string[] | undefined
}

/** @param placeOf default: errors name constraints as the catalog does */
export const createIntegrityFacts = (
  catalog: Catalog,
  placeOf: FindPlace = (violation) => violation,
): IntegrityFacts => {
  const columns = constraintColumns(catalog)
  const wholes = partitionedTables(catalog)
  return {
    placeOf,
    bindsTenant: (key) => bindsTenant(catalog, key),
    hasDeferredTriggers: catalog.hasDeferredTriggers,
    hasDeferredConstraints: catalog.hasDeferredConstraints,
    isWrittenByTriggers: (table) =>
      catalog.tables.get(tableKey(table))?.isWrittenByTriggers ?? false,
    isWrittenAlone: (table) => {
      const found = catalog.tables.get(tableKey(table))
      if (!found) return false
      return found.isWrittenByTriggers || found.hasRules || found.placement !== undefined
    },
    uniqueColumnsOf: (name, violation) => {
      const table = catalog.tables.get(tableKey(name))
      if (table?.name !== violation.table || table.schema !== violation.schema) return undefined
      const index = table.indexes.find((each) => each.name === violation.constraint)
      if (!index?.unique || index.partial) return undefined
      const names = columnsOfIndex(index).columns
      return names.length === index.keys.length ? names : undefined
    },
    columnsOfDomain: (table, schema, domain) =>
      [...(catalog.tables.get(tableKey(table))?.columns.values() ?? [])]
        .filter((column) => column.domain?.schema === schema && column.domain.name === domain)
        .map(({ name }) => name),
    columnsOf: (schema, table, constraint) =>
      columns.get(placeName(schema, table, constraint)) ?? [],
    tableOf: (schema, table) => wholes.get(`${schema}.${table}`) ?? table,
    viewColumnsOf: (view, schema, table, names) => {
      const origins = catalog.tables.get(tableKey(view))?.origins ?? []
      const origin = origins.find((each) => each.schema === schema && each.name === table)
      return origin && names.flatMap((name) => origin.columns[name] ?? [])
    },
  }
}

const placeName = (schema: string, table: string, constraint: string): string =>
  `${schema}.${table}/${constraint}`

/** Columns of the constraints and indexes of all tables, their partitions, and tables of views. */
const constraintColumns = ({ tables }: Catalog): ReadonlyMap<string, readonly string[]> => {
  const columns = new Map<string, readonly string[]>()
  const add = (schema: string, table: string, constraints: readonly BoundColumns[]): void => {
    for (const { name, columns: bound } of constraints) {
      columns.set(placeName(schema, table, name), bound)
    }
  }
  for (const { schema, name, indexes, constraints, origins, partitions } of tables.values()) {
    add(schema, name, indexes.map(columnsOfIndex))
    add(schema, name, constraints)
    for (const origin of origins) add(origin.schema, origin.name, origin.constraints)
    for (const partition of partitions) {
      add(partition.schema, partition.name, partition.uniqueIndexes)
      add(partition.schema, partition.name, constraints)
    }
  }
  return columns
}

interface BoundColumns {
  readonly name: string
  readonly columns: readonly string[]
}

/** An index over expressions binds fewer columns than it has keys. */
const columnsOfIndex = ({ name, keys }: CatalogIndex): BoundColumns => ({
  name,
  columns: keys.flatMap(({ column }) => column ?? []),
})

/** Names of partitioned tables, by schema and name of their partitions. */
const partitionedTables = ({ tables }: Catalog): ReadonlyMap<string, string> =>
  new Map(
    [...tables.values()].flatMap(({ name, partitions }) =>
      partitions.map((partition) => [`${partition.schema}.${partition.name}`, name] as const),
    ),
  )

/** The problem of one field of a constraint or index that refused a write. */
const problems: Readonly<
  Record<Violation['type'], (target: string, fields: readonly string[]) => Problem>
> = {
  unique: (target, fields) => problem('fieldsTaken', { target, fields }),
  foreignKey: (target) => problem('referenceMissing', { target }),
  // Other records are to blame.
  restrict: () => problem('recordReferenced'),
  indexSize: (target, fields) => problem('valueTooLongForIndex', { target, fields }),
  notNull: (target) => problem('valueNull', { target }),
  check: (target) => problem('valueBreaksRule', { target }),
}

/** Adds the fields to blame to an error of a write. Other errors are returned unchanged. */
export const blameFields = (
  error: unknown,
  resource: ResourceModel,
  shape: WriteShapeModel | undefined,
  facts: IntegrityFacts,
): unknown => {
  const violation = violationOf(error)
  if (!(error instanceof AppError) || !violation) return error
  const { type, column, domain } = violation
  const { schema, table, constraint } = facts.placeOf(violation) ?? violation
  const check = resource.entity.checks.get(constraint)
  if (type === 'check' && check && !resource.hidden?.has(check.field)) {
    const target = memberOf(shape, check.field)
    return withProblems(
      error,
      problem('declaredCheckFailed', { declared: new Phrase(check.message), target }),
    )
  }
  if (domain !== undefined) {
    const target = shape && memberOfDomain(shape, resource.entity, violation, facts)
    return target === undefined ? error : withProblems(error, problems[type](target, []))
  }
  if (!shape) {
    const isReferenced = type === 'foreignKey' || type === 'restrict'
    return isReferenced ? withProblems(error, problem('recordStillReferenced')) : error
  }
  const bound = column === undefined ? facts.columnsOf(schema, table, constraint) : [column]
  const columns = bound.filter((name) => name !== resource.entity.tenant?.column)
  // Of several columns, only a declaration says which one to blame.
  if (type === 'check' && columns.length !== 1) return error
  const view = resource.entity.table
  const viewColumns = facts.viewColumnsOf(view, schema, table, columns)
  const fields = viewColumns
    ? membersOf(shape, view.name, viewColumns)
    : membersOf(shape, facts.tableOf(schema, table), columns)
  if (fields.length === 0) return error
  return withProblems(
    error,
    fields.map((target) => problems[type](target, fields)),
  )
}

/**
 * The error names no field, for example because the contract does not declare a CHECK, or because a
 * trigger raised it as a check violation. The log names the constraint or the function.
 */
export const isUnexplained = (error: AppError): boolean =>
  error.status < 500 &&
  sqlStateOf(originOf(error)) !== undefined &&
  error.problems.every(({ target }) => target === undefined)

/** The error under errors that were made from it. */
export const originOf = ({ cause }: AppError): unknown =>
  cause instanceof AppError ? originOf(cause) : cause

const withProblems = (
  { cause, headers }: AppError,
  replaced: Problem | readonly Problem[],
): AppError => new AppError(replaced, { cause, headers })

/** The member of the body that writes a field of the entity. */
const memberOf = (shape: WriteShapeModel | undefined, field: string): string => {
  const writers = [...(shape?.fields.values() ?? [])]
  return (
    writers.find((writer) => writer.type === 'column' && writer.column.field === field)?.name ??
    field
  )
}

/** PostgreSQL names the domain only, so the member is known if no other one has the domain. */
const memberOfDomain = (
  shape: WriteShapeModel,
  { table }: EntityModel,
  { schema, domain = '' }: Violation,
  facts: IntegrityFacts,
): string | undefined => {
  const [member, other] = membersOf(shape, table.name, facts.columnsOfDomain(table, schema, domain))
  return other === undefined ? member : undefined
}

const membersOf = (
  shape: WriteShapeModel,
  table: string,
  columns: readonly string[],
): readonly string[] => {
  const members = [...shape.fields.values()].flatMap((field) => {
    if (field.type === 'column') {
      const isOwn = field.column.entity.table.name === table
      const held = physicalColumns(field.column).filter(({ column }) => columns.includes(column))
      return isOwn && held.length > 0 ? [{ name: field.name, count: held.length }] : []
    }
    const { via } = field.relation
    return via.type === 'joinTable' && via.table.name === table
      ? [{ name: field.name, count: 1 }]
      : []
  })
  // The one that holds all columns is to blame, not those that share some of them.
  const whole = members.filter(({ count }) => count === columns.length)
  return (whole.length > 0 ? whole : members).map(({ name }) => name)
}
