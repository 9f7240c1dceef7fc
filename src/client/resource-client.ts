/** The client of one resource: a method for each operation. */
import type { BatchOutcome } from '../wire/batch.js'
import type { ActionCatalog } from '../wire/catalogs/actions.js'
import type { Capabilities } from '../wire/catalogs/capabilities.js'
import type { SurfaceCatalog } from '../wire/catalogs/surfaces.js'
import type { HistoryEntry } from '../wire/history.js'
import type { ImportOutcome } from '../wire/import.js'
import type { Option } from '../wire/options.js'
import type { CountedPage, CursorPage, Page, Position } from '../wire/page.js'
import { type ChangeNotice, followChanges } from './changes.js'
import type { BodyError } from './check-body.js'
import { FilesClient } from './files-client.js'
import { type Form, forms } from './forms.js'
import { idsParameter } from './ids.js'
import { OptionSourceClient } from './option-source-client.js'
import type {
  BatchOptions,
  CallOptions,
  ChangesOptions,
  ConditionalOptions,
  CountOptions,
  CreateOptions,
  CursorOptions,
  CursorWalk,
  DeleteOptions,
  ExportRequest,
  HistoryOptions,
  ImportOptions,
  LocateOptions,
  OptionPageOptions,
  PageOptions,
  PageWalk,
  WriteOptions,
} from './options.js'
import {
  below,
  creating,
  type GetOptions,
  type RequestParts,
  read,
  remove,
  write,
} from './request-parts.js'
import type { ConditionalResult, ExportSuccess, Failure, Result, Success } from './result.js'
import type { SchemaDocument } from './schema.js'
import {
  type CheckedShape,
  SchemaClient,
  type SchemaName,
  type SchemaPlace,
} from './schema-client.js'
import type {
  BatchItem,
  BodyOf,
  CollectionActions,
  Id,
  ItemActions,
  PageFor,
  ResultOf,
  Shapes,
} from './shapes.js'
import { StatsClient } from './stats-client.js'
import type { Transport, WireRequest } from './transport.js'
import { rowsOf, type Walk, walkCursor, walkPages } from './walk.js'

export class ResourceClient<T extends Shapes> {
  readonly stats: StatsClient<T['stats'], T['filter']>
  readonly files: FilesClient<T>
  readonly #transport: Transport
  readonly #path: string
  readonly #schemas: SchemaClient

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
    this.stats = new StatsClient(transport, path)
    this.files = new FilesClient(transport, path)
    this.#schemas = new SchemaClient(transport, path)
  }

  create(body: T['create'], options: CreateOptions = {}): Promise<Result<T['record']>> {
    return this.#transport.send(this.#at('', creating(body, options)), forms.record)
  }

  /**
   * The errors that a create, or an update, with this body would be refused with, as far as its
   * schema tells: members that are required, limits, and rules across fields. The body is not sent.
   * The first call loads the schema, which this object keeps.
   */
  check<O extends CheckedShape = 'create'>(
    body: Partial<T[O]>,
    of?: O,
    options?: CallOptions,
  ): Promise<Result<readonly BodyError[]>> {
    return this.#schemas.check(of ?? 'create', body, options)
  }

  get(id: T['id'], options: ConditionalOptions): Promise<ConditionalResult<T['record']>>
  get(id: T['id'], options?: CallOptions): Promise<Result<T['record']>>
  get(id: T['id'], options: GetOptions = {}): Promise<ConditionalResult<T['record']>> {
    return this.#transport.sendConditional(this.#at(below(id), read(options)), forms.record)
  }

  /** All records in the declared order, in memory. `rows()` walks larger sets. */
  all(options: ConditionalOptions): Promise<ConditionalResult<readonly T['record'][]>>
  all(options?: CallOptions): Promise<Result<readonly T['record'][]>>
  all(options: GetOptions = {}): Promise<ConditionalResult<readonly T['record'][]>> {
    return this.#transport.sendConditional(this.#at('/all', read(options)), forms.records)
  }

  /** Returns the records in the order of the ids; unknown ids are left out. */
  byIds(
    ids: readonly T['id'][],
    options: ConditionalOptions,
  ): Promise<ConditionalResult<readonly T['record'][]>>
  byIds(ids: readonly T['id'][], options?: CallOptions): Promise<Result<readonly T['record'][]>>
  byIds(
    ids: readonly T['id'][],
    options: GetOptions = {},
  ): Promise<ConditionalResult<readonly T['record'][]>> {
    const parts = { ...read(options), query: { ids: idsParameter(ids) } }
    return this.#transport.sendConditional(this.#at('/by-ids', parts), forms.list)
  }

  /** Replaces the record: an optional member that is absent becomes null. */
  update(id: T['id'], body: T['update'], options: WriteOptions = {}): Promise<Result<T['record']>> {
    return this.#transport.send(this.#at(below(id), write('PUT', options, body)), forms.record)
  }

  /** Changes only the members that are present. */
  intent<I extends keyof T['intents'] & string>(
    id: T['id'],
    intent: I,
    body: T['intents'][I],
    options: WriteOptions = {},
  ): Promise<Result<T['record']>> {
    const parts = write('PATCH', options, body)
    return this.#transport.send(this.#at(`${below(id)}${below(intent)}`, parts), forms.record)
  }

  /** Performs a workflow action on a record. */
  act<A extends ItemActions<T['actions']>>(
    id: T['id'],
    action: A,
    body: BodyOf<T['actions'], A>,
    options: WriteOptions & CreateOptions = {},
  ): Promise<Result<ResultOf<T['actions'], A>>> {
    const parts = creating(body, options)
    return this.#transport.send(
      this.#at(`${below(id)}/actions${below(action)}`, parts),
      forms.result,
    )
  }

  /** Performs a workflow action on the collection or, in bulk, on many records. */
  perform<A extends CollectionActions<T['actions']>>(
    action: A,
    body: BodyOf<T['actions'], A>,
    options: CreateOptions = {},
  ): Promise<Result<ResultOf<T['actions'], A>>> {
    return this.#transport.send(
      this.#at(`/actions${below(action)}`, creating(body, options)),
      forms.result,
    )
  }

  /**
   * Creates and updates many records. Either all items are written or none, or each is written by
   * itself.
   */
  batch<M extends boolean = false>(
    items: readonly BatchItem<T>[],
    options: BatchOptions<M> = {},
  ): Promise<Result<BatchOutcome<M extends true ? never : T['record'], T['id']>>> {
    const { atomicity, isMinimal } = options
    const parts = creating({ ...(atomicity && { atomicity }), items }, options)
    const headers = { ...parts.headers, Prefer: isMinimal ? 'return=minimal' : undefined }
    return this.#transport.send(this.#at('/batch', { ...parts, headers }), forms.outcome)
  }

  /**
   * Creates and updates records from a CSV or XLSX file, as `export` writes it. The type of the
   * file decides; a text is CSV.
   */
  import(file: Blob | string, options: ImportOptions = {}): Promise<Result<ImportOutcome>> {
    const { mode, atomic, dryRun, columns = {}, ignoreUnknown, listRows, delimiter } = options
    const column = Object.entries(columns).map(([header, field]) => `${header}:${field ?? ''}`)
    const sent = typeof file === 'string' ? new Blob([file], { type: 'text/csv' }) : file
    const query = { mode, atomic, dryRun, column, ignoreUnknown, listRows, delimiter }
    const headers = { 'Content-Type': sent.type }
    const parts = { method: 'POST', bytes: sent, query, headers, creates: true, options } as const
    return this.#transport.send(this.#at('/import', parts), forms.imported)
  }

  delete(id: T['id'], options: DeleteOptions = {}): Promise<Result<undefined>> {
    return this.#transport.send(this.#at(below(id), remove(options)), forms.nothing)
  }

  /** Deletes all of the records or, on an error, none. */
  deleteBatch(ids: readonly T['id'][], options: DeleteOptions = {}): Promise<Result<undefined>> {
    return this.#transport.send(this.#at('/batch', remove(options, ids)), forms.nothing)
  }

  /** Brings back a record that a delete has only marked. */
  restore(id: T['id'], options: WriteOptions = {}): Promise<Result<T['record']>> {
    const parts = write('PATCH', options, {})
    return this.#transport.send(this.#at(`${below(id)}/restore`, parts), forms.record)
  }

  filter(
    filter: T['filter'],
    options: PageOptions<T['sort'], T['id']> & CountOptions<'estimated' | 'none'>,
  ): Promise<Result<CountedPage<T['record']>>>
  filter(
    filter?: T['filter'],
    options?: PageOptions<T['sort'], T['id']> & Partial<CountOptions<'exact'>>,
  ): Promise<Result<PageFor<T>>>
  filter(
    filter: T['filter'] = {},
    options: PageOptions<T['sort'], T['id']> & Partial<CountOptions> = {},
  ): Promise<Result<Page<T['record']> | CountedPage<T['record']>>> {
    const { page, size, sort, includeIds, count } = options
    const query = { page, size, sort, includeIds: includeIds as readonly Id[] | undefined }
    const headers = { Prefer: count && `count=${count}` }
    return this.#post('/filter', { query, headers, body: filter, options }, forms.page)
  }

  cursor(
    filter: T['filter'] = {},
    options: CursorOptions<T['sort']> = {},
  ): Promise<Result<CursorPage<T['record']>>> {
    const { size, sort, after, before } = options
    const query = { size, sort, after, before }
    return this.#post('/filter/cursor', { query, body: filter, options }, forms.page)
  }

  /** Every page of the filtered set, as `cursor` or `filter` returns it. @throws CorollaryError */
  pages(filter: T['filter'] | undefined, walk: PageWalk<T['sort']>): Walk<Success<PageFor<T>>>
  pages(filter?: T['filter'], walk?: CursorWalk<T['sort']>): Walk<Success<CursorPage<T['record']>>>
  pages(
    filter?: T['filter'],
    walk?: CursorWalk<T['sort']> | PageWalk<T['sort']>,
  ): Walk<Success<PageFor<T> | CursorPage<T['record']>>>
  pages(
    filter?: T['filter'],
    walk: CursorWalk<T['sort']> | PageWalk<T['sort']> = {},
  ): Walk<Success<PageFor<T> | CursorPage<T['record']>>> {
    if (walk.by === 'page') return walkPages((page) => this.filter(filter, { ...walk, page }))
    return walkCursor((after) =>
      this.cursor(filter, after === undefined ? walk : { ...walk, after }),
    )
  }

  /** Every record of the filtered set. @throws CorollaryError */
  rows(
    filter?: T['filter'],
    walk?: CursorWalk<T['sort']> | PageWalk<T['sort']>,
  ): Walk<T['record']> {
    return rowsOf(this.pages(filter, walk))
  }

  /** The position of a record in the filtered set. */
  locate(
    id: T['id'],
    filter: T['filter'] = {},
    options: LocateOptions<T['sort']> = {},
  ): Promise<Result<Position>> {
    const { size, sort } = options
    const query = { id: id as Id, size, sort }
    return this.#post('/locate', { query, body: filter, options }, forms.position)
  }

  options(
    filter: T['filter'] = {},
    options: OptionPageOptions<T['sort'] | 'id' | 'label', T['id']> = {},
  ): Promise<Result<Page<Option<T['id']>>>> {
    const { page, size, sort, search, includeIds } = options
    const query = { page, size, sort, search, includeIds: includeIds as readonly Id[] | undefined }
    return this.#post('/options/filter', { query, body: filter, options }, forms.optionPage)
  }

  optionsByIds(
    ids: readonly T['id'][],
    options: ConditionalOptions,
  ): Promise<ConditionalResult<readonly Option<T['id']>[]>>
  optionsByIds(
    ids: readonly T['id'][],
    options?: CallOptions,
  ): Promise<Result<readonly Option<T['id']>[]>>
  optionsByIds(
    ids: readonly T['id'][],
    options: GetOptions = {},
  ): Promise<ConditionalResult<readonly Option<T['id']>[]>> {
    const parts = { ...read(options), query: { ids: idsParameter(ids) } }
    return this.#transport.sendConditional(this.#at('/options/by-ids', parts), forms.list)
  }

  optionSource<K extends keyof T['optionSources'] & string>(
    key: K,
  ): OptionSourceClient<T['optionSources'][K] & string, T['filter']> {
    return new OptionSourceClient(this.#transport, this.#path, key)
  }

  /** The file as a `Response`, whose body is a stream. */
  async export(
    request: ExportRequest<T['sort'], T['cell'], T['id'], T['filter']> = {},
    options?: CallOptions,
  ): Promise<ExportSuccess | Failure> {
    const headers = { Accept: '*/*' }
    const parts = { method: 'POST', body: request, headers, options } as const
    const result = await this.#transport.download(this.#at('/export', parts))
    if (!result.ok) return result
    const responseHeaders = result.data.headers
    const limit = responseHeaders.get('X-Export-Max-Rows')
    return {
      ...result,
      isTruncated: responseHeaders.get('X-Export-Truncated') === 'true',
      maxRows: limit === null ? undefined : Number(limit),
    }
  }

  /**
   * The changes of records as they happen, until the signal is aborted. A broken connection is
   * opened again where it was; after `reset` changes may be missing.
   *
   * @example
   * for await (const event of client.changes({ signal })) {
   *   if (event.type === 'change') await reload(event.id)
   * }
   * @throws CorollaryError that a retry would not solve
   */
  changes(options: ChangesOptions = {}): AsyncGenerator<ChangeNotice<T['id']>, void, undefined> {
    const query = { follow: options.follow === false ? false : undefined }
    const open = (lastEventId: string | undefined) => {
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId }
      return this.#transport.download(
        this.#at('/changes', { method: 'GET', headers, query, options }),
      )
    }
    return followChanges(open, options, this.#transport.keepToken)
  }

  /** Who changed the record, when and what, newest first. */
  history(id: T['id'], options: HistoryOptions = {}): Promise<Result<CursorPage<HistoryEntry>>> {
    const { size, after } = options
    const parts = { ...read(options), query: { size, after } }
    return this.#transport.send(this.#at(`${below(id)}/history`, parts), forms.page)
  }

  /** The schema of the records; `location` is its URL. */
  schemas(options?: CallOptions): Promise<Result<SchemaDocument>> {
    return this.#document('/schemas', options)
  }

  /**
   * The schema of records in a list, of a single record, or of a body; see `readShape`. A place is
   * that of any other operation, such as `['post', '/{id}/actions/ship', 'request']`.
   */
  schema(of: SchemaName | SchemaPlace, options?: CallOptions): Promise<Result<SchemaDocument>> {
    return this.#schemas.read(of, options)
  }

  /** The surfaces of a record. */
  surfaces(id: T['id'], options?: CallOptions): Promise<Result<SurfaceCatalog>> {
    return this.#document(`${below(id)}/surfaces`, options)
  }

  /** The workflow actions of the collection or, with an id, of a record. */
  actions(id?: T['id'], options?: CallOptions): Promise<Result<ActionCatalog>> {
    return this.#document(`${id === undefined ? '' : below(id)}/actions`, options)
  }

  /** The capabilities of the resource or, with an id, of a record. */
  capabilities(id?: T['id'], options?: CallOptions): Promise<Result<Capabilities>> {
    return this.#document(`${id === undefined ? '' : below(id)}/capabilities`, options)
  }

  #document<D>(path: string, options: CallOptions | undefined): Promise<Result<D>> {
    return this.#transport.send(this.#at(path, { method: 'GET', options }), forms.document)
  }

  #at(path: string, parts: RequestParts): WireRequest {
    return { ...parts, path: `${this.#path}${path}` }
  }

  #post<D>(path: string, parts: Omit<RequestParts, 'method'>, form: Form) {
    return this.#transport.send<D>(this.#at(path, { ...parts, method: 'POST' }), form)
  }
}
