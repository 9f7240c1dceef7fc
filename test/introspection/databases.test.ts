/**
 * Applications written from schemas of others: they compile, fit their database, and answer
 * requests.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestService, type TestService } from 'corollary/testing'
import { isVariableStatement } from 'typescript/unstable/ast/is'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adviseOn } from '../../src/server/commands/check-command.js'
import { introspect } from '../../src/server/commands/introspect.js'
import { checkContract } from '../../src/server/compose/bind-contract.js'
import { connectDatabase } from '../../src/server/compose/connect-database.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { createLogger } from '../../src/server/process/loggers.js'
import { openProgram } from '../types/compiler.js'
import { compilerMessages, filesIn } from './compile.js'
import { type Introspected, introspectFile } from './introspected.js'

const sources = [
  {
    file: 'pagila.sql',
    schemas: ['public'],
    leftOut: [/^ {2}staff\.password: its name looks like a secret/],
  },
  {
    file: 'northwind.sql',
    schemas: ['public'],
    leftOut: [],
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
      /^ {2}.*\bapi_keys\.api_key\b.*: its name looks like a secret/,
      /^ {2}no_key: it has neither/,
    ],
  },
  {
    file: 'tenants.sql',
    schemas: ['public'],
    leftOut: [
      /^ {2}accounts: its rows are the tenants/,
      /^ {2}holidays: its 'tenant_id' may be null/,
      /^ {2}skill_note, skill_note_file: it refers to rows of tenants/,
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

/** Rows of tenants need the caller that the application declares. */
const headersOf = (file: string): Record<string, string> => {
  const [caller] = written.get(file)!.application.callers ?? []
  return caller ? { 'x-development-caller': caller.id } : {}
}

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
      const headers = headersOf(file)
      const response = await services
        .get(file)!
        .app.inject({ method: 'POST', url, headers, payload: {} })
      expect(response.statusCode, `${url}: ${response.body}`).toBe(200)
    }
  })
})

/** Requests to the application that was written from a file. */
const ask = async (file: string, method: 'GET' | 'POST', path: string, payload?: object) => {
  const url = `/api/${file.replace('.sql', '')}/${path}`
  const request = { method, url, headers: headersOf(file), ...(payload ? { payload } : {}) }
  const response = await services.get(file)!.app.inject(request)
  return { ...response.json(), status: response.statusCode }
}

test('a table with a search vector, a domain and floats can be written', async () => {
  const { client } = written.get('pagila.sql')!.database
  await client.query("insert into language (name) values ('Latin')")
  const film = { title: 'Ben-Hur', languageId: 1, releaseYear: 1959, specialFeatures: ['Trailers'] }
  const created = await ask('pagila.sql', 'POST', 'film', film)
  expect([created.status, created.data]).toMatchObject([201, film])
  const { rows } = await client.query('select fulltext::text from film')
  expect(rows).toEqual([{ fulltext: "'ben':2 'ben-hur':1 'hur':3" }])
  const early = await ask('pagila.sql', 'POST', 'film', { ...film, releaseYear: 1900 })
  expect([early.status, early.errors[0].target]).toEqual([400, 'releaseYear'])
})

test('timestamps without a zone are read and written as they are', async () => {
  const { client } = written.get('chinook.sql')!.database
  await client.query(
    "insert into customer (customer_id, first_name, last_name, email) values (1, 'A', 'B', 'c')",
  )
  const invoice = { invoiceId: 1, customerId: 1, invoiceDate: '2026-03-29T01:30:00', total: 1.5 }
  const created = await ask('chinook.sql', 'POST', 'invoice', invoice)
  expect([created.status, created.data]).toMatchObject([201, invoice])
  const { rows } = await client.query('select invoice_date::text from invoice')
  expect(rows).toEqual([{ invoice_date: '2026-03-29 01:30:00' }])
})

test('floats are read and written as they are', async () => {
  const product = { productId: 1, productName: 'Tea', discontinued: 0, unitPrice: 18.6 }
  const created = await ask('northwind.sql', 'POST', 'products', product)
  expect([created.status, created.data]).toMatchObject([201, product])
})

describe('check after introspection', () => {
  /** Codes and paths of what `corollary check` says, without indexes. */
  const checkAll = async (file: string) => {
    const { application, database } = written.get(file)!
    const { settings } = readSettings({ environment: { PLATFORM_LOG_LEVEL: 'silent' } })
    const pool = connectDatabase(
      { connection: database.connection },
      settings,
      createLogger(settings),
    )
    try {
      const checked = await checkContract(application.resources, pool, settings)
      await adviseOn(checked, { title: 'Imported' }, pool, settings)
      return checked.diagnostics.all
        .filter(({ code }) => code !== 'INDEX_MISSING')
        .map(({ severity, code, path, message }) => ({ severity, code, path, message }))
    } finally {
      await pool.close()
    }
  }

  test.each(sources)('$file has no problem, and no foreign key is missing', async ({ file }) => {
    const found = await checkAll(file)
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(found.filter(({ code }) => code === 'FOREIGN_KEY_MISSING')).toEqual([])
  })

  test('reports how the database drifted since', async () => {
    const { client } = written.get('chinook.sql')!.database
    const before = await checkAll('chinook.sql')
    await client.query(`alter table artist add founded date; alter table genre alter name type text;
      alter table album drop constraint album_artist_id_fkey; alter table track rename unit_price to price`)
    const after = (await checkAll('chinook.sql')).filter(
      ({ path, message }) =>
        !before.some((earlier) => earlier.path === path && earlier.message === message),
    )
    expect(after.map(({ severity, code, path }) => [severity, code, path])).toEqual([
      ['error', 'COLUMN_UNKNOWN', 'entities.track.unitPrice'],
      ['error', 'REQUIRED_MISSING', 'track.create'],
      ['advice', 'FOREIGN_KEY_MISSING', 'entities.album.artist'],
      ['advice', 'COLUMN_UNDECLARED', 'entities.artist'],
      ['advice', 'COLUMN_UNDECLARED', 'entities.track'],
    ])
  })
})

describe('a database with tenants', () => {
  const file = 'tenants.sql'

  test('is reached within the tenant of the caller', async () => {
    const { client } = written.get(file)!.database
    const [ownId, other] = [1, 2].map((n) => `00000000-0000-0000-0000-00000000000${n}`)
    await client.query(`insert into accounts values ('${ownId}', 'Own'), ('${other}', 'Other');
      insert into countries values ('NL', 'Netherlands');
      insert into sites (tenant_id, name, country_code) values ('${other}', 'Hidden', 'NL')`)
    const site = { name: 'Harbour', countryCode: 'NL' }
    const { data } = await ask(file, 'POST', 'sites', site)
    const { rows } = await client.query('select tenant_id from sites where id = $1', [data.id])
    expect(rows).toEqual([{ tenant_id: ownId }])
    const { data: page } = await ask(file, 'POST', 'sites/filter', {})
    expect(page.content).toMatchObject([{ name: 'Harbour', countryName: 'Netherlands' }])
    const machine = await ask(file, 'POST', 'machines', { serial: 'M1', siteId: data.id })
    expect(machine.data).toMatchObject({ siteName: 'Harbour', skillIds: [] })
  })

  test('shares rows that have no tenant for reading only', async () => {
    const country = await ask(file, 'POST', 'countries', { code: 'BE', name: 'Belgium' })
    expect(country.status).toBe(405)
    expect(written.get(file)!.report).toContain('Every tenant reads all rows of countries')
  })

  test('is recognized by the names of usual columns in most keys', async () => {
    const { connection, client } = written.get(file)!.database
    const tenantOf = async () => {
      const { plan } = await introspect({ connection, schemas: ['public'] })
      const { tenant } = plan.entities.find(({ name }) => name === 'sites')!
      return typeof tenant === 'object' ? tenant.source.name : tenant
    }
    for (const table of ['sites', 'machines', 'passports', 'skills', 'machine_skill', 'readings'])
      await client.query(`alter table ${table} rename tenant_id to company_id`)
    expect(await tenantOf()).toBeUndefined()
    await client.query('drop table skill_note_file, skill_note, holidays')
    expect(await tenantOf()).toBe('company_id')
  })

  test('has no relation with the name of the tenant', async () => {
    const { connection, client } = written.get(file)!.database
    for (const table of ['sites', 'machines', 'passports', 'skills', 'machine_skill', 'readings'])
      await client.query(`alter table ${table} rename company_id to tenant`)
    await client.query('alter table machines rename site_id to tenant_code')
    const { plan } = await introspect({ connection, schemas: ['public'] })
    const { relations } = plan.entities.find(({ name }) => name === 'machines')!
    const site = relations.find(({ target }) => target.name === 'sites')
    expect(site?.name).toBe('tenantSites')
  })
})

test('a unique foreign key becomes a one-to-one relation', () => {
  const { folder } = written.get('odd-names.sql')!
  expect(readFileSync(join(folder, 'entities/a.ts'), 'utf8')).toContain(
    "bByA: hasOne('b', { column: 'a_id' })",
  )
})

test('names and comments of the database do not become code', () => {
  const { folder } = written.get('odd-names.sql')!
  const files = filesIn([folder])
  const { program } = openProgram(files)
  const declared = [...files.keys()].flatMap((file) =>
    program
      .getSourceFile(file)!
      .statements.filter(isVariableStatement)
      .flatMap((statement) => statement.declarationList.declarations)
      .map((declaration) => declaration.name.getText()),
  )
  expect(declared).toContain('a')
  expect(declared).not.toContain('stolen')
})

test('tables whose keys have several columns are resources', async () => {
  const { client } = written.get('northwind.sql')!.database
  await client.query(`
    insert into orders (order_id) values (10248);
    insert into products (product_id, product_name, discontinued) values (11, 'Queso', 0)`)
  const detail = { orderId: 10248, productId: 11, unitPrice: 14, quantity: 12, discount: 0.5 }
  const created = await ask('northwind.sql', 'POST', 'order-details', detail)
  expect([created.status, created.data]).toMatchObject([201, { ...detail, id: '10248~11' }])
  const order = await ask('northwind.sql', 'GET', 'order-details/10248~11')
  expect(order.data).toMatchObject({ id: '10248~11', productProductName: 'Queso' })
  const names = [...written.values()].flatMap(({ application }) =>
    application.resources.map(({ data }) => data.key),
  )
  expect(names).toEqual(
    expect.arrayContaining([
      'northwind.order-details',
      'pagila.payment',
      expect.stringMatching(/^odd-names\..*stock$/),
    ]),
  )
})
