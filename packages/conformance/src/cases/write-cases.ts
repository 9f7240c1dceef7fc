/**
 * Writes, for resources that a run may write to: each case creates a record of its own and deletes
 * it again.
 */
import { randomUUID } from 'node:crypto'
import {
  type Created,
  create,
  dataOf,
  demandFields,
  destroy,
  discard,
  isWritable,
  matching,
  readRecord,
  update,
  updateCurrent,
  withRecord,
} from '../created-records.js'
import { createLike, readShape } from '../drafts.js'
import { demandFailure } from '../failures.js'
import { items, type Json, members } from '../json.js'
import { type Query, queryText, readPage } from '../pages.js'
import { withStatus } from '../service.js'
import type { Subject } from '../subject.js'
import { Deviation, demand, demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const writeCase = casesOf('writes')

const recordCase = (
  title: string,
  work: (subject: Subject, created: Created) => Promise<void>,
): Case => writeCase(title, (subject) => withRecord(subject, (created) => work(subject, created)))

const totalOf = async (subject: Subject): Promise<number> =>
  (await readPage(subject, {}, { size: 1 })).total

const created = recordCase(
  'a created record is returned, located and readable',
  async (subject, record) => {
    demandEqual('Location', record.exchange.headers.get('location'), record.path)
    const found = await readRecord(subject, record.path)
    for (const [name, value] of Object.entries(record.body)) {
      if (!(name in found)) continue
      demandEqual(`'${name}' of the created record`, found[name], record.row[name])
      if (typeof value !== 'object') demandEqual(`'${name}' that was sent`, found[name], value)
    }
  },
)

const counted = writeCase(
  'a created record is counted, and a deleted one is not',
  async (subject) => {
    const before = await totalOf(subject)
    await withRecord(subject, async () => {
      demandEqual('totalElements after the create', await totalOf(subject), before + 1)
    })
    demandEqual('totalElements after the delete', await totalOf(subject), before)
  },
)

const updated = recordCase('an update changes what it sends', async (subject, record) => {
  const { change } = await updateCurrent(subject, record)
  const found = await readRecord(subject, record.path)
  for (const [name, value] of Object.entries(change)) demandEqual(`'${name}'`, found[name], value)
})

/** A tag of the state before a write must not match afterwards. */
const changedTags = recordCase('entity tags change with the record', async (subject, record) => {
  const { service, resource } = subject
  const byIds = `${resource.path}/by-ids?ids=${encodeURIComponent(record.id)}`
  const read = async (path: string, headers = {}) => service.send('GET', path, { headers })
  const tags = new Map<string, string>()
  for (const path of [record.path, byIds]) {
    const tag = (await read(path)).headers.get('etag')
    if (tag !== null) tags.set(path, tag)
  }
  if (tags.size === 0) throw new NotJudged('It has no ETag.')
  await updateCurrent(subject, record)
  for (const [path, tag] of tags) withStatus(await read(path, { 'if-none-match': tag }), 200)
})

const stale = recordCase(
  'a write with a stale version is 412 and changes nothing',
  async (subject, record) => {
    const { before, change } = await updateCurrent(subject, record)
    if (before.headers.get('etag') === null) throw new NotJudged('It has no ETag.')
    const second = await update(subject, record, matching(before))
    demandFailure(second.exchange, { status: 412, code: 'STALE_RESOURCE_VERSION' })
    const found = await readRecord(subject, record.path)
    for (const [name, value] of Object.entries(change)) demandEqual(`'${name}'`, found[name], value)
  },
)

const deleted = writeCase('a deleted record is gone', async (subject) => {
  const { service } = subject
  const { path } = await create(subject)
  try {
    const current = withStatus(await service.send('GET', path), 200)
    withStatus(await service.send('DELETE', path, matching(current)), 204)
    const exchange = await service.send('GET', path)
    demandFailure(exchange, { status: 404, code: 'RESOURCE_NOT_FOUND' })
  } finally {
    await destroy(subject, path)
  }
})

const repeated = writeCase(
  'a repeated create with the same Idempotency-Key creates one record',
  async (subject) => {
    const { service, resource } = subject
    const headers = { 'idempotency-key': randomUUID() }
    const first = await create(subject, { headers })
    try {
      const again = await service.send('POST', resource.path, { headers, body: first.body })
      const secondId = String(dataOf(again)[resource.idField])
      if (secondId !== first.id) await discard(subject, again)
      withStatus(again, 201)
      demandEqual('The id of the second response', secondId, first.id)
      demandEqual('Idempotency-Replayed', again.headers.get('idempotency-replayed'), 'true')
    } finally {
      await destroy(subject, first.path)
    }
  },
)

const tried = writeCase('a dry run stores nothing', async (subject) => {
  const { service, resource } = subject
  const before = await totalOf(subject)
  const { exchange } = await createLike(subject, (body) =>
    service.send('POST', `${resource.path}?dryRun=true`, { body }),
  )
  const isDry = exchange.headers.get('x-dry-run') === 'true'
  if (!isDry) await discard(subject, exchange)
  withStatus(exchange, 201)
  demand(isDry, 'A dry run must have the header X-Dry-Run: true.')
  demandEqual('totalElements', await totalOf(subject), before)
})

const refused = writeCase('a create with a wrong body is refused', async (subject) => {
  const { service, resource } = subject
  const { required } = await readShape(subject, 'POST')
  const send = async (body: Json) => {
    const exchange = await service.send('POST', resource.path, { body })
    await discard(subject, exchange)
    return exchange
  }
  if (required.length > 0) {
    demandFailure(await send({}), { status: 400, code: 'VALIDATION_FAILED' })
  }
  const failure = { status: 400, code: 'REQUEST_PAYLOAD_INVALID', target: 'noSuchMember' }
  demandFailure(await send({ noSuchMember: 1 }), failure)
})

/** The newest change first, page by page. */
const history = recordCase(
  'the history of a record has its create and its update',
  async (subject, record) => {
    const { change } = await updateCurrent(subject, record)
    const read = async (query: Query) => {
      const path = `${record.path}/history${queryText({ ...query, size: 1 })}`
      const { content, next } = await readRecord(subject, path)
      return { entries: items(content).map(members), next }
    }
    const newest = await read({})
    demandEqual('The number of changes on a page', newest.entries.length, 1)
    demandEqual('The operation of the newest change', newest.entries[0]!['operation'], 'update')
    demandFields(newest.entries[0]!, change)
    if (typeof newest.next !== 'string') throw new Deviation("'next' must lead to the create.")
    const oldest = await read({ after: newest.next })
    demandEqual('The operation of the oldest change', oldest.entries[0]?.['operation'], 'create')
  },
)

export const deriveWrites: Derive = ({ resource }) =>
  isWritable(resource)
    ? [
        ...[created, counted, updated, changedTags, stale, deleted, repeated, tried, refused],
        ...(resource.operations.has('history') ? [history] : []),
      ]
    : [
        writeCase('records can be created, changed and deleted', async () => {
          throw new NotJudged(
            'It has no create or no delete, so records could not be removed again.',
          )
        }),
      ]
