/** Records that a run creates, changes and deletes again. */
import type { Resource } from './catalog.js'
import { changeOf, createLike, draftOf, readShape } from './drafts.js'
import { items, type Json, members } from './json.js'
import { idOf, type Row, recordPath } from './pages.js'
import { type Exchange, type RequestOptions, readJson, withStatus } from './service.js'
import type { Subject } from './subject.js'
import { Deviation, demand, NotJudged } from './verdicts.js'

/** Without a delete, records would stay. */
export const isWritable = ({ operations }: Resource): boolean =>
  operations.has('create') && operations.has('delete')

export interface Created {
  readonly id: string
  readonly path: string
  readonly row: Row
  readonly body: Json
  readonly exchange: Exchange
}

export const dataOf = ({ json }: Exchange): Json => members(members(json)['data'])

export const readRecord = async ({ service }: Subject, path: string): Promise<Json> =>
  members((await readJson(service, path))['data'])

/** Deletes the record that a response has, if there is one: it should not have been created. */
export const discard = async (subject: Subject, exchange: Exchange): Promise<void> => {
  const { resource } = subject
  const record = dataOf(exchange)
  const isStored = exchange.status < 300 && resource.idField in record
  if (isStored) await destroy(subject, recordPath(resource, idOf(resource, record)))
}

export const create = async (subject: Subject, options: RequestOptions = {}): Promise<Created> => {
  const { service, resource } = subject
  const { body, exchange } = await createLike(subject, (draft) =>
    service.send('POST', resource.path, { ...options, body: draft }),
  )
  if (exchange.status !== 201) await discard(subject, exchange)
  withStatus(exchange, 201)
  const row = dataOf(exchange)
  const id = idOf(resource, row)
  return { id, path: recordPath(resource, id), row, body, exchange }
}

/** The version that a write expects, where records have one. */
export const matching = ({ headers }: Exchange): RequestOptions => {
  const tag = headers.get('etag')
  return tag === null ? {} : { headers: { 'if-match': tag } }
}

/** @throws Deviation if the record is still there */
export const destroy = async ({ service, resource }: Subject, path: string): Promise<void> => {
  const current = await service.send('GET', path)
  if (current.status === 200) await service.send('DELETE', path, matching(current))
  // A record that is deleted softly is still stored.
  if (resource.operations.has('permanentDelete')) {
    await service.send('DELETE', `${path}?permanent=true`)
  }
  const { status } = await service.send('GET', path)
  if (status !== 404) throw new Deviation(`${path} could not be deleted again; delete it by hand.`)
}

/** Deletes the record whatever happens; the first error is that of the case. */
export const withRecord = async <T>(
  subject: Subject,
  work: (created: Created) => Promise<T>,
): Promise<T> => {
  const created = await create(subject)
  try {
    return await work(created)
  } finally {
    await destroy(subject, created.path)
  }
}

/** Changes a text of the record. */
export const update = async (
  subject: Subject,
  { path, row }: Created,
  options: RequestOptions = {},
) => {
  const { service, resource, random } = subject
  if (!resource.operations.has('update')) throw new NotJudged('It has no update.')
  const shape = await readShape(subject, 'PUT')
  const change = changeOf(shape, row, random)
  const exchange = await service.send('PUT', path, {
    ...options,
    body: { ...draftOf(shape, row), ...change },
  })
  return { change, exchange }
}

/** Changes a text of the record as it is now. @returns the change, and the state before it */
export const updateCurrent = async (subject: Subject, record: Created) => {
  const before = withStatus(await subject.service.send('GET', record.path), 200)
  const { change, exchange } = await update(subject, record, matching(before))
  withStatus(exchange, 200)
  return { before, change }
}

/** @param entry of a history or of a stream of changes */
export const demandFields = (entry: Json, change: Json): void => {
  const fields = items(entry['fields'])
  const missing = Object.keys(change).find((name) => !fields.includes(name))
  demand(missing === undefined, `The update must name the field '${missing}'.`)
}
