/** Queries and mutations of one resource. They have the names of the client's methods. */
import type { QueryClient, QueryKey } from '@tanstack/query-core'
import type {
  ActionCatalog,
  BatchItem,
  BatchOptions,
  BatchOutcome,
  BodyOf,
  Capabilities,
  CollectionActions,
  CountedPage,
  CountOptions,
  CreateOptions,
  CursorPage,
  DeleteOptions,
  GroupBy,
  GroupByRequest,
  Histogram,
  HistogramRequest,
  HistoryEntry,
  ImportOptions,
  ImportOutcome,
  ItemActions,
  LocateOptions,
  Option,
  OptionId,
  OptionPageOptions,
  OptionSourceRequest,
  Page,
  PageFor,
  PageOptions,
  Position,
  ResourceClient,
  Result,
  ResultOf,
  Shapes,
  Terms,
  TermsRequest,
  TimeSeries,
  TimeSeriesRequest,
  WriteOptions,
} from 'corollary/client'
import { type FollowOptions, followChanges } from './follow-changes.js'
import { followVersions, invalidateOtherVersions } from './follow-versions.js'
import { type InfiniteReadQuery, infiniteReadQuery, type ReadQuery, readQuery } from './reads.js'
import { type Write, type WriteSettings, write } from './writes.js'

/** Options that belong to the request itself are set by the query, or by the client. */
type Of<Options> = Omit<Options, 'signal' | 'headers'>
type Pages<T extends Shapes> = Of<PageOptions<T['sort'], T['id']>>
type Sorted<T extends Shapes> = Of<LocateOptions<T['sort']>>

export class ResourceQueries<T extends Shapes> {
  /** All keys of the resource begin with it. */
  readonly key: QueryKey
  /** All keys of queries about single records begin with it. */
  readonly recordsKey: QueryKey
  readonly #client: ResourceClient<T>

  readonly #hasIdempotencyKeys: boolean

  constructor(client: ResourceClient<T>, key: QueryKey, hasIdempotencyKeys = true) {
    this.#client = client
    this.#hasIdempotencyKeys = hasIdempotencyKeys
    this.key = key
    this.recordsKey = [...key, 'record']
  }

  /** All keys of queries about one record begin with it. */
  recordKey(id: T['id']): QueryKey {
    return [...this.recordsKey, id]
  }

  /** A refetch of a record that did not change transfers no data. */
  get(id: T['id']): ReadQuery<T['record']> {
    return readQuery([...this.recordKey(id), 'get'], (sending) => this.#client.get(id, sending))
  }

  all(): ReadQuery<readonly T['record'][]> {
    return readQuery([...this.key, 'all'], (sending) => this.#client.all(sending))
  }

  byIds(ids: readonly T['id'][]): ReadQuery<readonly T['record'][]> {
    const key = [...this.key, 'byIds', ids]
    return readQuery(key, (sending) => this.#client.byIds(ids, sending))
  }

  filter(
    filter: T['filter'],
    options: Pages<T> & CountOptions<'estimated' | 'none'>,
  ): ReadQuery<CountedPage<T['record']>>
  filter(
    filter?: T['filter'],
    options?: Pages<T> & Partial<CountOptions<'exact'>>,
  ): ReadQuery<PageFor<T>>
  filter(
    filter: T['filter'] = {},
    options: Pages<T> & Partial<CountOptions> = {},
  ): ReadQuery<Page<T['record']> | CountedPage<T['record']>> {
    const count = options.count as 'none'
    return readQuery([...this.key, 'filter', filter, options], ({ signal }) =>
      this.#client.filter(filter, { ...options, count, signal }),
    )
  }

  /** Pages of a set of any size, one after the other. */
  cursor(
    filter: T['filter'] = {},
    options: Sorted<T> = {},
  ): InfiniteReadQuery<CursorPage<T['record']>> {
    return infiniteReadQuery([...this.key, 'cursor', filter, options], (start, { signal }) =>
      this.#client.cursor(filter, { ...options, ...start, signal }),
    )
  }

  locate(id: T['id'], filter: T['filter'] = {}, options: Sorted<T> = {}): ReadQuery<Position> {
    return readQuery([...this.key, 'locate', id, filter, options], ({ signal }) =>
      this.#client.locate(id, filter, { ...options, signal }),
    )
  }

  options(
    filter: T['filter'] = {},
    options: Of<OptionPageOptions<T['sort'] | 'id' | 'label', T['id']>> = {},
  ): ReadQuery<Page<Option<T['id']>>> {
    return readQuery([...this.key, 'options', filter, options], ({ signal }) =>
      this.#client.options(filter, { ...options, signal }),
    )
  }

  optionsByIds(ids: readonly T['id'][]): ReadQuery<readonly Option<T['id']>[]> {
    const key = [...this.key, 'optionsByIds', ids]
    return readQuery(key, (sending) => this.#client.optionsByIds(ids, sending))
  }

  optionSource<K extends keyof T['optionSources'] & string>(
    source: K,
    request: Of<
      OptionSourceRequest<(T['optionSources'][K] & string) | 'id' | 'label', T['filter']>
    > = {},
  ): ReadQuery<Page<Option<OptionId>>> {
    return readQuery([...this.key, 'optionSource', source, request], ({ signal }) =>
      this.#client.optionSource(source).filter({ ...request, signal }),
    )
  }

  optionSourceByIds<K extends keyof T['optionSources'] & string>(
    source: K,
    ids: readonly OptionId[],
  ): ReadQuery<readonly Option<OptionId>[]> {
    const key = [...this.key, 'optionSourceByIds', source, ids]
    return readQuery(key, (sending) => this.#client.optionSource(source).byIds(ids, sending))
  }

  groupBy(request: GroupByRequest<T['stats'], T['filter']>): ReadQuery<GroupBy<T['stats']>> {
    return readQuery([...this.key, 'groupBy', request], ({ signal }) =>
      this.#client.stats.groupBy(request, { signal }),
    )
  }

  timeSeries(
    request: TimeSeriesRequest<T['stats'], T['filter']>,
  ): ReadQuery<TimeSeries<T['stats']>> {
    return readQuery([...this.key, 'timeSeries', request], ({ signal }) =>
      this.#client.stats.timeSeries(request, { signal }),
    )
  }

  distribution(request: TermsRequest<T['stats'], T['filter']>): ReadQuery<Terms<T['stats']>>
  distribution(request: HistogramRequest<T['stats'], T['filter']>): ReadQuery<Histogram<T['stats']>>
  distribution(
    request: TermsRequest<T['stats'], T['filter']> | HistogramRequest<T['stats'], T['filter']>,
  ): ReadQuery<Terms<T['stats']> | Histogram<T['stats']>> {
    return readQuery<Terms<T['stats']> | Histogram<T['stats']>>(
      [...this.key, 'distribution', request],
      ({ signal }) => this.#client.stats.distribution(request as never, { signal }),
    )
  }

  /** The changes of a record, newest first. */
  history(id: T['id'], size?: number): InfiniteReadQuery<CursorPage<HistoryEntry>> {
    return infiniteReadQuery([...this.recordKey(id), 'history', size], (start, { signal }) =>
      this.#client.history(id, { ...(size && { size }), ...(start as HistoryStart), signal }),
    )
  }

  /** The capabilities of the resource or, with an id, of a record. */
  capabilities(id?: T['id']): ReadQuery<Capabilities> {
    return readQuery([...this.#aboutKey(id), 'capabilities'], ({ signal }) =>
      this.#client.capabilities(id, { signal }),
    )
  }

  /** The workflow actions of the collection or, with an id, of a record. */
  actions(id?: T['id']): ReadQuery<ActionCatalog> {
    return readQuery([...this.#aboutKey(id), 'actions'], ({ signal }) =>
      this.#client.actions(id, { signal }),
    )
  }

  create(
    settings?: WriteSettings,
  ): Write<T['record'], { readonly body: T['create'] } & Of<CreateOptions>> {
    return this.mutation(
      'create',
      ({ body, ...options }, { keys, client }) => client.create(body, { ...keys, ...options }),
      settings,
    )
  }

  /** Replaces the record. `ifMatch` is the `etag` of the query that read it. */
  update(
    settings?: WriteSettings,
  ): Write<T['record'], ItemVariables<T> & { readonly body: T['update'] } & Of<WriteOptions>> {
    return this.mutation(
      'update',
      ({ id, body, ...options }, { client }) => client.update(id, body, options),
      settings,
    )
  }

  intent<I extends keyof T['intents'] & string>(
    intent: I,
    settings?: WriteSettings,
  ): Write<T['record'], ItemVariables<T> & { readonly body: T['intents'][I] } & Of<WriteOptions>> {
    return this.mutation(
      intent,
      ({ id, body, ...options }, { client }) => client.intent(id, intent, body, options),
      settings,
    )
  }

  act<A extends ItemActions<T['actions']>>(
    action: A,
    settings?: WriteSettings,
  ): Write<
    ResultOf<T['actions'], A>,
    ItemVariables<T> & { readonly body: BodyOf<T['actions'], A> } & Of<WriteOptions & CreateOptions>
  > {
    return this.mutation(
      action,
      ({ id, body, ...options }, { keys, client }) =>
        client.act(id, action, body, { ...keys, ...options }),
      settings,
    )
  }

  /** A workflow action on the collection or, in bulk, on many records. */
  perform<A extends CollectionActions<T['actions']>>(
    action: A,
    settings?: WriteSettings,
  ): Write<
    ResultOf<T['actions'], A>,
    { readonly body: BodyOf<T['actions'], A> } & Of<CreateOptions>
  > {
    return this.mutation(
      action,
      ({ body, ...options }, { keys, client }) =>
        client.perform(action, body, { ...keys, ...options }),
      settings,
    )
  }

  batch(
    settings?: WriteSettings,
  ): Write<
    BatchOutcome<T['record'], T['id']>,
    { readonly items: readonly BatchItem<T>[] } & Of<BatchOptions<false>>
  > {
    return this.mutation(
      'batch',
      ({ items, ...options }, { keys, client }) => client.batch(items, { ...keys, ...options }),
      settings,
    )
  }

  import(
    settings?: WriteSettings,
  ): Write<ImportOutcome, { readonly file: Blob | string } & Of<ImportOptions>> {
    return this.mutation(
      'import',
      ({ file, ...options }, { client }) => client.import(file, options),
      settings,
    )
  }

  delete(settings?: WriteSettings): Write<undefined, ItemVariables<T> & Of<DeleteOptions>> {
    return this.mutation(
      'delete',
      ({ id, ...options }, { client }) => client.delete(id, options),
      settings,
    )
  }

  deleteBatch(
    settings?: WriteSettings,
  ): Write<undefined, { readonly ids: readonly T['id'][] } & Of<DeleteOptions>> {
    return this.mutation(
      'deleteBatch',
      ({ ids, ...options }, { client }) => client.deleteBatch(ids, options),
      settings,
    )
  }

  restore(settings?: WriteSettings): Write<T['record'], ItemVariables<T> & Of<WriteOptions>> {
    return this.mutation(
      'restore',
      ({ id, ...options }, { client }) => client.restore(id, options),
      settings,
    )
  }

  /**
   * A mutation of any other write.
   *
   * @example
   * const upload = products.mutation('upload', ({ id, photo }: Photo, { client }) =>
   *   client.files.upload(id, 'photo', photo),
   * )
   */
  mutation<D, V extends { readonly dryRun?: boolean | undefined }>(
    name: string,
    send: (variables: V, sending: WriteSending<T>) => Promise<Result<D>>,
    { invalidates = [] }: WriteSettings = {},
  ): Write<D, V> {
    return write([...this.key, name], [this.key, ...invalidates], (variables, idempotencyKey) =>
      send(variables, {
        client: this.#client,
        keys: this.#hasIdempotencyKeys ? { idempotencyKey } : {},
      }),
    )
  }

  /** Marks all queries of the resource as stale, and refetches those on the screen. */
  invalidate(queryClient: QueryClient): Promise<void> {
    return queryClient.invalidateQueries({ queryKey: this.key })
  }

  /** The same for the queries that read another version of the dataset than this one. */
  invalidateOtherVersions(queryClient: QueryClient, dataVersion: string): Promise<void> {
    return invalidateOtherVersions(queryClient, this.key, dataVersion)
  }

  /**
   * Compares the dataset version of each response with those in the cache: when one query shows
   * that the data changed, the others of the resource are invalidated.
   * @returns a function that ends it
   */
  followVersions(queryClient: QueryClient): () => void {
    return followVersions(queryClient, this.key)
  }

  /**
   * Follows the changes of records as they happen, and invalidates the queries that they affect,
   * until the signal is aborted. The contract must have `changes: true`.
   * @throws CorollaryError that a retry would not solve
   */
  followChanges(queryClient: QueryClient, options?: FollowOptions<T['id']>): Promise<void> {
    const changes = this.#client.changes({ signal: options?.signal })
    return followChanges(queryClient, this, changes, options)
  }

  #aboutKey(id: T['id'] | undefined): QueryKey {
    return id === undefined ? this.key : this.recordKey(id)
  }
}

interface ItemVariables<T extends Shapes> {
  readonly id: T['id']
}

export interface WriteSending<T extends Shapes> {
  readonly client: ResourceClient<T>
  /** Options of a create: the idempotency key is the same for all retries of one mutation. */
  readonly keys: { readonly idempotencyKey?: string }
}

interface HistoryStart {
  readonly after?: string
}
