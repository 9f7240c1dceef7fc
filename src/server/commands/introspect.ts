/** Plans an application for the tables of an existing database, and writes it. */
import pg from 'pg'
import { withSpecialValues } from '../../advice/advise-special-values.js'
import {
  readTables,
  readUnreadable,
  type SourceTable,
} from '../../database/catalog/source-tables.js'
import { findViewKey } from '../../database/catalog/view-keys.js'
import { withPassword } from '../../database/connection/interruption.js'
import { didYouMean } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { ApplicationPlan } from '../../introspection/application-plan.js'
import { kebabCase } from '../../introspection/names.js'
import { planApplication } from '../../introspection/plan-application.js'
import { type PrintedFile, printFiles } from '../../introspection/print-files.js'
import { formatLeftOut, formatReport } from '../../introspection/report.js'
import { writeFiles } from '../../introspection/write-files.js'

export interface IntrospectOptions {
  readonly connection: pg.ClientConfig
  readonly schemas: readonly string[]
  /** Undefined: every table and view of the schemas. */
  readonly tables?: readonly string[] | undefined
  /** Columns of views that are their keys, by the name of the view, or by schema and name. */
  readonly keys?: ReadonlyMap<string, readonly string[]> | undefined
  /**
   * First part of the resources' keys. Default: the name of the database; if the tables are in
   * several schemas, that of the schema.
   */
  readonly group?: string | undefined
}

/** An application that is not written yet. */
export interface Introspection {
  readonly plan: ApplicationPlan
  readonly files: readonly PrintedFile[]
  readonly tableCount: number
}

/**
 * Reads only: neither rights to write nor tables of the platform are needed.
 *
 * @throws StartError
 */
export const introspect = async (options: IntrospectOptions): Promise<Introspection> => {
  const { schemas, tables } = options
  // The catalog is read by statements that are sent together.
  const client = new pg.Client(withPassword(options.connection, { pipeline: true }))
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const found = await readTables(client, { schemas, tables })
    await requireTables(client, options, found)
    const withKeys = await withViewKeys(client, options, found)
    const planned = planApplication(await withSpecialValues(client, withKeys))
    const unreadable = await readUnreadable(client, { schemas, tables })
    const reason = 'this role may not read it'
    const denied = unreadable.map((subject) => ({ subject, reason }))
    const plan = { ...planned, leftOut: [...planned.leftOut, ...denied] }
    if (plan.entities.length === 0) throw new StartError(nothingLeft(plan))
    const { rows } = await client.query('select current_database() as name')
    const group = kebabCase(options.group ?? rows[0].name)
    const groupOf = options.group === undefined ? groupsOf(plan, group) : () => group
    const files = printFiles(plan, { groupOf, title: group })
    return { plan, files, tableCount: found.length }
  } finally {
    await client.end()
  }
}

/**
 * @param update rewrites the files of entities and schema
 * @returns the report
 * @throws StartError
 */
export const writeIntrospection = (
  { plan, files, tableCount }: Introspection,
  folder: string,
  { update }: { readonly update: boolean },
): string => formatReport(plan, writeFiles(files, folder, { update }), tableCount)

const withViewKeys = async (
  client: pg.ClientBase,
  { keys = new Map() }: IntrospectOptions,
  tables: readonly SourceTable[],
): Promise<readonly SourceTable[]> => {
  const views = tables.filter(({ isView }) => isView)
  for (const [view, columns] of keys) {
    const found = views.find((table) => namesOf(table).includes(view))
    if (!found) {
      const hint = didYouMean(view, views.flatMap(namesOf))
      throw new StartError(`There is no view '${view}' whose key could be named${hint}`)
    }
    const columnNames = found.columns.map(({ name }) => name)
    const unknown = columns.find((column) => !columnNames.includes(column))
    if (unknown === undefined) continue
    throw new StartError(
      `The view '${view}' has no column '${unknown}'${didYouMean(unknown, columnNames)}`,
    )
  }
  const complete: SourceTable[] = []
  // One after the other: an error ends the reading of its view only.
  for (const table of tables) {
    const given = namesOf(table).flatMap((name) => keys.get(name) ?? [])
    const named = given.length > 0 ? given : undefined
    complete.push(
      table.isView ? { ...table, viewKey: await findViewKey(client, table, named) } : table,
    )
  }
  return complete
}

const namesOf = ({ schema, name }: SourceTable): readonly string[] => [name, `${schema}.${name}`]

/** A group for each schema; `public` says nothing, so its group has the name of the database. */
const groupsOf = ({ entities }: ApplicationPlan, database: string) => {
  const schemas = new Set(entities.map(({ table }) => table.schema))
  return ({ schema }: SourceTable): string =>
    schemas.size === 1 || schema === 'public' ? database : kebabCase(schema)
}

const nothingLeft = ({ leftOut }: ApplicationPlan): string =>
  ['No table or view can become a resource:', ...formatLeftOut(leftOut)].join('\n')

const requireTables = async (
  client: pg.ClientBase,
  { schemas, tables = [] }: IntrospectOptions,
  found: readonly SourceTable[],
): Promise<void> => {
  const { rows } = await client.query(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  )
  const schemaNames = rows.map(({ name }) => name as string)
  for (const schema of schemas) {
    if (schemaNames.includes(schema)) continue
    throw new StartError(
      `The database has no schema '${schema}'${didYouMean(schema, schemaNames)}; it has ${schemaNames.map((name) => `'${name}'`).join(', ')}.`,
    )
  }
  for (const table of tables) {
    if (found.some((each) => namesOf(each).includes(table))) continue
    const names = await visibleTables(client, schemas)
    throw new StartError(
      `There is no table or view '${table}' that this role may read${didYouMean(table, names)}`,
    )
  }
  if (found.length > 0) return
  throw new StartError(
    `This role may read no table or view of ${schemas.map((each) => `'${each}'`).join(', ')}; grant usage on the schema and select on its tables, or name another schema with --schema.`,
  )
}

const visibleTables = async (
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<readonly string[]> => (await readTables(client, { schemas })).map(({ name }) => name)
