/** Records by id, by several ids, all of them, and exports: the same rows as those of pages. */
import { endpointAt } from '../catalog.js'
import { canonical, isObject, items, members } from '../json.js'
import { idOf, type Row, recordPath } from '../pages.js'
import { type Exchange, readJson, withStatus } from '../service.js'
import { demandRows, idsOf, requireAllRows, type Subject } from '../subject.js'
import { demand, demandEqual, demandSequence, NotJudged } from '../verdicts.js'
import { casesOf, type Derive } from './case.js'

const recordCase = casesOf('records')

/** Links belong to the place of a row, not to the record. */
const bare = ({ _links, ...row }: Row): Row => row

const demandSameRow = (what: string, actual: unknown, expected: Row): void =>
  demand(
    isObject(actual) && canonical(bare(actual)) === canonical(bare(expected)),
    `${what} must be the row that the page has.`,
  )

/** Up to three rows. */
export const someRows = ({ random, rows }: Subject): readonly Row[] => {
  if (rows.length === 0) throw new NotJudged('It has no rows.')
  return random.some(rows, 3)
}

/** An id that no row has; undefined for ids of other types than numbers. */
export const unknownId = ({ resource: { fields, idField } }: Subject): number | undefined =>
  fields.find(({ name }) => name === idField)?.kind === 'number'
    ? Number.MAX_SAFE_INTEGER
    : undefined

const byId = recordCase('a record by id is the row of the page', async (subject) => {
  const { service, resource } = subject
  for (const row of someRows(subject)) {
    const path = recordPath(resource, idOf(resource, row))
    const record = members((await readJson(service, path))['data'])
    // A record may have more members than a row, never other values.
    const shared = Object.keys(bare(row)).filter((name) => name in record)
    const picked = (from: Row) => Object.fromEntries(shared.map((name) => [name, from[name]]))
    demandSameRow(`GET ${path}`, picked(record), picked(row))
  }
})

const byIds = recordCase('records by ids come in the requested order', async (subject) => {
  const { service, resource } = subject
  const rows = [...someRows(subject)].reverse()
  const ids = idsOf(subject, rows)
  const requested = [...ids, ids[0]!]
  const unknown = unknownId(subject)
  const all = unknown === undefined ? requested : [...requested, String(unknown)]
  const query = new URLSearchParams(all.map((id): [string, string] => ['ids', id]))
  const path = `${resource.path}/by-ids?${query}`
  const { json } = withStatus(await service.send('GET', path), 200)
  const found = items(json).map(members)
  demandSequence(
    'Repeated ids repeat a record, unknown ones are left out',
    idsOf(subject, found),
    requested,
  )
  for (const [index, row] of rows.entries()) demandSameRow(`Record ${index}`, found[index], row)
})

const noIds = recordCase('no ids are an empty list', async ({ service, resource }) => {
  const { json } = withStatus(await service.send('GET', `${resource.path}/by-ids`), 200)
  demandEqual('The body', json, [])
})

const all = recordCase(
  'all records are the rows of the pages, in the same order',
  async (subject) => {
    requireAllRows(subject)
    const { service, resource, rows } = subject
    const { data } = await readJson(service, `${resource.path}/all`)
    const found = items(data).map(members)
    demandRows(subject, 'GET /all', found, rows)
    for (const [index, row] of found.entries()) demandSameRow(`Record ${index}`, row, rows[index]!)
  },
)

/** Exports the rows. @throws NotJudged if the format is not offered */
export const exportAs = async (
  { service, resource, base }: Subject,
  format: 'csv' | 'json',
): Promise<Exchange> => {
  const operation = members(members(resource.capabilities['operations'])['export'])
  const isOffered = items(operation['formats']).includes(format)
  if (!isOffered) throw new NotJudged(`The format ${format} is not offered.`)
  const exchange = await service.send('POST', `${resource.path}/export`, {
    body: { format, scope: 'filtered', filters: base },
    headers: { accept: '*/*' },
  })
  return withStatus(exchange, 200)
}

const exported = recordCase(
  'an export as JSON has the rows, in the same order',
  async (subject) => {
    const { json } = await exportAs(subject, 'json')
    demandRows(subject, 'The export', items(json).map(members), subject.rows)
  },
)

export const deriveRecords: Derive = ({ resource }) => {
  const { operations } = resource
  return [
    ...(operations.has('byId') ? [byId] : []),
    ...(endpointAt(resource, '/by-ids', 'GET') ? [byIds, noIds] : []),
    ...(operations.has('all') ? [all] : []),
    ...(operations.has('export') ? [exported] : []),
  ]
}
