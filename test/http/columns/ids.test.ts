/** An id of the wrong type or out of range is refused in path, query and body. */
import { describe, expect, test } from 'vitest'
import { expectFailure, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { employees, departments, skills } = paths

const texts = [
  'abc',
  '1.5',
  '1.0',
  '1e3',
  '0x1',
  '01',
  '%2B1',
  '%20',
  '1%20',
  '1%00',
  '%00',
  'null',
  'NaN',
  'true',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999',
  '1%2F2',
  '%D9%A1',
  "1'%20or%20'1'='1",
  'x'.repeat(3_000),
]

describe.each(texts)('%s', (text) => {
  const failure = { status: 400, code: 'INVALID_PARAMETER' }
  const target = (name: string) => ({ ...failure, targets: [name] })

  test('is refused in the path', async () => {
    expectFailure(await people.get(`${employees}/${text}`), target('id'))
    expectFailure(await people.send('DELETE', `${employees}/${text}`), target('id'))
    expectFailure(await people.send('PUT', `${employees}/${text}`, {}), target('id'))
    const intent = await people.send('PATCH', `${employees}/${text}/profile`, {})
    expectFailure(intent, target('id'))
  })

  test('is refused in by-ids', async () => {
    // Blanks around the commas of a list are removed, and blank items are ignored.
    if (/^(1?%20|)$/.test(text)) return
    expectFailure(await people.get(`${employees}/by-ids?ids=1,${text}`), target('ids'))
  })
})

test('an id of 5 000 characters in the path is refused', async () => {
  const answer = await people.get(`${employees}/${'1'.repeat(5_000)}`)
  expectFailure(answer, { status: 414, code: 'URI_TOO_LONG' })
})

test.each(['%', '%zz', '%E9', '%ED%A0%80', '1%'])(
  'a path that is not percent-encoded correctly (%s) is refused, with the usual headers',
  async (text) => {
    const answer = await people.get(`${employees}/${text}`, {
      'x-request-id': 'trace-of-a-bad-path',
    })
    expectFailure(answer, { status: 400, code: 'INVALID_PARAMETER' })
    expect(answer.headers['x-request-id']).toBe('trace-of-a-bad-path')
  },
)

test('a text id accepts every text that the database can store', async () => {
  for (const id of ['%27', '%25', '..%2F..', '%F0%9F%A6%8A', 'a%20b', 'x'.repeat(2_000)]) {
    const answer = await people.get(`${paths.costs}/${id}`)
    expectFailure(answer, { status: 404, code: 'RESOURCE_NOT_FOUND' })
  }
  const answer = await people.get(`${paths.costs}/a%00b`)
  expectFailure(answer, { status: 400, code: 'INVALID_PARAMETER', targets: ['id'] })
})

test('an empty id matches no record', async () => {
  const answer = await people.get(`${employees}/`)
  expect([400, 404]).toContain(answer.statusCode)
  expect(answer.json().status).toBe('failure')
})

describe('ids in a body', () => {
  const wrong = ['"2"', '2.5', 'true', '[2]', '{}', '{"id":"2"}', '9007199254740993', '1e400']

  test.each(wrong)('a reference of %s is refused', async (value) => {
    const body = `{"code":"REF","name":"x","parentId":${value}}`
    const answer = await people.send('POST', departments, body)
    expectFailure(answer, { status: 400, code: 'REQUEST_PAYLOAD_INVALID', targets: ['parentId'] })
  })

  test('a reference in a filter is refused as FILTER_PAYLOAD_INVALID', async () => {
    const answer = await people.send('POST', `${employees}/filter`, { departmentId: '2' })
    const failure = { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets: ['departmentId'] }
    expectFailure(answer, failure)
  })

  test('an id outside the safe integers is refused and not rounded', async () => {
    const [{ max }] = (await people.rows('select max(id)::int from skills')) as [{ max: number }]
    const answer = await people.send('DELETE', `${skills}/batch`, `[${max}.00000000000000001]`)
    expectFailure(answer, { status: 400, code: 'INVALID_PARAMETER', targets: ['0'] })
  })
})
