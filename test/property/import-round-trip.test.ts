/** What an export has written, an import takes back: of any rows, in every format. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useCatalogue, xlsxType } from '../http/import/catalogue.js'
import type { Json } from '../http/use-people.js'
import { effort, seed } from '../support/effort.js'

const { shop, importFile, exportFile, articles } = useCatalogue()

const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 4 })
/** Texts of signs that files, spreadsheets and formulas give a meaning to. */
const sign = fc.constantFrom(
  ...["'", '"', '=', '+', '-', '@', ',', ';', '\t', '\n', '\r\n', '|', ' ', '_x000D_', '<', '&'],
  ...['\uff1d', '\u{1f600}', '\ufffe', 'ß', '0', '1', 'e', 'a', 'true', '2026-01-01', '#N/A'],
)
const texts = (maxLength: number) =>
  fc.array(sign, { maxLength: 8 }).map((signs) => [...signs.join('')].slice(0, maxLength).join(''))
const ms = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / 1_000, max: Date.parse(to) / 1_000 })
const instantText = (seconds: number): string => new Date(seconds * 1_000).toISOString()
const micros = fc.constantFrom('', '.5', '.123', '.123456', '.000001')

const article = fc.record({
  name: texts(80),
  status: fc.constantFrom(1, 2),
  color: nullable(fc.constantFrom('RED', 'SEA_GREEN')),
  price: fc
    .tuple(fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 8n }), fc.boolean())
    .map(([cents, isSmall]) => (isSmall ? cents % 1_000n : cents))
    .map(
      (cents) => `${cents < 0n ? '-' : ''}${String(cents < 0n ? -cents : cents).padStart(3, '0')}`,
    )
    .map((digits) => `${digits.slice(0, -2)}.${digits.slice(-2)}`),
  weight: nullable(fc.double({ noNaN: true, noDefaultInfinity: true })),
  stock: nullable(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  fragile: fc.boolean(),
  introduced_on: nullable(ms('0001-01-01', '9999-12-31').map((at) => instantText(at).slice(0, 10))),
  checked_at: nullable(
    fc
      .tuple(ms('1900-01-01', '2100-01-01'), micros)
      .map(([at, fraction]) => `${instantText(at).slice(0, 19)}${fraction}Z`),
  ),
  delivered_at: nullable(
    fc
      .tuple(ms('1900-01-01', '2100-01-01'), micros)
      .map(([at, fraction]) => `${instantText(at).slice(0, 19)}${fraction}`),
  ),
  opens_at: nullable(
    fc
      .tuple(fc.integer({ min: 0, max: 86_399 }), micros)
      .map(([at, fraction]) => `${instantText(at).slice(11, 19)}${fraction}`),
  ),
  notes: nullable(fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null)).map((value) =>
    value === null ? null : JSON.stringify(value).replaceAll('\\u0000', ''),
  ),
  secret: nullable(texts(20)),
  supplier_id: nullable(fc.constantFrom(1, 2, 3, 4)),
})

const isJsonText = ({ notes }: Json): boolean => notes?.startsWith('"') ?? false

const insert = async (rows: readonly Json[]): Promise<void> => {
  await shop.rows('truncate articles restart identity')
  for (const [at, row] of rows.entries()) {
    const values = { code: `C${at}`, ...row }
    const names = Object.keys(values)
    await shop.rows(
      `insert into articles (${names}) values (${names.map((_, place) => `$${place + 1}`)})`,
      Object.values(values),
    )
  }
}

const options = fc.record({
  headers: fc.constantFrom('labels', 'fields'),
  csv: fc.record({ delimiter: fc.constantFrom(',', ';', 'TAB'), includeBom: fc.boolean() }),
})

const cases = { numRuns: effort(25, 500), seed }

test.each([
  ['csv', 'text/csv'],
  ['xlsx', xlsxType],
] as const)(`an export as %s changes nothing (seed ${seed})`, async (format, type) => {
  const rows = fc.array(article, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(rows, options, async (records, { headers, csv }) => {
      await insert(records)
      const before = await articles()
      const formatOptions = format === 'csv' ? { headers, csv } : { headers }
      const response = await importFile(await exportFile(format, { formatOptions }), { type })
      expect(response.statusCode, response.body).toBe(200)
      expect(await articles()).toEqual(before)
      expect(response.json().data).toMatchObject({ unchanged: records.length })
    }),
    cases,
  )
})

test(`an export as CSV creates the same records again (seed ${seed})`, async () => {
  const rows = fc.array(article, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(rows, async (records) => {
      // A text in a JSON column is exported without its quotes.
      await insert(
        records.map((each) => ({ ...each, notes: isJsonText(each) ? null : each.notes })),
      )
      const before = await articles()
      const exported = await exportFile('csv')
      await shop.rows('truncate articles restart identity')
      const response = await importFile(exported, { query: '?mode=create' })
      expect(response.statusCode, response.body).toBe(200)
      expect(await articles()).toEqual(before)
    }),
    cases,
  )
})
