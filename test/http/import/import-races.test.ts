/** Imports beside other writes: a row is planned for its record as it is when it is written. */
import { beforeEach, describe, expect, test } from 'vitest'
import { whileChanged } from '../../support/sessions.js'
import { useCatalogue } from './catalogue.js'

const { shop, importFile, articles } = useCatalogue()

beforeEach(async () => {
  await shop.rows('truncate articles restart identity')
  await shop.rows(
    "insert into articles (code, name, price) values ('A1', 'Table', 1), ('A2', 'Chair', 2)",
  )
})

describe.each([
  ['ids', 'id,name,price\n1,Table,9\n2,Chair,2\n'],
  ['keys', 'code,name,price\nA1,Table,9\nA2,Chair,2\n'],
])('an import of rows with %s', (_, file) => {
  test.each([
    ['changes', 'A1', { updated: 1, unchanged: 1 }],
    ['would have kept', 'A2', { updated: 2, unchanged: 0 }],
  ])(
    'replaces what another transaction has done to a record that it %s',
    async (_title, code, counts) => {
      const change = "update articles set name = 'Changed' where code = $1"
      const response = await whileChanged(shop, change, [code], () => importFile(file))
      expect(response.json().data, response.body).toMatchObject(counts)
      expect(await articles()).toMatchObject([
        { code: 'A1', name: 'Table', price: '9.00' },
        { code: 'A2', name: 'Chair', price: '2.00' },
      ])
    },
  )
})

test('a row whose record gets another key before it is locked creates a record', async () => {
  const change = "update articles set code = 'Z1' where code = 'A1'"
  const file = 'code,name,price\nA1,New,9\n'
  const response = await whileChanged(shop, change, [], () => importFile(file))
  expect(response.json().data, response.body).toMatchObject({ created: 1, updated: 0 })
  expect(await articles()).toMatchObject([
    { code: 'Z1', name: 'Table' },
    { code: 'A2' },
    { code: 'A1', name: 'New' },
  ])
})

test('a record that was deleted before it is locked is not found', async () => {
  const change = "delete from articles where code = 'A1'"
  const file = 'id,name,price\n1,New,9\n'
  const response = await whileChanged(shop, change, [], () => importFile(file))
  expect(response.json().errors[0].properties.errors, response.body).toMatchObject([
    { row: 2, code: 'RESOURCE_NOT_FOUND' },
  ])
})

test('of rows with ids the keys need not be unique', async () => {
  await shop.rows('alter table articles drop constraint articles_code_key')
  await shop.rows("update articles set code = 'A1'")
  const byKey = await importFile('code,name,price\nA1,New,9\n')
  expect(byKey.json().errors[0]).toMatchObject({ code: 'DATA_INTEGRITY_VIOLATION' })
  const byId = await importFile('id,code,name,price\n1,A1,New,9\n2,A1,Chair,2\n')
  expect(byId.json().data, byId.body).toMatchObject({ updated: 1, unchanged: 1 })
  await shop.rows("update articles set code = 'A' || id")
  await shop.rows('alter table articles add unique (code)')
})
