/** The dataset version, in the header of responses and in their records. */
import { createTestService } from 'corollary/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import sample from '../../examples/people/app.js'
import {
  type Answer,
  expectFailure,
  type Headers,
  type Json,
  type Method,
  newEmployee,
  paths,
  usePeople,
} from '../http/use-people.js'

const app = usePeople()
const { employees, departments, skills, absences, payslips } = paths
const resources = Object.values(paths)

const headerOf = ({ headers }: Answer): unknown => headers['x-data-version']
/** The version that the next reader of the resource sees. */
const versionOf = async (resource: string): Promise<string> => {
  const answer = await app.send('POST', `${resource}/filter?size=1`, {})
  expect(answer.statusCode, answer.body).toBe(200)
  return String(headerOf(answer))
}
let serial = 0
const skill = () => ({ code: `V-${serial++}`, name: 'Version', category: 'Test' })
const firstId = async (resource: string): Promise<string> =>
  encodeURIComponent((await app.page(resource, '?size=1')).content[0].id)

type Request = readonly [Method, string, unknown?]
/** Operations of every resource that return records, and where the records are. */
const readsOf = (resource: string, id: string): readonly (readonly [Request, Find])[] => [
  [['GET', `${resource}/${id}`], (body) => [body.data]],
  [['GET', `${resource}/all`], (body) => body.data],
  [['GET', `${resource}/by-ids?ids=${id}`], (body) => body],
  [['POST', `${resource}/filter?size=3`, {}], (body) => body.data.content],
  [['POST', `${resource}/filter?size=3&page=1&sort=id,desc`, {}], (body) => body.data.content],
  [['POST', `${resource}/filter?size=2&includeIds=${id}`, {}], (body) => body.data.content],
  [['POST', `${resource}/filter/cursor?size=3`, {}], (body) => body.data.content],
]
type Find = (body: Json) => readonly Json[]

describe.each(resources)('the dataset version of %s', (resource) => {
  let id: string
  let version: string
  beforeEach(async () => {
    id = await firstId(resource)
    version = await versionOf(resource)
    expect(version).toMatch(/^[\x21-\x7e]+$/)
  })

  test('every response with records has the version, and so does each record', async () => {
    for (const [request, find] of readsOf(resource, id)) {
      const answer = await app.send(...request)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(headerOf(answer), request[1]).toBe(version)
      const records = find(answer.json())
      expect(records.length).toBeGreaterThan(0)
      for (const record of records) expect(record.datasetVersion).toBe(version)
    }
  })

  test('responses computed from records, and empty ones, have the version', async () => {
    const requests: readonly Request[] = [
      ['GET', `${resource}/by-ids`],
      ['POST', `${resource}/filter?page=9000`, {}],
      ['POST', `${resource}/locate?id=${id}`, {}],
      ['POST', `${resource}/options/filter?size=1`, {}],
      ['POST', `${resource}/options/filter?page=9000`, { search: 'no such label' }],
      ['GET', `${resource}/options/by-ids?ids=${id}`],
      ['GET', `${resource}/options/by-ids`],
      ['POST', `${resource}/export`],
      ['POST', `${resource}/export`, { format: 'json', maxRows: 1 }],
      [
        'POST',
        `${resource}/export`,
        { format: 'xlsx', scope: 'selected', selectedIds: [wire(id)] },
      ],
    ]
    for (const request of requests) {
      const answer = await app.send(...request)
      expect(answer.statusCode, `${request[1]} ${answer.body}`).toBe(200)
      expect(headerOf(answer), request[1]).toBe(version)
    }
  })

  test('HEAD has the version where GET has it; /schemas has none', async () => {
    for (const path of [id, 'all', `by-ids?ids=${id}`, `options/by-ids?ids=${id}`]) {
      const answer = await app.send('HEAD', `${resource}/${path}`)
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
      expect(headerOf(answer), path).toBe(version)
    }
    expect(headerOf(await app.get(`${resource}/schemas`))).toBeUndefined()
    expect(headerOf(await app.send('OPTIONS', resource))).toBeUndefined()
  })

  test('the version cannot be used to sort, filter or export', async () => {
    for (const term of ['datasetVersion', 'datasetVersion,desc']) {
      const sorted = await app.send('POST', `${resource}/filter?sort=${term}`, {})
      expectFailure(sorted, { status: 400, code: 'SORT_INVALID', targets: ['sort'] })
      const walked = await app.send('POST', `${resource}/filter/cursor?sort=${term}`, {})
      expect([walked.statusCode, headerOf(walked)]).toEqual([400, undefined])
    }
    const filtered = await app.send('POST', `${resource}/filter`, { datasetVersion: version })
    const [item] = expectFailure(filtered, {
      status: 400,
      code: 'FILTER_PAYLOAD_INVALID',
      targets: ['datasetVersion'],
    })
    expect(item.target).toBe('datasetVersion')
  })
})

const wire = (id: string): unknown => (/^\d+$/.test(id) ? Number(id) : id)

test.each([
  ['POST', `departments/options/filter`, { filter: {} }],
  ['GET', 'statuses/options/by-ids?ids=ACTIVE', undefined],
  ['HEAD', 'statuses/options/by-ids?ids=ACTIVE', undefined],
  ['POST', 'ratings/options/by-ids', { ids: [3] }],
  ['POST', 'managers/options/filter', { filter: { departmentId: 2 } }],
] as const)('%s of the option source %s has the version', async (method, path, body) => {
  const answer = await app.send(method, `${employees}/option-sources/${path}`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(headerOf(answer)).toBe(await versionOf(employees))
})

describe('the dataset version of writes', () => {
  /** Sends the write, and compares the response with what the next reader sees. */
  const write = async (resource: string, ...request: [...Request, Headers?]): Promise<Answer> => {
    const before = await versionOf(resource)
    const [method, url, body, headers] = request
    const answer = await app.send(method, url, body, headers)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    expect(headerOf(answer)).toBe(await versionOf(resource))
    expect(headerOf(answer)).not.toBe(before)
    if (answer.body !== '') expect(answer.json().data.datasetVersion).toBe(headerOf(answer))
    return answer
  }

  test('create, update, intent, delete and batch delete return the version that they create', async () => {
    const made = await write(employees, 'POST', employees, newEmployee({ skillIds: [1, 2] }))
    const { id, ...record } = made.json().data
    const url = `${employees}/${id}`
    await write(employees, 'PUT', url, { ...record, skillIds: [3] })
    await write(employees, 'PATCH', `${url}/profile`, { nickname: 'V' })
    await write(employees, 'PATCH', `${url}/compensation`, { salary: '2.00' })
    await write(employees, 'DELETE', url)
    const others = [await app.create(skills, skill()), await app.create(skills, skill())]
    await write(
      skills,
      'DELETE',
      `${skills}/batch`,
      others.map((entity) => entity.id),
    )
    const absence = { employeeId: 1, kind: 'OTHER', startsOn: '2026-01-01', endsOn: '2026-01-02' }
    await write(absences, 'POST', absences, { ...absence, days: 2 })
    const team = { code: `V-${serial++}`, name: 'Versions', parentId: null }
    const department = (await write(departments, 'POST', departments, team)).json().data
    await write(departments, 'DELETE', `${departments}/${department.id}`)
  })

  test('a write of a related record changes the versions of resources that read it, and no others', async () => {
    const read = () => Promise.all(resources.map(versionOf))
    const before = await read()
    await app.send('PUT', `${skills}/1`, { ...skill(), name: 'Another' })
    const after = await read()
    const moved = resources.filter((_, index) => before[index] !== after[index])
    expect(moved).toEqual([employees, skills])
    expect(moved).not.toContain(payslips)
  })

  test('a datasetVersion in a body is ignored, whatever its value', async () => {
    for (const datasetVersion of ['1', 2, null, {}, ['x']]) {
      const created = await app.send('POST', skills, { ...skill(), datasetVersion })
      expect(created.statusCode, created.body).toBe(201)
      expect(created.json().data.datasetVersion).toBe(headerOf(created))
      const { id } = created.json().data
      const updated = await app.send('PUT', `${skills}/${id}`, { ...skill(), datasetVersion })
      expect(updated.statusCode, updated.body).toBe(200)
      const intent = { nickname: 'V', datasetVersion }
      const changed = await app.send('PATCH', `${employees}/2/profile`, intent)
      expect(changed.statusCode, changed.body).toBe(200)
      expect(changed.json().data.datasetVersion).toBe(headerOf(changed))
    }
  })

  test('a write that changes nothing returns the current version', async () => {
    const before = await versionOf(employees)
    const answer = await app.send('PATCH', `${employees}/3/profile`, { datasetVersion: 'x' })
    expect([answer.statusCode, headerOf(answer)]).toEqual([200, before])
  })

  test('the response includes changes that a deferred trigger makes at the commit', async () => {
    await app.rows(`create function shout() returns trigger language plpgsql as $$ begin
      update skills set category = 'LATER' where id = new.id and category <> 'LATER';
      return null; end $$`)
    await app.rows(`create constraint trigger shout after insert on skills
      deferrable initially deferred for each row execute function shout()`)
    // Whether such triggers exist is read at start.
    const { connection } = app.service.database
    const service = await createTestService({ resources: sample.resources, connection })
    const created = await service.app.inject({ method: 'POST', url: skills, payload: skill() })
    await service.close()
    await app.rows('drop function shout cascade')
    const read = await app.get(`${skills}/${created.json().data.id}`)
    expect(read.json().data.category).toBe('LATER')
    // Equal versions mean equal data: either the record is unchanged, or the version differs.
    if (headerOf(created) === headerOf(read)) expect(created.json().data).toEqual(read.json().data)
  })

  test('a replayed response has the version of the first response', async () => {
    const [body, headers] = [skill(), { 'idempotency-key': 'dataset-version' }]
    const first = await app.send('POST', skills, body, headers)
    await app.create(skills, skill())
    const again = await app.send('POST', skills, body, headers)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(headerOf(again)).toBe(headerOf(first))
    expect(again.body).toBe(first.body)
    expect(headerOf(again)).not.toBe(await versionOf(skills))
  })
})
