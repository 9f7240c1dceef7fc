import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useCatalogue, xlsxType } from './catalogue.js'

const { importFile, articles } = useCatalogue({
  'platform.import.max-bytes': 4_000,
  'platform.import.max-rows': 3,
})

const rowsOf = (count: number): string =>
  ['code,name,price', ...Array.from({ length: count }, (_, at) => `L${at},Name,1`)].join('\n')

test('a file has at most platform.import.max-rows rows, without empty ones', async () => {
  const filled = await importFile(`${rowsOf(3)}\n\n,,\n`)
  expect(filled.json().data).toMatchObject({ total: 3, created: 3 })
  const response = await importFile(rowsOf(4))
  expect(response.statusCode).toBe(422)
  expect(response.json().errors[0]).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    properties: { limit: 3 },
  })
  expect(await articles()).toHaveLength(3)
})

test('a file has at most platform.import.max-bytes bytes', async () => {
  const response = await importFile('x'.repeat(4_001))
  expect(response.statusCode).toBe(413)
  expect(response.json().errors[0]).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    properties: { limit: 4_000 },
  })
})

test('a header has at most 1 000 characters', async () => {
  const response = await importFile(`code,${'x'.repeat(1_001)}\nA,B\n`)
  expect(response.statusCode).toBe(422)
  expect(response.json().errors[0]).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: 'A header may have at most 1000 characters; that of column 2 has more.',
  })
})

/** An archive with one entry, whose directory declares a size. */
const archiveOf = (content: Buffer, declared: number): Buffer => {
  const packed = deflateRawSync(content)
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const header = (signature: number, length: number, at: number): Buffer => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32LE(signature, 0)
    bytes.writeUInt16LE(8, at)
    bytes.writeUInt32LE(packed.length, at + 10)
    bytes.writeUInt32LE(declared, at + 14)
    bytes.writeUInt16LE(name.length, at + 18)
    return bytes
  }
  const local = Buffer.concat([header(0x04034b50, 30, 8), name, packed])
  const entry = Buffer.concat([header(0x02014b50, 46, 10), name])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

test.each([
  ['declares what it unpacks to', 1_000_000, 413, 'PAYLOAD_TOO_LARGE'],
  ['declares nothing', 0, 400, 'REQUEST_PAYLOAD_INVALID'],
  ['declares less than it unpacks to', 100, 400, 'REQUEST_PAYLOAD_INVALID'],
])(
  'a small file that unpacks to a large one is refused if it %s',
  async (_, size, status, code) => {
    const body = archiveOf(Buffer.alloc(1_000_000, ' '), size)
    expect(body.length).toBeLessThan(4_000)
    const response = await importFile(body, { type: xlsxType })
    expect(response.statusCode).toBe(status)
    expect(response.json().errors[0].code).toBe(code)
  },
)
