/** XLSX exports, read back by another library than the one that writes them. */
import type { Buffer } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { createTestService, type TestService } from 'corollary/testing'
import readSheets from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'

let service: TestService
let database: FreshDatabase
beforeAll(async () => {
  database = await peopleDatabase()
  service = await createTestService({
    resources: people.resources,
    messages: people.messages!,
    connection: database.connection,
    settings: { 'platform.filter.zone-id': 'America/Sao_Paulo' },
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const url = '/api/human-resources/employees/export'
const exported = async (payload: object, headers: Record<string, string> = {}): Promise<Buffer> => {
  const body = { format: 'xlsx', scope: 'selected', sort: ['id'], ...payload }
  const answer = await service.app.inject({ method: 'POST', url, headers, payload: body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.rawPayload
}
const rowsOf = async (file: Buffer): Promise<readonly (readonly unknown[])[]> =>
  (await readSheets(file, { trim: false }))[0]!.data
const update = (column: string, value: unknown, id = 1) =>
  database.client.query(`update employees set ${column} = $1 where id = $2`, [value, id])

/** The XML of the sheet, which is the first file of the archive. */
const sheetXml = (file: Buffer): string => {
  const start = 30 + file.readUInt16LE(26) + file.readUInt16LE(28)
  return inflateRawSync(file.subarray(start)).toString('utf8')
}
/** Characters that XML 1.0 forbids. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

describe('cells', () => {
  test('cells are numbers, booleans, dates and texts, like their fields', async () => {
    await update('salary', '1234.50')
    await update('hired_on', '2024-02-29')
    await update('last_review_at', '2026-01-01T01:30:15.250999Z')
    await update('nickname', '=1+1')
    const fields = ['id', 'salary', 'remote', 'hiredOn', 'lastReviewAt', 'nickname']
    const [, row] = await rowsOf(await exported({ selectedIds: [1], fields }))
    expect(row).toEqual([
      1,
      1234.5,
      expect.any(Boolean),
      new Date('2024-02-29T00:00:00Z'),
      expect.any(Date),
      '=1+1',
    ])
    // Local time in the zone of the service, three hours behind UTC; the reader may round it.
    const shown = (row![4] as Date).getTime()
    expect(Math.abs(shown - Date.parse('2025-12-31T22:30:15.250Z'))).toBeLessThanOrEqual(1)
  })

  test('dates that a sheet cannot represent are texts', async () => {
    await update('hired_on', '1900-02-28')
    await update('last_review_at', '0099-12-31T23:59:59Z')
    const file = await exported({ selectedIds: [1], fields: ['hiredOn', 'lastReviewAt'] })
    expect((await rowsOf(file))[1]).toEqual(['1900-02-28', '0099-12-31T23:59:59Z'])
    await update('hired_on', '1900-03-01')
    const first = await exported({ selectedIds: [1], fields: ['hiredOn'] })
    expect((await rowsOf(first))[1]).toEqual([new Date('1900-03-01T00:00:00Z')])
  })

  test('cells without a value are empty', async () => {
    await update('last_review_at', null)
    const file = await exported({ selectedIds: [1], fields: ['id', 'lastReviewAt'] })
    expect((await rowsOf(file))[1]).toEqual([1, null])
  })
})

describe('texts', () => {
  test.each([
    ['a noncharacter', 'a\ufffeb\uffffc'],
    ['control characters', 'a\u0001b\u001fc\u000bd'],
    ['a carriage return', 'a\r\nb'],
    ['what looks like an escape', '_x0041_ and _x005F_ and _xfffe_'],
    ['markup', '<a href="x">&amp;</a> ]]>'],
    ['leading and trailing blanks', '  a  '],
    ['characters beyond 16 bits', '😀 𝒳'],
  ])('texts with %s are well-formed XML and are read back unchanged', async (_name, text) => {
    await update('nickname', text)
    const file = await exported({ selectedIds: [1], fields: ['nickname'] })
    expect(sheetXml(file)).not.toMatch(notXml)
    expect((await rowsOf(file))[1]![0]).toBe(text)
  })

  test.each([
    ['of exactly the maximum length are complete', 32_767, 'x'],
    ['that are longer are cut and marked', 32_768, 'x'],
    ['are not cut inside a character', 20_000, '😀'],
  ])('texts %s', async (_name, count, character) => {
    await database.client.query('alter table employees alter column nickname type text')
    const text = character.repeat(count)
    await update('nickname', text)
    const file = await exported({ selectedIds: [1], fields: ['nickname'] })
    const cell = String((await rowsOf(file))[1]![0])
    expect(cell.length).toBeLessThanOrEqual(32_767)
    expect(cell.isWellFormed()).toBe(true)
    if (text.length <= 32_767) expect(cell).toBe(text)
    else
      expect(cell).toMatch(new RegExp(`^(${character})+ … \\[cut, ${text.length} characters\\]$`))
    const csv = await exported({ format: 'csv', selectedIds: [1], fields: ['nickname'] })
    expect(csv.toString()).toBe(`nickname\r\n${text}\r\n`)
  })
})

describe('headers', () => {
  const selection = { selectedIds: [1], fields: ['id', 'hiredOn', 'departmentId'] }
  const headersOf = async (payload: object, headers = {}) =>
    (await rowsOf(await exported({ ...selection, ...payload }, headers)))[0]
  const labelsIn = async (language: string): Promise<readonly unknown[]> => {
    const query = 'path=/api/human-resources/employees/all&schemaType=response'
    const headers = { 'accept-language': language }
    const answer = await service.app.inject({ url: `/schemas/filtered?${query}`, headers })
    const { properties } = answer.json()
    return selection.fields.map((name) => properties[name]['x-ui'].label)
  }

  test('headers are the labels of forms and grids, in the language of the caller', async () => {
    expect(await headersOf({})).toEqual(['ID', 'Hired on', 'Department'])
    const portuguese = await headersOf({}, { 'accept-language': 'pt' })
    expect(portuguese).toEqual(await labelsIn('pt'))
    expect(portuguese).not.toEqual(await labelsIn('en'))
  })

  test('headers are field names when the request says so', async () => {
    expect(await headersOf({ formatOptions: { headers: 'fields' } })).toEqual(selection.fields)
  })

  test('headers of CSV are field names, or labels when the request says so', async () => {
    const lineOf = async (formatOptions: object) =>
      (await exported({ ...selection, format: 'csv', formatOptions })).toString().split('\r\n')[0]
    expect(await lineOf({})).toBe('id,hiredOn,departmentId')
    expect(await lineOf({ headers: 'labels' })).toBe('ID,Hired on,Department')
    const withTabs = { headers: 'labels', csv: { delimiter: 'TAB' } }
    expect(await lineOf(withTabs)).toBe('ID\tHired on\tDepartment')
  })
})
