/** What a person checks before an import: the rows, and what they would replace. */
import { beforeEach, expect, test } from 'vitest'
import type { ImportOutcome, ImportRow } from '../../../src/wire/import.js'
import { awkward, useCatalogue, xlsxType } from './catalogue.js'

const { importFile, exportFile, shop, articles } = useCatalogue()

beforeEach(async () => {
  await shop.rows('truncate articles restart identity')
  await shop.rows(awkward)
})

const listed = '?dryRun=true&atomic=false&listRows=true'
const lines = (...rows: readonly string[]): string => rows.join('\r\n')

const outcomeOf = async (file: string | Buffer, options: Parameters<typeof importFile>[1] = {}) => {
  const response = await importFile(file, { query: listed, ...options })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data as ImportOutcome
}

const csvOf = (head: string, { rows = [] }: ImportOutcome): string => {
  const quoted = (cell: string | null) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)
  return lines(head, ...rows.map(({ cells }) => cells.map(quoted).join(',')))
}

test('an import lists results, cells, and what the rows would replace', async () => {
  const file = lines(
    'code,Article name,,price,color,remark',
    'A1,New name,,0.10,RED,x',
    '007,"\'\'=kept",,99999999999999999.99',
    'N1,New,,3.5,verde mar,',
    'A3,=two,y,"1,50",,,too many',
  )
  const { rows } = await outcomeOf(file, { query: `${listed}&ignoreUnknown=true` })
  expect(rows).toEqual([
    {
      ...{ row: 2, result: 'updated', cells: ['A1', 'New name', '0.10', 'RED', 'x'] },
      before: { name: '\'=1+1; "quoted", ünï', color: 'SEA_GREEN' },
    },
    {
      ...{ row: 3, result: 'unchanged' },
      cells: ['007', "''=kept", '99999999999999999.99'],
    },
    { row: 4, result: 'created', cells: ['N1', 'New', '3.5', 'verde mar'] },
    { row: 5, result: 'failed', cells: ['A3', "'=two", '1,50', null, null, 'too many'] },
  ])
  expect(await articles()).toHaveLength(4)
})

test.each([
  ['csv', 'text/csv'],
  ['xlsx', xlsxType],
] as const)('rows of a file as %s can be sent as CSV, and change nothing', async (format, type) => {
  const fields = { formatOptions: { headers: 'fields' } }
  const [head] = (await exportFile('csv', fields)).toString().split('\r\n')
  const list = await outcomeOf(await exportFile(format, fields), { type })
  expect(list.rows?.map(({ result }) => result)).toEqual(Array(4).fill('unchanged'))
  expect(await outcomeOf(csvOf(head!, list))).toEqual(list)
})

test('an import lists no rows unless it is requested', async () => {
  const outcome = await outcomeOf('code,name,price', { query: '?dryRun=true' })
  expect(Object.keys(outcome)).not.toContain('rows')
})

test('rows that an import replaces have no fields that are hidden from the caller', async () => {
  const file = lines('code,secret,price', 'A1,guess,7')
  const query = `${listed}&ignoreUnknown=true`
  const { rows } = await outcomeOf(file, { query, caller: 'northern' })
  expect(rows).toMatchObject([{ result: 'updated', before: { price: '0.10' } }] satisfies [
    Partial<ImportRow>,
  ])
})
