/** Workbooks that another program has written or edited. */
import { type AOA2SheetOpts, read, utils, type WorkBook, write } from '@e965/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { awkward, useCatalogue, xlsxType } from './catalogue.js'

const { shop, importFile, exportFile, articles } = useCatalogue()

beforeEach(async () => {
  await shop.rows('truncate articles restart identity')
})

type Rows = readonly (readonly unknown[])[]

const bookOf = (
  rows: Rows,
  edit: (book: WorkBook) => void = () => {},
  options: AOA2SheetOpts & { readonly date1904?: boolean } = {},
): WorkBook => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(rows as unknown[][], { UTC: true, ...options })
  utils.book_append_sheet(book, sheet, 'Articles')
  edit(book)
  return book
}
const bytesOf = (book: WorkBook): Buffer => write(book, { type: 'buffer', bookType: 'xlsx' })
const importBook = (book: WorkBook, query = '') =>
  importFile(bytesOf(book), { type: xlsxType, query })
const header = ['code', 'name', 'price', 'introducedOn', 'deliveredAt', 'opensAt', 'stock']

describe('an export', () => {
  test.each(['xlsx', 'csv'] as const)(
    'that a spreadsheet has read and written as %s changes nothing',
    async (format) => {
      await shop.rows(awkward)
      const before = await articles()
      // Without a mark, a spreadsheet takes a CSV file to be in the encoding of its machine.
      const formatOptions = format === 'csv' ? { csv: { includeBom: true } } : {}
      const exported = await exportFile(format, { formatOptions })
      // As text, because SheetJS would take each number and date of a CSV file for its own.
      const book = read(exported, { raw: format === 'csv', cellNF: true })
      const sheet = book.Sheets[book.SheetNames[0]!]!
      const response =
        format === 'xlsx'
          ? await importBook(book)
          : await importFile(utils.sheet_to_csv(sheet, { FS: ';' }))
      expect(response.statusCode, response.body).toBe(200)
      expect(await articles()).toEqual(before)
      expect(response.json().data).toMatchObject({ total: 4, unchanged: 4 })
    },
  )

  test('that a spreadsheet has edited changes what was edited', async () => {
    await shop.rows(awkward)
    const book = read(await exportFile('xlsx'), { cellNF: true })
    const sheet = book.Sheets[book.SheetNames[0]!]!
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
    const place = (rows[0] as string[]).indexOf('Price')
    sheet[utils.encode_cell({ r: 3, c: place })] = { t: 'n', v: 0.1 + 0.2 }
    const response = await importBook(book)
    expect(response.json().data).toMatchObject({ updated: 1, unchanged: 3 })
    expect((await articles())[2]).toMatchObject({ code: 'A3', price: '0.30', version: 2 })
  })
})

describe('cells', () => {
  const day = new Date(Date.UTC(2024, 1, 29))
  const time = new Date(Date.UTC(2024, 1, 29, 13, 30))

  test.each([false, true])(
    'have values of their type, with days since 1904: %s',
    async (date1904) => {
      const row = ['S1', 12.5, 3, day, time, null, 9_007_199_254_740_991]
      const setDates = (made: WorkBook) => {
        made.Workbook = { WBProps: { date1904 } }
      }
      const book = bookOf([header, row], setDates, { date1904 })
      const response = await importBook(book)
      expect(response.statusCode, response.body).toBe(200)
      const [article] = await articles()
      expect(article).toMatchObject({ name: '12.5', price: '3.00', stock: '9007199254740991' })
      expect(
        await shop.rows(
          'select introduced_on::text as day, delivered_at::text as time from articles',
        ),
      ).toEqual([{ day: '2024-02-29', time: '2024-02-29 13:30:00' }])
    },
  )

  test('with formulas have their results, and merged cells have their first', async () => {
    const book = bookOf(
      [
        ['code', 'name', 'price'],
        ['F1', 'Formula', 0],
        ['F2', 'Merged', 2],
      ],
      (made) => {
        const sheet = made.Sheets['Articles']!
        sheet['C2'] = { t: 'n', v: 7, f: '3+4' }
        sheet['!merges'] = [utils.decode_range('C2:C3')]
        delete sheet['C3']
      },
    )
    const response = await importBook(book, '?atomic=false')
    expect(response.json().data).toMatchObject({
      created: 1,
      errors: [{ row: 3, column: 'price', code: 'VALIDATION_FAILED' }],
    })
    expect(await articles()).toMatchObject([{ code: 'F1', price: '7.00' }])
  })

  test('with a time where a day is needed are errors', async () => {
    const response = await importBook(bookOf([header, ['T1', 'Name', 1, time]]))
    expect(response.json().errors[0].properties.errors).toMatchObject([
      { row: 2, column: 'introducedOn', value: '2024-02-29T13:30:00.000' },
    ])
  })

  test('without a header are errors, and so is an error of a formula', async () => {
    const book = bookOf(
      [
        ['code', 'name', 'price'],
        ['W1', 'Name', 1, 'lost'],
        ['W2', 'Name', 0],
      ],
      (made) => {
        made.Sheets['Articles']!['C3'] = { t: 'e', v: 0x07, w: '#DIV/0!' }
      },
    )
    const response = await importBook(book)
    expect(response.json().errors[0].properties.errors).toMatchObject([
      { row: 2, column: null, code: 'REQUEST_PAYLOAD_INVALID' },
      { row: 3, column: 'price', code: 'VALIDATION_FAILED', value: '#DIV/0!' },
    ])
  })

  test('of other sheets and formats are not read', async () => {
    const book = bookOf(
      [
        ['code', 'name', 'price'],
        ['O1', 'Name', 1],
      ],
      (made) => {
        utils.book_append_sheet(made, utils.aoa_to_sheet([['nonsense']]), 'Other')
      },
    )
    expect((await importBook(book)).json().data).toMatchObject({ total: 1, created: 1 })
    for (const bookType of ['xls', 'ods', 'xlsb'] as const) {
      const body: Buffer = write(book, { type: 'buffer', bookType })
      const response = await importFile(body, { type: xlsxType })
      expect([bookType, response.statusCode]).toEqual([bookType, 400])
    }
  })
})
