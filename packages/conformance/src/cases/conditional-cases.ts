/** Entity tags: what has not changed is 304, everything else is sent; and hashes of schemas. */
import { createHash } from 'node:crypto'
import { endpointAt, schemaPath } from '../catalog.js'
import { canonical, members } from '../json.js'
import { queryText, recordPath } from '../pages.js'
import { withStatus } from '../service.js'
import { anyId, idsOf, requireAllRows, type Subject } from '../subject.js'
import { demand, demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'
import { someRows } from './record-cases.js'

const conditionalCase = casesOf('conditional')

/** Sends the tag of a path back; a path without one cannot be judged. */
export const demandConditional = async (
  { service }: Subject,
  path: string,
  accept = 'application/json',
): Promise<string> => {
  const send = (headers: Readonly<Record<string, string>>) =>
    service.send('GET', path, { headers: { accept, ...headers } })
  const first = withStatus(await send({}), 200)
  const tag = first.headers.get('etag')
  if (tag === null) throw new NotJudged('It has no ETag.')
  demand(/^(W\/)?"[\x21\x23-\x7e]*"$/.test(tag), `ETag must be an entity tag; got ${tag}.`)
  const unless = (value: string) => send({ 'if-none-match': value })
  const same = withStatus(await unless(tag), 304)
  demandEqual('The body of 304', same.text, '')
  demandEqual('The ETag of 304', same.headers.get('etag'), tag)
  withStatus(await unless(`"other", ${tag}`), 304)
  const changed = withStatus(await unless('"of-another-version"'), 200)
  demandEqual('The body', withoutTime(changed.json), withoutTime(first.json))
  return tag
}

/** Lists and schemas have different tags for different requests. */
const demandOwnTag = async (subject: Subject, path: string, otherPath: string): Promise<void> => {
  const tag = await demandConditional(subject, otherPath)
  const exchange = await subject.service.send('GET', path, { headers: { 'if-none-match': tag } })
  withStatus(exchange, 200)
}

const withoutTime = (body: unknown): unknown => {
  if (Array.isArray(body)) return body
  const { timestamp, ...rest } = members(body)
  return rest
}

const twoIds = (subject: Subject): readonly [string, string] => {
  const [first, second] = idsOf(subject, someRows(subject))
  if (first === undefined || second === undefined)
    throw new NotJudged('It has fewer than two rows.')
  return [first, second]
}

const listCase = (path: string): Case =>
  conditionalCase(`GET ${path} honours If-None-Match`, async (subject) => {
    const [first, second] = twoIds(subject)
    const address = (ids: string) => `${subject.resource.path}${path}${queryText({ ids })}`
    await demandConditional(subject, address(first))
    await demandOwnTag(subject, address(first), address(second))
  })

const recordCase = conditionalCase('a record honours If-None-Match', async (subject) => {
  await demandConditional(subject, recordPath(subject.resource, anyId(subject)))
})

const allCase = conditionalCase('GET /all honours If-None-Match', async (subject) => {
  requireAllRows(subject)
  await demandConditional(subject, `${subject.resource.path}/all`)
})

const schemaCase = conditionalCase(
  'schemas have the hash of their content and honour If-None-Match',
  async (subject) => {
    const { service, resource, contextPath } = subject
    const filter = { method: 'POST', path: `${resource.path}/filter` }
    const [request, response] = (['request', 'response'] as const).map((side) =>
      schemaPath(contextPath, filter, side),
    )
    const { headers, json } = withStatus(await service.send('GET', request!), 200)
    const { 'x-ui': ui, ...schema } = members(json)
    const { operationExamples, ...hashedUi } = members(ui)
    const text = canonical({ ...schema, 'x-ui': hashedUi })
    const hash = createHash('sha256').update(text).digest('hex')
    demandEqual('X-Schema-Hash', headers.get('x-schema-hash'), hash)
    await demandConditional(subject, request!)
    await demandOwnTag(subject, request!, response!)
  },
)

export const deriveConditional: Derive = ({ resource }) => {
  const { operations } = resource
  const lists = ['/by-ids', '/options/by-ids'].filter((suffix) =>
    endpointAt(resource, suffix, 'GET'),
  )
  return [
    ...lists.map(listCase),
    ...(operations.has('byId') ? [recordCase] : []),
    ...(operations.has('all') ? [allCase] : []),
    schemaCase,
  ]
}
