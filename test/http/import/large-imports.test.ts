/**
 * Memory does not grow with the rows of a file: 1 500 in the usual run. The nightly run imports
 * 100 000, and refuses a sheet with as many rows as a spreadsheet can have.
 */
import { writeXlsxStream } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { effort, isNightly } from '../../support/effort.js'
import { useCatalogue, xlsxType } from './catalogue.js'

const { shop, importFile, articles } = useCatalogue({
  'platform.import.timeout-ms': 0,
  'platform.http.request-timeout-ms': 600_000,
})

const mebibyte = 1_048_576
const header = ['code', 'name', 'price', 'stock', 'notes']

function* rowsOf(count: number): Generator<readonly string[]> {
  const name = 'An article with a long name '.repeat(2)
  for (let at = 0; at < count; at++) yield [`L${at}`, name, `${at}.50`, `${at}`, `"row ${at}"`]
}

const csvOf = (count: number): Buffer => {
  const lines = [...rowsOf(count)].map((cells) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  )
  return Buffer.from([header.join(','), ...lines].join('\n'))
}

const sheetOf = async (rows: Iterable<readonly string[]>): Promise<Buffer> => {
  const stream = writeXlsxStream(rows as Iterable<string[]>, {
    name: 'Articles',
    columns: header.map((name) => ({ header: name })),
  })
  const pieces: Uint8Array[] = []
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The memory that the process takes more while the work runs, at most. */
const memoryOf = async (work: () => Promise<void>): Promise<number> => {
  const before = process.memoryUsage.rss()
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.round((highest - before) / mebibyte)
}

beforeEach(async () => {
  await shop.rows('truncate articles restart identity')
})

describe('a file of many rows is imported in bounded memory', () => {
  const count = effort(1_500, 100_000)
  test.each([
    ['csv', 'text/csv', async () => csvOf(count)],
    ['xlsx', xlsxType, async () => sheetOf(rowsOf(count))],
  ] as const)('as %s', { timeout: 1_200_000 }, async (name, type, fileOf) => {
    const file = await fileOf()
    const used = await memoryOf(async () => {
      for (const outcome of ['created', 'unchanged']) {
        const response = await importFile(file, { type })
        expect(response.json().data, response.body).toMatchObject({
          total: count,
          [outcome]: count,
        })
      }
    })
    process.stdout.write(`${name} of ${count} rows, ${file.length} bytes: ${used} MiB more\n`)
    expect(used).toBeLessThan(300)
  })
})

test.runIf(isNightly)(
  'a sheet with the most rows that a spreadsheet can have is refused in bounded memory',
  { timeout: 1_200_000 },
  async () => {
    const codes = Array.from({ length: 1_048_575 }, (_, at) => [`L${at}`])
    const file = await sheetOf(codes)
    let body = ''
    const used = await memoryOf(async () => {
      body = (await importFile(file, { type: xlsxType })).body
    })
    process.stdout.write(`a sheet of ${file.length} bytes: ${used} MiB more\n`)
    expect(JSON.parse(body).errors).toMatchObject([
      { code: 'LIMIT_EXCEEDED', properties: { limit: 100_000 } },
    ])
    expect(used).toBeLessThan(300)
    expect(await articles()).toEqual([])
  },
)
