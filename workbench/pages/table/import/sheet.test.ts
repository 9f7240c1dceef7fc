import { expect, test } from 'vitest'
import type { ImportOutcome } from '../../../../src/wire/import.js'
import {
  correctCell,
  correctedCsv,
  errorsCsv,
  leaveOut,
  noCorrections,
  sheetOf,
  shownRows,
} from './sheet.js'

const outcome: ImportOutcome = {
  ...{ total: 3, created: 1, updated: 1, unchanged: 0, failed: 1, truncated: false, dryRun: true },
  columns: [
    { header: 'code', field: 'code' },
    { header: 'Price, net', field: 'price' },
  ],
  errors: [
    { row: 6, column: 'Price, net', code: 'VALIDATION_FAILED', message: 'Wrong.', value: '1,50' },
    { row: 6, column: null, code: 'X', message: 'And more.' },
  ],
  rows: [
    { row: 2, result: 'created', cells: ['A', '1'] },
    { row: 4, result: 'updated', cells: ["'=B", '-1e300'], before: { price: null } },
    { row: 6, result: 'failed', cells: ['C', '1,50', 'too many'] },
  ],
}
const sheet = sheetOf(outcome)
const third = sheet.rows[2]!

test('a corrected file has its rows in their places, so that errors name the same rows', () => {
  const corrected = correctCell(noCorrections, third, 1, '1.50')
  expect(correctedCsv(sheet, leaveOut(corrected, 2, true))).toBe(
    'code,"Price, net"\r\n\r\n\r\n\'=B,-1e300\r\n\r\nC,1.50,too many\r\n',
  )
})

test('a cell that is emptied is a cell without anything, and corrections add up', () => {
  const first = correctCell(noCorrections, third, 1, '')
  const second = correctCell(first, third, 0, 'D "d"')
  expect(correctedCsv(sheet, second).split('\r\n')[5]).toBe('"D ""d""",,too many')
})

test('a row that is left out can be taken back', () => {
  const out = leaveOut(noCorrections, 2, true)
  expect(shownRows(sheet, out, outcome)[0]).toMatchObject({ number: 2, result: 'leftOut' })
  const without = { ...outcome, rows: outcome.rows!.slice(1) }
  const back = leaveOut(out, 2, false)
  expect(shownRows(sheet, back, without)[0]).toMatchObject({ result: 'unchecked' })
})

test('rows are shown with what they replace, and with their errors', () => {
  const [, updated, failed] = shownRows(sheet, noCorrections, outcome)
  expect(updated).toMatchObject({ result: 'updated', before: { price: null }, errors: [] })
  expect(failed?.errors.map(({ message }) => message)).toEqual(['Wrong.', 'And more.'])
})

test('a sheet that lacks rows of its file is not complete', () => {
  expect(sheet.isComplete).toBe(true)
  expect(sheetOf({ ...outcome, total: 4 }).isComplete).toBe(false)
})

test('the file of errors has the rows that are wrong, with the errors in a last column', () => {
  const rows = shownRows(sheet, noCorrections, outcome)
  expect(errorsCsv(sheet.headers, rows, 'Error')).toBe(
    'code,"Price, net",Error\r\nC,"1,50",Wrong. And more.\r\n',
  )
})
