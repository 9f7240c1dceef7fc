/** Statements on the table of saved views. */
import { violationOf } from '../../database/errors/errors.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Row, SqlText, Statement } from '../../foundation/execution/statement.js'
import { type Sql, sql, toSqlText, toStatement, toWriteStatement } from '../../query/sql/sql.js'
import type { SavedViewBody } from '../../wire/saved-views.js'

/** The caller, as far as the store of views is concerned. */
export interface ViewOwner {
  readonly owner: string
  /** Null without tenants. */
  readonly tenant: string | null
}

export interface ViewReader extends ViewOwner {
  /** Keys of the resources whose records the caller may read. */
  readonly readable: readonly string[]
}

/** A view as it is stored. */
export interface StoredView extends Omit<SavedViewBody, 'state'> {
  readonly id: string
  readonly owner: string
  /** JSON text. */
  readonly state: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** What a request writes. */
export type WrittenView = Omit<SavedViewBody, 'state'> & Pick<StoredView, 'state'>

export interface ViewPosition {
  readonly name: string
  readonly id: string
}

const instant = (column: Sql): Sql => sql`to_json(${column} at time zone 'UTC') #>> '{}' || 'Z'`

const columns = sql`v.id, v.owner, v.kind, v.resource, v.name, v.is_public, v.is_pinned, v.state,
  v.version, ${instant(sql`v.created_at`)}, ${instant(sql`v.updated_at`)}`

const decode = (row: Row): StoredView => {
  const [id, owner, kind, resource, name, isPublic, isPinned, state, ...rest] = row
  const [version, createdAt, updatedAt] = rest
  return {
    id: id!,
    owner: owner!,
    kind: kind as StoredView['kind'],
    resource: resource!,
    name: name!,
    visibility: isPublic === 't' ? 'public' : 'private',
    pinned: isPinned === 't',
    state: state!,
    version: Number(version),
    createdAt: createdAt!,
    updatedAt: updatedAt!,
  }
}

const first = (rows: readonly Row[]): StoredView | undefined => rows[0] && decode(rows[0])

const tableOf = (schema: string): Sql => sql.id(schema, 'saved_view')

/** Owners see their views, whatever they may read; others see public ones of what they may read. */
const isVisible = ({ owner, tenant, readable }: ViewReader): Sql =>
  sql`v.tenant is not distinct from ${tenant}::text and (v.owner = ${owner}
    or v.is_public and (v.resource is null or v.resource = any(${readable}::text[])))`

export interface ViewList {
  /** Key of a resource. Default: views of all resources and of none. */
  readonly resource: string | undefined
  readonly isPinned: boolean
  readonly after: ViewPosition | undefined
  readonly limit: number
}

/** Reads views in the order of their names. */
export const viewsStatement = (
  schema: string,
  reader: ViewReader,
  { resource, isPinned, after, limit }: ViewList,
): Statement<readonly StoredView[]> => {
  const conditions = [
    isVisible(reader),
    ...(resource === undefined ? [] : [sql`v.resource = ${resource}`]),
    ...(isPinned ? [sql`v.is_pinned`] : []),
    ...(after ? [sql`(v.name collate "C", v.id) > (${after.name}, ${after.id}::uuid)`] : []),
  ]
  return toStatement(
    sql`select ${columns} from ${tableOf(schema)} as v where ${sql.join(conditions, sql` and `)}
      order by v.name collate "C", v.id limit ${limit}::int`,
    (rows) => rows.map(decode),
  )
}

/** Reads one view. @param locks whether others wait until the transaction has ended */
export const viewStatement = (
  schema: string,
  reader: ViewReader,
  id: string,
  locks = false,
): Statement<StoredView | undefined> =>
  toStatement(
    sql`select ${columns} from ${tableOf(schema)} as v
      where v.id = ${id}::uuid and ${isVisible(reader)}${locks ? sql` for update` : sql``}`,
    first,
  )

/** Creates of an owner wait for each other, so that they count each other's views. */
export const lockOwner = (schema: string, { owner, tenant }: ViewOwner): SqlText => {
  const key = JSON.stringify([schema, 'saved_view', tenant, owner])
  return {
    ...toSqlText(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`),
    needsReadCommitted: true,
  }
}

/** The names of an owner are unique, so a violation is about the name. */
const naming =
  (name: string) =>
  (error: unknown): AppError | undefined =>
    violationOf(error)?.type === 'unique'
      ? new AppError(problem('viewNameTaken', { name }), { cause: error })
      : undefined

/** Returns undefined if the owner has as many views as allowed. Needs `lockOwner`. */
export const insertViewStatement = (
  schema: string,
  { owner, tenant }: ViewOwner,
  view: WrittenView,
  limit: number,
): Statement<StoredView | undefined> => ({
  ...toWriteStatement(
    sql`insert into ${tableOf(schema)} as v
      (owner, tenant, kind, resource, name, is_public, is_pinned, state)
      select ${owner}::text, ${tenant}::text, ${view.kind}::text, ${view.resource}::text,
        ${view.name}::text, ${view.visibility === 'public'}::bool, ${view.pinned}::bool,
        ${view.state}::json
      where (select count(*) from ${tableOf(schema)} as stored
        where stored.owner = ${owner} and stored.tenant is not distinct from ${tenant}::text
      ) < ${limit}::int
      returning ${columns}`,
    first,
  ),
  onError: naming(view.name),
})

export const updateViewStatement = (
  schema: string,
  id: string,
  view: WrittenView,
): Statement<StoredView> => ({
  ...toWriteStatement(
    sql`update ${tableOf(schema)} as v set kind = ${view.kind}, resource = ${view.resource}::text,
        name = ${view.name}, is_public = ${view.visibility === 'public'}::bool,
        is_pinned = ${view.pinned}::bool, state = ${view.state}::json,
        version = v.version + 1, updated_at = now()
      where v.id = ${id}::uuid
      returning ${columns}`,
    (rows) => decode(rows[0]!),
  ),
  onError: naming(view.name),
})

export const deleteViewStatement = (schema: string, id: string): Statement<undefined> =>
  toWriteStatement(sql`delete from ${tableOf(schema)} where id = ${id}::uuid`, () => undefined)
