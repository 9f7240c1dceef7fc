/** Endless numbers, deep and wide JSON: each gets a response of the contract, none a failure. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AttackService, startAttackService } from './attack-service.js'

const employees = '/api/human-resources/employees'
const skills = '/api/human-resources/skills'
const absences = '/api/human-resources/absence-requests'

let service: AttackService
beforeAll(async () => {
  service = await startAttackService()
})
afterAll(() => service.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: string) =>
  service.send({
    ...{ method, url },
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
  })

/** As they are written in a body. */
const numbers = [
  ...['1e400', '-1e400', '1e-400', '-0', '-0.0', '0e0', '1E+308', '1.7976931348623159e308'],
  ...['9007199254740992', '9007199254740993', '-9007199254740993', '9223372036854775807'],
  ...['9223372036854775808', '-9223372036854775809', '18446744073709551616', '1e18', '1e19'],
  ...['2147483648', '32768', '0.1e1', '1.0', '1.5', '4.9e-324', '99999999.999', '9999999999.995'],
  ...[
    '9'.repeat(5_000),
    `0.${'0'.repeat(5_000)}1`,
    `1${'0'.repeat(5_000)}`,
    '1e99999999999999999999',
  ],
] as const

const places: readonly (readonly [string, (number: string) => ReturnType<typeof send>])[] = [
  [
    'a decimal filter',
    (number) => send('POST', `${employees}/filter`, `{"salaryAtLeast":${number}}`),
  ],
  [
    'a range',
    (number) => send('POST', `${employees}/filter`, `{"salaryBetween":[${number},${number}]}`),
  ],
  [
    'an id of a filter',
    (number) => send('POST', `${employees}/filter`, `{"departmentId":${number}}`),
  ],
  ['a list', (number) => send('POST', `${employees}/filter`, `{"departmentIds":[1,${number}]}`)],
  ['a size', (number) => send('POST', `${employees}/filter`, `{"skillCountOver":${number}}`)],
  [
    'a number of days',
    (number) => send('POST', `${employees}/filter`, `{"lastReviewInLastDays":${number}}`),
  ],
  [
    'a decimal of a write',
    (number) => send('PATCH', `${employees}/1/compensation`, `{"salary":${number}}`),
  ],
  [
    'an integer of a write',
    (number) => send('PATCH', `${employees}/1/compensation`, `{"rating":${number}}`),
  ],
  [
    'a reference',
    (number) =>
      send(
        'POST',
        absences,
        `{"employeeId":${number},"kind":"SICK","startsOn":"2026-01-01","endsOn":"2026-01-01","days":1}`,
      ),
  ],
  [
    'an integer of a create',
    (number) =>
      send(
        'POST',
        absences,
        `{"employeeId":1,"kind":"SICK","startsOn":"2026-01-01","endsOn":"2026-01-01","days":${number}}`,
      ),
  ],
  ['an id of a batch', (number) => send('DELETE', `${skills}/batch`, `[${number}]`)],
  [
    'a version of a batch',
    (number) =>
      send(
        'POST',
        `${absences}/batch`,
        `{"items":[{"operation":"UPDATE","id":1,"version":${number},"data":{}}]}`,
      ),
  ],
  [
    'an id of a bulk action',
    (number) =>
      send('POST', `${absences}/actions/bulk-reject`, `{"ids":[${number}],"comment":"x"}`),
  ],
  [
    'a limit',
    (number) =>
      send(
        'POST',
        `${employees}/stats/group-by`,
        `{"filter":{},"field":"status","limit":${number}}`,
      ),
  ],
  [
    'a bucket size',
    (number) =>
      send(
        'POST',
        `${employees}/stats/distribution`,
        `{"filter":{},"field":"salary","mode":"HISTOGRAM","bucketSize":${number}}`,
      ),
  ],
  [
    'a bucket count',
    (number) =>
      send(
        'POST',
        `${employees}/stats/distribution`,
        `{"filter":{},"field":"salary","mode":"HISTOGRAM","bucketCount":${number}}`,
      ),
  ],
  ['a limit of rows', (number) => send('POST', `${skills}/export`, `{"maxRows":${number}}`)],
  [
    'a selected id',
    (number) => send('POST', `${skills}/export`, `{"scope":"selected","selectedIds":[${number}]}`),
  ],
  [
    'an included id',
    (number) =>
      send(
        'POST',
        `${employees}/option-sources/departments/options/filter`,
        `{"includeIds":[${number}]}`,
      ),
  ],
  ['a page', (number) => send('POST', `${employees}/filter?page=${number}`, '{}')],
  ['a page size', (number) => send('POST', `${employees}/filter?size=${number}`, '{}')],
  ['an id of the path', (number) => send('GET', `${employees}/${number}`)],
  ['an id of the query', (number) => send('GET', `${employees}/by-ids?ids=${number}`)],
  ['an id to locate', (number) => send('POST', `${employees}/locate?id=${number}`, '{}')],
]

test.each(places)('%s: no number is a failure of the service', async (place, request) => {
  for (const number of numbers) {
    const answer = await request(number)
    const what = { place, number: number.slice(0, 30), body: answer.body.slice(0, 300) }
    expect({ ...what, status: answer.statusCode }).toMatchObject({
      status: expect.toSatisfy((status: number) => status < 500),
    })
    const isText = String(answer.headers['content-type']).startsWith('text/')
    if (answer.body !== '' && !isText) expect(() => JSON.parse(answer.body), number).not.toThrow()
  }
})

describe('JSON', () => {
  const wrap = (depth: number, open: string, close: string, inner = '1') =>
    open.repeat(depth) + inner + close.repeat(depth)
  const bodies: readonly (readonly [string, string])[] = [
    ['arrays in arrays', wrap(100_000, '[', ']')],
    ['objects in objects', wrap(60_000, '{"a":', '}')],
    ['a deep value of a filter', `{"code":${wrap(50_000, '[', ']')}}`],
    [
      'a deep value with a long number',
      `{"salaryAtLeast":${wrap(50_000, '[', ']', '12345678901234567890')}}`,
    ],
    [
      '100 000 members',
      `{${Array.from({ length: 100_000 }, (_, index) => `"a${index}":1`)
        .join(',')
        .slice(0, 1_000_000)
        .replace(/,[^,]*$/, '')}}`,
    ],
    ['one member 100 000 times', `{${Array(60_000).fill('"code":"a"').join(',')}}`],
    ['a list of 250 000 items', `{"departmentIds":[${Array(250_000).fill('1').join(',')}]}`],
    ['a list of 250 000 texts', `{"status":[${Array(200_000).fill('""').join(',')}]}`],
    ['a million blanks', `{${' '.repeat(1_000_000)}}`],
    ['a name of a million characters', `{"${'a'.repeat(1_000_000)}":1}`],
    ['a million escapes', `{"code":"${'\\u0041'.repeat(170_000)}"}`],
  ]
  const urls = [
    ['POST', `${employees}/filter`],
    ['POST', employees],
    ['POST', `${skills}/batch`],
    ['POST', `${employees}/stats/group-by`],
    ['POST', `${employees}/export`],
    ['DELETE', `${skills}/batch`],
    ['PATCH', `${employees}/1/profile`],
    ['POST', `${absences}/1/actions/approve`],
  ] as const

  test.each(bodies)('%s get a short response without a failure', async (_name, body) => {
    for (const [method, url] of urls) {
      const answer = await send(method, url, body)
      expect({ url, status: answer.statusCode }).toMatchObject({
        status: expect.toSatisfy((status: number) => status < 500),
      })
      if (answer.statusCode >= 400) expect(answer.body.length, url).toBeLessThan(60_000)
    }
  })
})
