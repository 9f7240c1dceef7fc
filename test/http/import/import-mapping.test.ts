/** Columns whose headers are not the names or labels of fields: the client maps them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { useCatalogue } from './catalogue.js'

const { shop, importFile, articles } = useCatalogue()

beforeEach(async () => {
  await shop.rows('truncate articles restart identity')
})

const file = 'Article: no.,Cost; net,name,Remark\nM1,1.50,Table,none\n'
const query = (...columns: readonly string[]): string =>
  `?${columns.map((column) => `column=${encodeURIComponent(column)}`).join('&')}`
const mapping = query('Article: no.:code', 'cost;  NET:price', 'Remark:')

test('a column is the field that the client names, or is ignored without a name', async () => {
  const response = await importFile(file, { query: mapping })
  expect(response.json().data, response.body).toMatchObject({
    created: 1,
    columns: [
      { header: 'Article: no.', field: 'code' },
      { header: 'Cost; net', field: 'price' },
      { header: 'name', field: 'name' },
      { header: 'Remark', field: null },
    ],
  })
  expect(await articles()).toMatchObject([{ code: 'M1', price: '1.50', name: 'Table' }])
})

test('a mapping precedes names and labels', async () => {
  const swapped = 'name,code,price\nS1,Chair,1\n'
  const response = await importFile(swapped, { query: query('name:code', 'code:name') })
  expect(response.statusCode, response.body).toBe(200)
  expect(await articles()).toMatchObject([{ code: 'S1', name: 'Chair' }])
})

test('errors of rows name the columns of the file', async () => {
  const wrong = 'Article: no.,Cost; net,name,Remark\nM1,dear,Table,none\n'
  const response = await importFile(wrong, { query: mapping })
  const { columns, errors } = response.json().errors[0].properties
  expect(errors).toMatchObject([{ row: 2, column: 'Cost; net', value: 'dear' }])
  expect(columns).toHaveLength(4)
})

test('columns that are ignored are reported without a field', async () => {
  const response = await importFile('code,name,price,Remark,\nI1,Table,1,none,\n', {
    query: '?ignoreUnknown=true&dryRun=true',
  })
  expect(response.json().data.columns.at(-1)).toEqual({ header: 'Remark', field: null })
})

describe('a mapping is refused', () => {
  test.each([
    ['without a colon', ['price'], 'INVALID_PARAMETER', 'column'],
    ['without a header', [':price'], 'INVALID_PARAMETER', 'column'],
    ['to an unknown field', ['Remark:prize'], 'INVALID_PARAMETER', 'column'],
    ['of a column that the file lacks', ['Remarks:price'], 'INVALID_PARAMETER', 'column'],
    ['of a column twice', ['Remark:price', 'remark:'], 'INVALID_PARAMETER', 'column'],
    [
      'of two columns to one field',
      ['Article: no.:code', 'Cost; net:price', 'Remark:price'],
      'REQUEST_PAYLOAD_INVALID',
      'Remark',
    ],
  ])('%s', async (_, columns, code, target) => {
    const response = await importFile(file, { query: query(...columns) })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject([{ code, target }])
  })

  test('to a field that is hidden from the caller, as to one that does not exist', async () => {
    const errorOf = async (field: string): Promise<string> => {
      const options = { query: query(`Remark:${field}`), caller: 'northern' }
      return (await importFile(file, options)).json().errors[0].message.replaceAll(field, '')
    }
    expect(await errorOf('secret')).toBe(await errorOf('sEcret'))
  })
})
