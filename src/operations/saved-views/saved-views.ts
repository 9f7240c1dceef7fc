/** The views that callers of the workbench store under a name, privately or for all. */
import { mayRead, refuseAuthorities } from '../../access/availability.js'
import { tenantOf } from '../../access/tenants.js'
import type { Principal } from '../../contract/principal.js'
import type { DataSource } from '../../database/access/data-source.js'
import type { WriteTransaction } from '../../database/transaction/write-transaction.js'
import { type CursorCodec, openCursor } from '../../foundation/encoding/cursor-token.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Model } from '../../model/types/resource-model.js'
import { type Precondition, stale, versionRequired } from '../write/locked-records.js'
import { readView } from './read-view.js'
import {
  deleteViewStatement,
  insertViewStatement,
  lockOwner,
  type StoredView,
  updateViewStatement,
  type ViewReader,
  viewStatement,
  viewsStatement,
  type WrittenView,
} from './view-statements.js'

/** One request on the store. */
export interface ViewCall {
  readonly principal: Principal
  readonly database: DataSource
  readonly model: Model
  readonly settings: Settings
  readonly cursors: CursorCodec
}

/** A view, and whether its reader may change it. */
export interface ReadableView extends StoredView {
  readonly editable: boolean
}

export interface ViewListRequest {
  /** Key of a resource. Default: all. */
  readonly resource: string | undefined
  /** Only views of home pages. */
  readonly isPinned: boolean
  readonly size: number
  readonly after: string | undefined
}

export interface ViewPage {
  readonly views: readonly ReadableView[]
  readonly next: string | null
}

const schemaOf = ({ settings }: ViewCall): string => settings['platform.database.schema']

const readerOf = ({ principal, model }: ViewCall): ViewReader => ({
  owner: principal.id!,
  tenant: tenantOf(model, principal) ?? null,
  readable: model.resources
    .filter((resource) => mayRead(resource, principal))
    .map(({ key }) => key),
})

/** Whether the caller may pin public views, and change those of others. */
export const curates = ({ principal, settings }: ViewCall): boolean =>
  principal.has(settings['platform.workbench.authority'])

const withRights = (call: ViewCall, view: StoredView): ReadableView => ({
  ...view,
  editable: view.owner === call.principal.id || curates(call),
})

/** @throws AppError CURSOR_INVALID */
export const listViews = async (
  call: ViewCall,
  { resource, isPinned, size, after }: ViewListRequest,
): Promise<ViewPage> => {
  const { cursors, database } = call
  const binding = digestOf(['saved-views', resource ?? null, isPinned])
  const [name, id] = after === undefined ? [] : openCursor(cursors, after, binding, 2).values
  const position = name && id ? { name, id } : undefined
  const found = await database.run(
    viewsStatement(schemaOf(call), readerOf(call), {
      resource,
      isPinned,
      limit: size + 1,
      after: position,
    }),
  )
  const views = found.slice(0, size)
  const last = found.length > size ? views.at(-1) : undefined
  return {
    views: views.map((view) => withRights(call, view)),
    next: last
      ? cursors.seal({ binding, nowMs: 0, values: [last.name, last.id], inclusive: false })
      : null,
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const found = (view: StoredView | undefined): StoredView => {
  if (!view) throw new AppError(problem('viewNotFound'))
  return view
}

const requireId = (id: string): void => {
  if (!uuid.test(id)) throw new AppError(problem('viewNotFound'))
}

/** @throws AppError RESOURCE_NOT_FOUND */
export const readSavedView = async (call: ViewCall, id: string): Promise<ReadableView> => {
  requireId(id)
  const statement = viewStatement(schemaOf(call), readerOf(call), id)
  return withRights(call, found(await call.database.run(statement)))
}

/** @throws AppError ACCESS_DENIED */
const requireCurator = (call: ViewCall): void => {
  if (!curates(call)) throw refuseAuthorities([call.settings['platform.workbench.authority']])
}

type Shown = Pick<StoredView, 'visibility' | 'pinned'>

const isOnEveryHome = ({ visibility, pinned }: Shown): boolean => visibility === 'public' && pinned

/** Whether both show the same, whatever their names. */
const showsSame = (before: WrittenView, after: WrittenView): boolean =>
  before.kind === after.kind &&
  before.resource === after.resource &&
  digestOf(JSON.parse(before.state)) === digestOf(JSON.parse(after.state))

/**
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED, LIMIT_EXCEEDED, ACCESS_DENIED,
 * DATA_INTEGRITY_VIOLATION
 */
export const createView = async (call: ViewCall, sent: unknown): Promise<ReadableView> => {
  const reader = readerOf(call)
  const view = readView(sent, reader.readable)
  if (isOnEveryHome(view)) requireCurator(call)
  const schema = schemaOf(call)
  const limit = call.settings['platform.workbench.max-views']
  const stored = await call.database.write((transaction) => {
    transaction.defer(lockOwner(schema, reader))
    return transaction.finish(insertViewStatement(schema, reader, view, limit))
  })
  if (!stored) throw new AppError(problem('tooManyViews', { limit }))
  return withRights(call, stored)
}

/** Reads and locks a view that the caller may change. */
const lockView = async (
  call: ViewCall,
  transaction: WriteTransaction,
  id: string,
  { versions }: Pick<Precondition, 'versions'>,
): Promise<StoredView> => {
  const statement = viewStatement(schemaOf(call), readerOf(call), id, true)
  const view = found(await transaction.run(statement))
  if (view.owner !== call.principal.id) requireCurator(call)
  if (versions && !versions.includes(String(view.version))) throw stale()
  return view
}

/**
 * Replaces all but the owner.
 *
 * @throws AppError as `createView`, RESOURCE_NOT_FOUND, RESOURCE_VERSION_REQUIRED,
 * STALE_RESOURCE_VERSION
 */
export const replaceView = async (
  call: ViewCall,
  id: string,
  sent: unknown,
  precondition: Precondition,
): Promise<ReadableView> => {
  requireId(id)
  const { readable } = readerOf(call)
  const view = readView(sent, readable)
  if (precondition.isMissing) throw versionRequired()
  const stored = await call.database.write(async (transaction) => {
    const before = await lockView(call, transaction, id, precondition)
    // A curator chose what the home pages of all show. Its owner may rename it, or withdraw it.
    if (isOnEveryHome(view) && !(isOnEveryHome(before) && showsSame(before, view))) {
      requireCurator(call)
    }
    return transaction.finish(updateViewStatement(schemaOf(call), id, view))
  })
  return withRights(call, stored)
}

/** @throws AppError RESOURCE_NOT_FOUND, ACCESS_DENIED, STALE_RESOURCE_VERSION */
export const deleteView = async (
  call: ViewCall,
  id: string,
  precondition: Precondition,
): Promise<void> => {
  requireId(id)
  await call.database.write(async (transaction) => {
    await lockView(call, transaction, id, precondition)
    return transaction.finish(deleteViewStatement(schemaOf(call), id))
  })
}
