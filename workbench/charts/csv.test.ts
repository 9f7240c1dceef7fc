import { expect, test } from 'vitest'
import { printCsv } from './csv.js'

test('csv quotes separators, quotes, line ends and empty texts, and disarms formulas', () => {
  const rows = [
    ['label', 'value'],
    ['a,"b"\n', -1.5],
    ['=1+1', '-12345678901234567890.5'],
    ['-x', null],
    ['', undefined],
  ]
  expect(printCsv(rows)).toBe(
    'label,value\r\n"a,""b""\n",-1.5\r\n\'=1+1,-12345678901234567890.5\r\n\'-x,\r\n"",\r\n',
  )
})
