/** Reasons in the errors of a file, by which clients find what they can offer to their users. */
import { expect, test } from 'vitest'
import { useCatalogue } from './catalogue.js'

const { importFile } = useCatalogue()

const latin = Buffer.from('code,name\nA1,Tür\n', 'latin1')

test.each<[string, string | Buffer, string, readonly object[]]>([
  [
    'columns of unknown fields',
    'code,nmae,name,prize\n',
    'text/csv',
    [
      { reason: 'column-unknown', header: 'nmae' },
      { reason: 'column-unknown', header: 'prize' },
    ],
  ],
  [
    'two columns of one field',
    'code,name,Article name\n',
    'text/csv',
    [{ reason: 'column-repeated', header: 'Article name', first: 'name', field: 'name' }],
  ],
  [
    'columns with a label of two fields',
    'code,Quantidade\n',
    'text/csv',
    [{ reason: 'column-ambiguous', header: 'Quantidade', fields: ['weight', 'stock'] }],
  ],
  [
    'files of another encoding',
    latin,
    'text/csv',
    [{ reason: 'file-not-decodable', encoding: 'utf-8' }],
  ],
  ['unknown charsets', 'code\n', 'text/csv; charset=klingon', [{ reason: 'charset-unknown' }]],
])('%s are refused with a reason', async (_, file, type, reasons) => {
  const response = await importFile(file, { type })
  const errors: readonly { properties: object }[] = response.json().errors
  expect(errors.map(({ properties }) => properties)).toEqual(
    reasons.map((reason) => expect.objectContaining(reason)),
  )
})
