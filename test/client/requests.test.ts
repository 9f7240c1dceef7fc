/**
 * The requests that the client sends: paths, parameters, headers; every operation of the table is
 * covered.
 */
import { describe, expect, test } from 'vitest'
import { createClient, type Fetch } from '../../src/client.js'
import { operationsOf } from '../../src/model/operation-table.js'
import { type People, recordingClient, type resources } from './use-client.js'

/** No resource of the sample declares it. */
interface Imports {
  import(file: string, options: Options): Promise<unknown>
}
interface Options {
  readonly dryRun?: boolean
  readonly columns?: Readonly<Record<string, string | null>>
}
type Employees = ReturnType<typeof employeesOf>
const employeesOf = (client: People) => client.resource('human-resources.employees')
const base = '/api/human-resources/employees'

/** A call for every row of the operation table. Those that write take options. */
const calls: Readonly<
  Record<string, (employees: Employees, options: Options) => Promise<unknown>>
> = {
  create: (employees, options) => employees.create({} as never, options),
  byId: (employees) => employees.get(1),
  all: (employees) => employees.all(),
  byIds: (employees) => employees.byIds([1]),
  update: (employees, options) => employees.update(1, {} as never, options),
  batch: (employees, options) => employees.batch([], options),
  import: (employees, options) => (employees as unknown as Imports).import('id\n1', options),
  delete: (employees, options) => employees.delete(1, options),
  deleteBatch: (employees, options) => employees.deleteBatch([1], options),
  filter: (employees) => employees.filter(),
  cursor: (employees) => employees.cursor(),
  locate: (employees) => employees.locate(1),
  options: (employees) => employees.options(),
  optionsByIds: (employees) => employees.optionsByIds([1]),
  optionSource: (employees) => employees.optionSource('statuses').filter(),
  optionSourceByIds: (employees) => employees.optionSource('statuses').byIds([1]),
  optionSourceByIdsPost: (employees) => employees.optionSource('statuses').byIds(['a']),
  statsGroupBy: (employees) => employees.stats.groupBy({ field: 'status' }),
  statsTimeSeries: (employees) =>
    employees.stats.timeSeries({ field: 'hiredOn', granularity: 'DAY' }),
  statsDistribution: (employees) =>
    employees.stats.distribution({ field: 'status', mode: 'TERMS' }),
  export: (employees) => employees.export(),
  schemas: (employees) => employees.schemas(),
  itemSurfaces: (employees) => employees.surfaces(1),
  actions: (employees) => employees.actions(),
  itemActions: (employees) => employees.actions(1),
  capabilities: (employees) => employees.capabilities(),
  itemCapabilities: (employees) => employees.capabilities(1),
  changes: (employees) => employees.changes({ follow: false }).next(),
  history: (employees) => employees.history(1),
  uploadFile: (employees, options) =>
    employees.files.upload(1, 'photo' as never, new Blob(['x']), options),
  downloadFile: (employees) => employees.files.download(1, 'photo' as never),
  deleteFile: (employees, options) => employees.files.delete(1, 'photo' as never, options),
  permanentDelete: (employees, options) => employees.delete(1, { ...options, permanent: true }),
  permanentDeleteBatch: (employees, options) =>
    employees.deleteBatch([1], { ...options, permanent: true }),
  intent: (employees, options) => employees.intent(1, 'profile', {}, options),
  performOnRecord: (employees, options) =>
    employees.act(1, 'approve' as never, {} as never, options),
  perform: (employees, options) => employees.perform('bulk-approve' as never, {} as never, options),
}

describe('every operation has a method', () => {
  const table = operationsOf({
    ...{
      readOnly: false,
      create: true,
      update: true,
      delete: true,
      batch: true,
      import: true,
      changes: true,
    },
    softDelete: true,
    history: true,
    files: true,
    intents: ['profile'],
    actions: [
      { id: 'approve', scope: 'ITEM' },
      { id: 'bulk-approve', scope: 'COLLECTION' },
    ],
  })
  test.each(table.map(({ name, method, path }) => [name, method, path]))(
    'the method for %s sends %s %s',
    async (name, method, path) => {
      const { client, sent } = recordingClient()
      await calls[name]!(employeesOf(client), {})
      const expected = path
        .replace('{id}', '1')
        .replace('{sourceKey}', 'statuses')
        .replace('{field}', 'photo')
      expect(sent).toMatchObject([{ method, path: `${base}${expected}` }])
    },
  )

  test.each(table.filter(({ writes }) => writes).map(({ id, name }) => [id, name]))(
    'the method for %s sends dryRun',
    async (_id, name) => {
      const { client, sent } = recordingClient()
      await calls[name]!(employeesOf(client), { dryRun: true })
      expect(new URLSearchParams(sent[0]!.query).get('dryRun')).toBe('true')
    },
  )
})

test('parameters that are not given are not sent', async () => {
  const { client, sent } = recordingClient()
  await employeesOf(client).filter()
  expect(sent).toMatchObject([{ query: '', body: {} }])
  await employeesOf(client).get(1)
  expect([...sent[1]!.headers.keys()]).toEqual(['accept'])
  expect(sent[1]!.body).toBeUndefined()
})

test('parameters are repeated and encoded', async () => {
  const { client, sent } = recordingClient()
  await employeesOf(client).filter(
    { fullName: 'é&' },
    { page: 0, size: 5, sort: ['salary,desc', 'id'], includeIds: [3, 1] },
  )
  expect(sent[0]).toMatchObject({
    query: '?page=0&size=5&sort=salary,desc&sort=id&includeIds=3&includeIds=1',
    body: { fullName: 'é&' },
  })
  await employeesOf(client).options({}, { search: 'a&b=c' })
  expect(sent[1]!.query).toBe('?search=a&b=c')
  await client.resource('payroll.monthly-costs').get('a/b?c')
  expect(sent[2]!.path).toBe('/api/payroll/monthly-costs/a%2Fb%3Fc')
})

test('an import maps the columns of its file', async () => {
  const { client, sent } = recordingClient()
  const employees = employeesOf(client) as unknown as Imports
  await employees.import('No.: x,Remark\n', { columns: { 'No.: x': 'id', Remark: null } })
  expect(sent[0]!.query).toBe('?column=No.:+x:id&column=Remark:')
})

test('the body of an option source request contains no page, header or signal', async () => {
  const { client, sent } = recordingClient()
  await employeesOf(client)
    .optionSource('managers')
    .filter({ search: 'a', page: 1, headers: { 'X-Own': '1' }, filter: { departmentId: 1 } })
  expect(sent[0]).toMatchObject({ query: '?page=1' })
  expect(sent[0]!.body).toEqual({ search: 'a', filter: { departmentId: 1 } })
  expect(sent[0]!.headers.get('x-own')).toBe('1')
})

test('headers of a call override those of the client, whose function is called for each request', async () => {
  let requestCount = 0
  const { client, sent } = recordingClient({
    headers: () => ({ Authorization: `Bearer ${++requestCount}`, 'X-Tenant': 'a' }),
  })
  const employees = employeesOf(client)
  await employees.get(1)
  await employees.update(1, {} as never, { headers: { 'x-tenant': 'b' }, ifMatch: '"1.x"' })
  const headers = sent.map((request) => Object.fromEntries(request.headers))
  expect(headers).toMatchObject([
    { authorization: 'Bearer 1', 'x-tenant': 'a' },
    { authorization: 'Bearer 2', 'x-tenant': 'b', 'if-match': '"1.x"' },
  ])
})

test('headers of the client may be a record', async () => {
  const { client, sent } = recordingClient({ headers: { Accept: 'application/vnd.own+json' } })
  await employeesOf(client).get(1)
  expect(sent[0]!.headers.get('accept')).toBe('application/vnd.own+json')
})

describe('URLs of requests', () => {
  const addressOf = async (baseUrl: string, paths = {}) => {
    let address = ''
    const fetch: Fetch = async (url) => {
      address = url
      return new Response('{}')
    }
    const client = createClient<typeof resources>({ baseUrl, fetch, paths })
    await employeesOf(client).get(1)
    return address
  }

  test('URLs have the context path, and no double slash', async () => {
    expect(await addressOf('http://service/context//')).toBe(`http://service/context${base}/1`)
  })

  test("URLs without a base are those of the page's origin", async () => {
    expect(await addressOf('')).toBe(`${base}/1`)
  })

  test('URLs use the given paths', async () => {
    const paths = { 'human-resources.employees': '/staff' }
    expect(await addressOf('http://service', paths)).toBe('http://service/staff/1')
  })
})

test('texts that represent long numbers stay texts', async () => {
  const wire = '{"status":"success","data":{"id":1,"budget":"12345678901234567890.12"}}'
  const fetch: Fetch = async () => new Response(wire)
  const client = createClient<typeof resources>({ baseUrl: '', fetch })
  const answer = await employeesOf(client).get(1)
  expect(answer).toMatchObject({ data: { budget: '12345678901234567890.12' } })
})
