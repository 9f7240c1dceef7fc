import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOf } from '../../support/dry-run.js'
import { awkward, path, useCatalogue, xlsxType } from './catalogue.js'

const { shop, importFile, exportFile, articles } = useCatalogue()

beforeEach(async () => {
  await shop.rows('truncate articles restart identity')
})

const outcomeOf = (response: { json(): { data: unknown } }) => response.json().data
const lines = (...rows: readonly string[]): string => rows.join('\r\n')
const nothing = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [], truncated: false }

describe('a file that an export wrote', () => {
  test.each([
    ['csv', 'text/csv'],
    ['xlsx', xlsxType],
  ] as const)('changes nothing as %s', async (format, type) => {
    await shop.rows(awkward)
    const before = await articles()
    const response = await importFile(await exportFile(format), { type })
    expect(response.statusCode, response.body).toBe(200)
    expect(outcomeOf(response)).toMatchObject({ ...nothing, total: 4, unchanged: 4 })
    expect(await articles()).toEqual(before)
  })
})

test('rows are created and updated by their key, and others stay as they are', async () => {
  await shop.rows(awkward)
  const file = lines(
    'code,name,price,color,supplierId',
    'A1,New name,0.10,Sea green,1',
    'A3,"two\nlines\nand a tab\t",10,RED,4',
    'N1,New,3.5,verde mar,Berg',
  )
  const response = await importFile(file)
  expect(outcomeOf(response)).toEqual({
    ...{ ...nothing, total: 3, created: 1, updated: 1, unchanged: 1, dryRun: false },
    columns: ['code', 'name', 'price', 'color', 'supplierId'].map((field) => ({
      header: field,
      field,
    })),
  })
  expect(await articles()).toMatchObject([
    { code: 'A1', name: 'New name', weight: 0.1, version: 2 },
    { code: '007', version: 1 },
    { code: 'A3', version: 1 },
    { code: 'A4', version: 1 },
    { code: 'N1', status: 1, color: 'SEA_GREEN', price: '3.50', supplier_id: 1, version: 1 },
  ])
})

describe('columns', () => {
  test('are found by labels in every published language, in any case', async () => {
    const file = lines('Code;nome do ARTIGO;preço;supplier', 'P1;Mesa;12.50;2')
    const response = await importFile(file)
    expect(outcomeOf(response)).toMatchObject({ created: 1, failed: 0 })
    expect(await articles()).toMatchObject([{ name: 'Mesa', price: '12.50', supplier_id: 2 }])
  })

  test('that are read-only are ignored', async () => {
    const file = lines('id,code,name,price,supplierName', ',R1,Read,1,Nobody')
    expect(outcomeOf(await importFile(file))).toMatchObject({ created: 1 })
  })

  test.each([
    ['unknown ones', 'code,nmae,price', 'REQUEST_PAYLOAD_INVALID', 'nmae'],
    ['repeated ones', 'code,name,Article name,price', 'REQUEST_PAYLOAD_INVALID', 'Article name'],
  ])('are refused: %s', async (_, header, code, target) => {
    const response = await importFile(lines(header, 'a,b,c,d'))
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0]).toMatchObject({ code, target })
  })

  test('that are unknown are ignored with ignoreUnknown=true', async () => {
    const file = lines('code,name,price,remark', 'X1,Name,1,please')
    const response = await importFile(file, { query: '?ignoreUnknown=true' })
    expect(outcomeOf(response)).toMatchObject({ created: 1 })
  })
})

describe('a row that is wrong', () => {
  const wrong = lines(
    'code,name,price,supplierId,status,version,introducedOn',
    'B1,Good,1,,,,',
    'B2,Price,"1,50",,,,',
    'B3,Twin,1,Twin,,,',
    'B4,No supplier,1,Nobody,,,',
    'B5,Status,1,,GONE,,',
    ',No code,1,,,,',
    'B6,Rule,1000001,,,,',
    'B1,Again,1,,,,',
    'A1,Stale,0.10,1,ACTIVE,7,2024-02-29',
    'B7,Date,1,,,,29/02/2024',
    'B8,Missing,1,99,,,',
  )
  const expected = [
    { row: 3, column: 'price', code: 'VALIDATION_FAILED', value: '1,50' },
    { row: 4, column: 'supplierId', code: 'VALIDATION_FAILED', value: 'Twin' },
    { row: 5, column: 'supplierId', code: 'VALIDATION_FAILED', value: 'Nobody' },
    { row: 6, column: 'status', code: 'VALIDATION_FAILED', value: 'GONE' },
    { row: 7, column: 'code', code: 'VALIDATION_FAILED' },
    { row: 8, column: 'price', code: 'VALIDATION_FAILED', value: '1000001' },
    { row: 9, column: null, code: 'REQUEST_PAYLOAD_INVALID' },
    { row: 10, column: null, code: 'STALE_RESOURCE_VERSION' },
    { row: 11, column: 'introducedOn', code: 'VALIDATION_FAILED', value: '29/02/2024' },
    { row: 12, column: 'supplierId', code: 'DATA_INTEGRITY_VIOLATION', value: '99' },
  ]

  test('prevents all others, and every error is reported', async () => {
    await shop.rows(awkward)
    const before = await articles()
    const response = await importFile(wrong)
    expect(response.statusCode).toBe(422)
    const [error] = response.json().errors
    expect(error).toMatchObject({ code: 'IMPORT_FAILED' })
    expect(error.properties).toMatchObject({ total: 11, created: 1, failed: 10 })
    expect(error.properties.errors).toMatchObject(expected)
    expect(await articles()).toEqual(before)
  })

  test('leaves others alone with atomic=false', async () => {
    await shop.rows(awkward)
    const response = await importFile(wrong, { query: '?atomic=false' })
    expect(response.statusCode).toBe(200)
    expect(outcomeOf(response)).toMatchObject({ created: 1, failed: 10, truncated: false })
    expect((await articles()).map(({ code }) => code)).toEqual(['A1', '007', 'A3', 'A4', 'B1'])
  })
})

describe('modes', () => {
  test.each([
    ['create', { created: 1, failed: 1 }, 'DATA_INTEGRITY_VIOLATION'],
    ['update', { updated: 1, failed: 1 }, 'RESOURCE_NOT_FOUND'],
  ])('%s does only that', async (mode, counts, code) => {
    await shop.rows(awkward)
    const file = lines('code,name,price', 'A1,New name,0.10', 'M1,Other,1')
    const response = await importFile(file, { query: `?mode=${mode}&atomic=false` })
    expect(outcomeOf(response)).toMatchObject({ ...counts, errors: [{ code }] })
  })

  test('an id names the record, so that the key can change', async () => {
    await shop.rows(awkward)
    const response = await importFile(lines('id,code', '1,A9'), { query: '?mode=update' })
    expect(outcomeOf(response)).toMatchObject({ updated: 1 })
    expect((await articles())[0]).toMatchObject({ id: 1, code: 'A9' })
  })

  test('an unknown id is not created', async () => {
    const response = await importFile(lines('id,code,name,price', '99,A9,Name,1'))
    expect(response.json().errors[0].properties.errors).toMatchObject([
      { row: 2, column: 'id', value: '99', message: "There is no record with this 'id'." },
    ])
  })

  test('an unknown key is named by its column', async () => {
    const file = lines('code,name', 'M1,Other')
    const response = await importFile(file, { query: '?mode=update' })
    expect(response.json().errors[0].properties.errors).toMatchObject([
      { row: 2, column: 'code', value: 'M1', message: "There is no record with this 'code'." },
    ])
  })

  test('others are refused with those that are possible', async () => {
    const response = await importFile('code', { query: '?mode=replace' })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].message).toBe("'mode' must be one of create, update, upsert.")
  })
})

describe('files that cannot be read', () => {
  const utf16 = Buffer.from('\ufeffcode,name,price\r\nU1,Ünï,1', 'utf16le')
  test.each([
    ['UTF-16 with a mark', utf16, 'text/csv', 'Ünï'],
    ['UTF-8 with a mark', Buffer.from('\ufeffcode\tname\tprice\nU1\tÜnï\t1'), 'text/csv', 'Ünï'],
    [
      'the encoding that is named',
      Buffer.from('code;name;price\rU1;Ünï;1', 'latin1'),
      'text/csv; charset=windows-1252',
      'Ünï',
    ],
  ])('%s is read', async (_, body, type, name) => {
    const response = await importFile(body, { type })
    expect(response.statusCode, response.body).toBe(200)
    expect(await articles()).toMatchObject([{ code: 'U1', name }])
  })

  test.each<[string, string | Buffer, string, number, string]>([
    ['no header', '', 'text/csv', 400, 'REQUEST_PAYLOAD_INVALID'],
    ['an open quote', 'code\n"a', 'text/csv', 400, 'REQUEST_PAYLOAD_INVALID'],
    ['text after a quote', 'code\n"a"b', 'text/csv', 400, 'REQUEST_PAYLOAD_INVALID'],
    [
      'another encoding',
      Buffer.from([0x63, 0xe9, 0x0a]),
      'text/csv',
      400,
      'REQUEST_PAYLOAD_INVALID',
    ],
    ['an unknown charset', 'code', 'text/csv; charset=klingon', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another type', '{}', 'application/json', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a text as a sheet', 'code,name', xlsxType, 400, 'REQUEST_PAYLOAD_INVALID'],
    ['a broken archive', Buffer.from('PK\x03\x04broken'), xlsxType, 400, 'REQUEST_PAYLOAD_INVALID'],
    ['too many cells', `${'a,'.repeat(1_001)}`, 'text/csv', 422, 'LIMIT_EXCEEDED'],
  ])('%s is an error', async (_, body, type, status, code) => {
    const response = await importFile(body, { type })
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json().errors[0].code).toBe(code)
  })
})

describe('access', () => {
  test('callers who may neither create nor update are refused', async () => {
    expect((await importFile('code', { caller: 'reader' })).statusCode).toBe(403)
  })

  test('hidden fields, records and labels do not exist', async () => {
    const hidden = await importFile(lines('code,secret', 'A1,x'), { caller: 'northern' })
    expect(hidden.json().errors[0]).toMatchObject({ target: 'secret' })
    const file = lines('code,name,price,supplierId', 'H1,Label,1,Hidden', 'H2,Id,1,4')
    const response = await importFile(file, { caller: 'northern' })
    expect(response.json().errors[0].properties.errors).toMatchObject([
      { row: 2, code: 'VALIDATION_FAILED', value: 'Hidden' },
      { row: 3, code: 'DATA_INTEGRITY_VIOLATION', value: '4' },
    ])
  })
})

test('a client that requests events gets the progress and then the outcome', async () => {
  const response = await importFile(lines('code,name,price', 'E1,Events,1'), {
    accept: 'text/event-stream',
  })
  expect(response.headers['content-type']).toBe('text/event-stream')
  const [type, data] = response.body.trim().split('\n').slice(-2)
  expect(type).toBe('event: result')
  expect(JSON.parse(data!.slice(6)).data).toMatchObject({ total: 1, created: 1 })
})

test('an error of an import with events is its last event, and is counted', async () => {
  await shop.rows('alter table articles rename to articles_away')
  const file = lines('code,name,price', 'E1,Events,1')
  const response = await importFile(file, { accept: 'text/event-stream' })
  await shop.rows('alter table articles_away rename to articles')
  const [type, data] = response.body.trim().split('\n').slice(-2)
  expect(type).toBe('event: failure')
  const [error] = JSON.parse(data!.slice(6)).errors
  expect(error).toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(response.body).not.toContain('articles_away')
  const metrics = await shop.get('editor', '/metrics')
  expect(metrics.body).toContain('http_errors_total{code="INTERNAL_ERROR"} 1')
})

test('a dry run has the response of the import, and leaves nothing behind', async () => {
  await shop.rows(awkward)
  const file = lines('code,name,price', 'A1,New name,0.10', 'D1,Name,1')
  const before = await databaseOf(shop)
  const dry = await importFile(file, { query: '?dryRun=true' })
  expect(dry.headers).toMatchObject({ 'x-dry-run': 'true' })
  expect(await databaseOf(shop)).toEqual(before)
  const real = await importFile(file)
  expect(outcomeOf(dry)).toEqual({ ...(outcomeOf(real) as object), dryRun: true })
  const wrong = await importFile(lines('code', 'D2'), { query: '?dryRun=true' })
  expect(wrong.json().errors[0].properties).toMatchObject({ failed: 1, dryRun: true })
})

test('guards decide about each row that changes its record, and changes are recorded', async () => {
  await shop.rows(awkward)
  const file = lines('code,name', 'A1,New name', "007,'=kept", 'A3,Other')
  const unchanged = await importFile(lines('code,name', "007,''=kept"))
  expect(outcomeOf(unchanged)).toMatchObject({ unchanged: 1 })
  const response = await importFile(file, { query: '?atomic=false' })
  expect(outcomeOf(response)).toMatchObject({
    updated: 2,
    errors: [{ row: 3, code: 'RESOURCE_STATE_BLOCKED' }],
  })
  const history = await shop.get('editor', `${path}/1/history`)
  const [latest] = history.json().data.content
  expect(latest).toMatchObject({ operation: 'update', fields: ['name'], newVersion: 2 })
})
