/**
 * Reads from the catalog which columns each constraint binds, so that the error of a violated
 * constraint names the fields to blame, without any value.
 */
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import type { ResourceModel, WriteShapeModel } from '../model/types/resource-model.js'
import type { Catalog } from './catalog.js'
import { type Violation, violationOf } from './errors.js'

export interface IntegrityFacts {
  /** Some trigger may wait for the end of its transaction, and write then. */
  readonly hasDeferredTriggers: boolean
  /** Columns of a constraint or unique index. */
  columnsOf(schema: string, table: string, constraint: string): readonly string[]
  /** Name of a table; of a partition, of the table that it is a part of. */
  tableOf(schema: string, table: string): string
}

export const createIntegrityFacts = (catalog: Catalog): IntegrityFacts => {
  const columns = new Map<string, readonly string[]>()
  const wholes = new Map<string, string>()
  for (const table of catalog.tables.values()) {
    const name = `${table.schema}.${table.name}`
    for (const { name: index, keys } of table.indexes) {
      columns.set(
        `${name}/${index}`,
        keys.flatMap(({ column }) => column ?? []),
      )
    }
    for (const constraint of table.constraints) {
      columns.set(`${name}/${constraint.name}`, constraint.columns)
    }
    for (const { schema, name: partition, uniqueIndexes } of table.partitions) {
      wholes.set(`${schema}.${partition}`, table.name)
      for (const index of uniqueIndexes) {
        columns.set(`${schema}.${partition}/${index.name}`, index.columns)
      }
    }
  }
  return {
    hasDeferredTriggers: catalog.hasDeferredTriggers,
    columnsOf: (schema, table, constraint) => columns.get(`${schema}.${table}/${constraint}`) ?? [],
    tableOf: (schema, table) => wholes.get(`${schema}.${table}`) ?? table,
  }
}

/** The problem of one field of a violated constraint. */
const problems: Readonly<
  Record<
    Exclude<Violation['type'], 'check'>,
    (target: string, fields: readonly string[]) => Problem
  >
> = {
  unique: (target, fields) => problem('fieldsTaken', { target, fields }),
  foreignKey: (target) => problem('referenceMissing', { target }),
  notNull: (target) => problem('valueRequired', { target }),
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
  const { type, schema, table, constraint, column } = violation
  if (type === 'check') {
    const check = resource.entity.checks.get(constraint)
    if (!check || resource.hidden?.has(check.field)) return error
    const target = memberOf(shape, check.field)
    return withProblems(error, problem('declaredCheckFailed', { declared: check.message, target }))
  }
  if (!shape) {
    return type === 'foreignKey' ? withProblems(error, problem('recordStillReferenced')) : error
  }
  const columns = column === undefined ? facts.columnsOf(schema, table, constraint) : [column]
  const fields = membersOf(shape, facts.tableOf(schema, table), columns)
  if (fields.length === 0) return error
  return withProblems(
    error,
    fields.map((target) => problems[type](target, fields)),
  )
}

const withProblems = (
  { cause, headers }: AppError,
  replaced: Problem | readonly Problem[],
): AppError => new AppError(replaced, { cause, headers })

/** The member of the body that writes a field of the entity. */
const memberOf = (shape: WriteShapeModel | undefined, field: string): string => {
  const writers = [...(shape?.fields.values() ?? [])]
  return writers.find((one) => one.type === 'column' && one.column.field === field)?.name ?? field
}

const membersOf = (
  shape: WriteShapeModel,
  table: string,
  columns: readonly string[],
): readonly string[] =>
  [...shape.fields.values()].flatMap((field) => {
    if (field.type === 'column') {
      const isOwn = field.column.entity.table.name === table
      return isOwn && columns.includes(field.column.column) ? [field.name] : []
    }
    const { via } = field.relation
    return via.type === 'joinTable' && via.table.name === table ? [field.name] : []
  })
