/**
 * Applications written from schemas of others: they compile, fit their database, and answer
 * requests.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestService, type TestService } from 'corollary/testing'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compilerMessages } from './compile.js'
import { type Introspected, introspectFile } from './introspected.js'

const sources = [
  {
    file: 'pagila.sql',
    schemas: ['public'],
    leftOut: [
      /^ {2}payment: its primary key has several columns/,
      /^ {2}staff\.password: its name looks like a secret/,
    ],
  },
  {
    file: 'northwind.sql',
    schemas: ['public'],
    leftOut: [/^ {2}order_details: its primary key has several columns: order_id, product_id/],
  },
  {
    file: 'chinook.sql',
    schemas: ['public'],
    leftOut: [],
  },
  {
    file: 'odd-names.sql',
    schemas: ['public', 'sales', 'Odd Schema'],
    leftOut: [
      /^ {2}api_keys\.api_key: its name looks like a secret/,
      /^ {2}no_key: it has neither/,
      /^ {2}stock: its primary key has several columns/,
    ],
  },
] as const

const written = new Map<string, Introspected>()
const services = new Map<string, TestService>()

beforeAll(async () => {
  for (const { file, schemas } of sources) {
    const introspected = await introspectFile(file, schemas)
    written.set(file, introspected)
    const { application, database } = introspected
    // It throws a ContractError where a contract does not fit the database.
    const { connection } = database
    services.set(file, await createTestService({ ...application, connection }))
  }
})

afterAll(async () => {
  for (const service of services.values()) await service.close()
  for (const introspected of written.values()) await introspected.close()
})

test('the applications compile in strict mode', () => {
  expect(compilerMessages([...written.values()].map(({ folder }) => folder))).toEqual([])
})

describe.each(sources)('the application written from $file', ({ file, leftOut }) => {
  test('names what it left out, with the reason', () => {
    const lines = written.get(file)!.report.split('\n')
    for (const pattern of leftOut) expect(lines).toContainEqual(expect.stringMatching(pattern))
  })

  test('serves every resource', async () => {
    for (const { data } of written.get(file)!.application.resources) {
      const url = `/api/${data.key.replaceAll('.', '/')}/filter`
      const response = await services.get(file)!.app.inject({ method: 'POST', url, payload: {} })
      expect(response.statusCode, `${url}: ${response.body}`).toBe(200)
    }
  })
})

test('names and comments of the database do not become code', async () => {
  const { folder } = written.get('odd-names.sql')!
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const text = readFileSync(join(folder, file), 'utf8')
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
    const declared = source.statements
      .filter(ts.isVariableStatement)
      .flatMap((statement) => statement.declarationList.declarations)
      .map((declaration) => declaration.name.getText(source))
    expect(declared).not.toContain('stolen')
  }
})
