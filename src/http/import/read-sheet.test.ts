import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readSheet } from './read-sheet.js'

/** A workbook of which nothing is much larger than its first sheet. */
const workbook = (): Buffer => {
  const book = utils.book_new()
  const rows = Array.from({ length: 2_000 }, () => ['x', 'x', 'x'])
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

const endOf = (bytes: Buffer): number => bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')

/** Places of the entries in the directory. */
const entriesOf = (bytes: Buffer): readonly number[] => {
  const end = endOf(bytes)
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const entry = at
    at += 46 + [28, 30, 32].reduce((sum, place) => sum + bytes.readUInt16LE(entry + place), 0)
    return entry
  })
}

/** Sizes of entries are behind their content, and the directory has none. */
const withoutSizes = (bytes: Buffer, local: number): void => {
  for (const entry of entriesOf(bytes)) {
    const header = bytes.readUInt32LE(entry + 42)
    bytes.writeUInt16LE(bytes.readUInt16LE(entry + 8) | 8, entry + 8)
    bytes.writeUInt32LE(local, header + 22)
    bytes.fill(0, entry + 20, entry + 28)
  }
}

/** The end names a directory without entries; the one of ZIP64 names all of them. */
const withSecondDirectory = (bytes: Buffer, end: (ending: Buffer) => void): Buffer => {
  const at = endOf(bytes)
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(BigInt(bytes.readUInt16LE(at + 10)), 32)
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(at + 12)), 40)
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(at + 16)), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(at), 8)
  const ending = Buffer.from(bytes.subarray(at))
  end(ending)
  return Buffer.concat([bytes.subarray(0, at), record, locator, ending])
}

const refusalOf = async (bytes: Buffer): Promise<unknown> => {
  const rows = readSheet(bytes, { maxBytes: 4_000, maxRows: 10_000 })
  return rows.next().then(
    () => 'read',
    (error: { readonly code: unknown }) => error.code,
  )
}

describe('a workbook that is larger unpacked than it may be is refused', () => {
  test('if its directory says so', async () => {
    expect(await refusalOf(workbook())).toBe('PAYLOAD_TOO_LARGE')
  })

  test.each([0, 4_000_000])('if its directory says nothing, and its entries %i', async (size) => {
    const bytes = workbook()
    withoutSizes(bytes, size)
    expect(await refusalOf(bytes)).toBe('REQUEST_PAYLOAD_INVALID')
  })

  test.each<[string, (ending: Buffer) => void]>([
    ['size', (ending) => ending.fill(0, 8, 12) && ending.writeUInt32LE(0xffffffff, 12)],
    ['number of entries', (ending) => ending.writeUInt32LE(0xffffffff, 8)],
  ])('if the %s of its directory is that of another one', async (_, end) => {
    expect(await refusalOf(withSecondDirectory(workbook(), end))).toBe('REQUEST_PAYLOAD_INVALID')
  })
})

test('a workbook within the limit is read', async () => {
  const rows = readSheet(workbook(), { maxBytes: 1_000_000, maxRows: 10_000 })
  expect((await rows.next()).value).toEqual({ number: 1, cells: ['x', 'x', 'x'] })
  await rows.return(undefined)
})
