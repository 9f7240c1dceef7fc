/**
 * Texts that are long, and almost what a field accepts: no reader of a request may take time that
 * grows with the square of its length. At the sizes of this file such a reader takes a minute, a
 * linear one milliseconds.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TargetKind } from '../../src/contract/filter/definition.js'
import type { FilterOperation } from '../../src/contract/filter/table.js'
import { paths, usePeople } from '../http/use-people.js'
import { isNightly } from '../support/effort.js'
import { columnKinds, fieldOf, operations, takes } from '../support/filter-contract.js'
import { type FilterService, startFilterService } from '../support/filter-service.js'

/** Characters; with their names the longest text fits into a body of the default size. */
const long = 200_000
/** Far more than a linear reader takes on a busy machine. */
const limitMs = 10_000

const run = (text: string): string => text.repeat(Math.ceil(long / text.length))

/** Long runs, most of them with a character that makes them wrong at the end. */
const allTexts: Readonly<Record<string, string>> = {
  zeros: run('0'),
  'zeros and a one': `${run('0')}1`,
  'zeros and a letter': `${run('0')}x`,
  'a fraction of zeros': `0.${run('0')}1`,
  'a long exponent': `1e${run('9')}`,
  digits: run('9'),
  'a negative number': `-${run('0')}x`,
  blanks: `${run(' ')}x`,
  commas: `${run(' ,')}x`,
  colons: run(':'),
  dashes: run('-'),
  'an instant': `2026-03-20T15:45:00.${run('0')}1Z`,
  'an instant of nines': `2026-03-20T15:45:00.${run('9')}Z`,
  'a time': `15:45:00.${run('0')}1`,
  'a local date-time': `2026-03-20T15:45:00.${run('0')}1`,
  'a date': `2026-03-20${run('0')}`,
  'a duration of years': `P${run('1')}Y`,
  'a duration of seconds': `PT${run('1')}S`,
  'a duration of a fraction': `PT0.${run('0')}1S`,
  'a duration without a unit': `PT${run('1')}`,
  'a uuid': run('a0b1-'),
  brackets: run('{['),
  quotes: run('"\\'),
  percent: run('%_'),
  'an address': `${run('a@')}x`,
}

/** Texts of the default run: they resemble the values of most types. */
const usual = ['a fraction of zeros', 'an instant', 'a time', 'a duration of seconds', 'blanks']
const texts = Object.entries(allTexts).filter(([name]) => isNightly || usual.includes(name))

const timed = async (what: string, work: () => Promise<number>): Promise<void> => {
  const start = performance.now()
  const status = await work()
  const ms = performance.now() - start
  expect({ what, status, isSlow: ms > limitMs }).toMatchObject({ isSlow: false })
  expect(status, what).toBeLessThan(500)
}

describe('values of filters', () => {
  let service: FilterService
  beforeAll(async () => {
    service = await startFilterService()
  })
  afterAll(() => service.close())

  const formOf = (operation: FilterOperation, value: unknown): unknown => {
    if (operation === 'IN' || operation === 'NOT_IN') return [value]
    return /BETWEEN|RANGE/.test(operation) ? [value, value] : value
  }
  /** In the default run, a column of each type, and one operation. */
  const kinds = Object.entries(columnKinds).filter(
    ([, kind], index, all) => isNightly || all.findIndex(([, other]) => other === kind) === index,
  )
  const chosenFor = (kind: TargetKind): readonly FilterOperation[] =>
    operations.filter((each) => takes(each, kind)).slice(0, isNightly ? operations.length : 1)

  test.each(kinds)('a column %s (%s) reads long texts in linear time', async (name, kind) => {
    for (const operation of chosenFor(kind)) {
      for (const [what, text] of texts) {
        const payload = { [fieldOf(name, operation)]: formOf(operation, text) }
        await timed(
          `${name} ${operation} ${what}`,
          async () => (await service.find(payload)).status,
        )
      }
    }
  })
})

describe('other parts of requests', () => {
  const people = usePeople()
  const { employees, absences } = paths

  const bodies: readonly (readonly [
    string,
    'POST' | 'PUT' | 'DELETE',
    string,
    (text: string) => unknown,
  ])[] = [
    [
      'a create',
      'POST',
      employees,
      (text) => ({
        code: text,
        salary: text,
        hiredOn: text,
        lastReviewAt: text,
        departmentId: text,
      }),
    ],
    [
      'an update',
      'PUT',
      `${employees}/1`,
      (text) => ({ fullName: text, salary: text, status: text, remote: text }),
    ],
    [
      'a batch',
      'POST',
      `${absences}/batch`,
      (text) => ({
        items: [{ operation: text, id: text, version: text, data: { startsOn: text } }],
      }),
    ],
    ['ids', 'DELETE', `${absences}/batch`, (text) => [text]],
    [
      'an option source',
      'POST',
      `${employees}/option-sources/statuses/options/filter`,
      (text) => ({ search: text, sort: text, includeIds: [text] }),
    ],
    [
      'a series',
      'POST',
      `${employees}/stats/timeseries`,
      (text) => ({
        filter: {},
        field: text,
        granularity: text,
        from: text,
        to: text,
        timeZone: text,
      }),
    ],
    [
      'a zone',
      'POST',
      `${employees}/stats/timeseries`,
      (text) => ({ filter: {}, field: 'hiredOn', granularity: 'DAY', timeZone: text }),
    ],
    [
      'a histogram',
      'POST',
      `${employees}/stats/distribution`,
      (text) => ({ filter: {}, field: 'salary', mode: 'HISTOGRAM', bucketSize: text }),
    ],
    [
      'an export',
      'POST',
      `${employees}/export`,
      (text) => ({ fileName: text, sort: [text], fields: [text] }),
    ],
    ['a file name', 'POST', `${employees}/export`, (text) => ({ fileName: text, maxRows: 1 })],
    ['names of members', 'POST', `${employees}/filter`, (text) => ({ [text]: 1 })],
  ]

  test.each(bodies)('%s in a body is read in linear time', async (name, method, url, bodyOf) => {
    for (const [what, text] of texts) {
      await timed(
        `${name}: ${what}`,
        async () => (await people.send(method, url, bodyOf(text), json)).statusCode,
      )
    }
  })

  const numbers = ['9', '0.0', '1e9'].map((digit) => digit[0]! + digit.slice(1) + '0'.repeat(long))
  test('long numbers of a body are read in linear time', async () => {
    for (const number of [...numbers, `-0.${'0'.repeat(long)}1`, `1e${'9'.repeat(long)}`]) {
      for (const member of [
        'salaryAtLeast',
        'departmentId',
        'skillCount',
        'lastReviewInLastDays',
      ]) {
        const body = `{"${member}":${number}}`
        await timed(
          member,
          async () => (await people.send('POST', `${employees}/filter`, body)).statusCode,
        )
      }
    }
  })

  /** A target has at most 16 384 bytes, a head 32 768. */
  const short = (text: string, length: number): string => text.slice(0, length - 1) + text.slice(-1)

  test.each(['page', 'size', 'sort', 'includeIds', 'search', 'after', 'before'])(
    'the parameter %s is read in linear time',
    async (name) => {
      for (const [what, text] of texts) {
        const value = encodeURIComponent(short(text, 2_000)).slice(0, 7_000).replace(/%.?$/, '')
        const url = `${employees}/filter${name === 'after' || name === 'before' ? '/cursor' : ''}?${name}=${value}`
        await timed(`${name}: ${what}`, async () => (await people.send('POST', url, {})).statusCode)
      }
    },
  )

  const headers = [
    'accept',
    'accept-encoding',
    'accept-language',
    'content-type',
    'cookie',
    'host',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'origin',
    'prefer',
    'traceparent',
    'x-request-id',
    'x-development-caller',
    'authorization',
    'x-tenant',
  ] as const
  test.each(headers)('the header %s is read in linear time', async (name) => {
    for (const [what, text] of texts) {
      const value = short(text, 8_000)
      await timed(
        `${name}: ${what}`,
        async () => (await people.send('PUT', `${employees}/1`, {}, { [name]: value })).statusCode,
      )
      await timed(
        `${name}: ${what}`,
        async () => (await people.get(`${employees}/1`, { [name]: value })).statusCode,
      )
    }
  })
})

const json = { 'content-type': 'application/json' } as const
