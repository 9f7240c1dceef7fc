/**
 * Which columns a constraint binds, read from the catalog at the start, so that a broken one is told
 * with the fields to blame and without any value.
 */
import pg from 'pg'
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import type { ResourceModel, WriteShapeModel } from '../model/types/resource-model.js'
import type { Catalog } from './catalog.js'

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

/** The problem of one field of a broken constraint, by SQLSTATE. */
const problems: Readonly<Record<string, (target: string, fields: readonly string[]) => Problem>> = {
  '23505': (target, fields) => problem('fieldsTaken', { target, fields }),
  '23503': (target) => problem('referenceMissing', { target }),
  '23502': (target) => problem('valueRequired', { target }),
}

/** Adds the fields to blame to an error that a write met. Other errors pass unchanged. */
export const blameFields = (
  error: unknown,
  resource: ResourceModel,
  shape: WriteShapeModel | undefined,
  facts: IntegrityFacts,
): unknown => {
  if (!(error instanceof AppError) || !(error.cause instanceof pg.DatabaseError)) return error
  const { code = '', schema = '', table = '', constraint = '', column } = error.cause
  const check = resource.entity.checks.get(constraint)
  if (code === '23514' && check && !resource.hidden?.has(check.field)) {
    const target = memberOf(shape, check.field)
    return withProblems(error, problem('declaredCheckFailed', { declared: check.message, target }))
  }
  const problemOf = problems[code]
  if (!problemOf) return error
  if (!shape) {
    return code === '23503' ? withProblems(error, problem('recordStillReferenced')) : error
  }
  const columns = column === undefined ? facts.columnsOf(schema, table, constraint) : [column]
  const fields = membersOf(shape, facts.tableOf(schema, table), columns)
  if (fields.length === 0) return error
  return withProblems(
    error,
    fields.map((target) => problemOf(target, fields)),
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
