/**
 * Applications written from random schemas compile in strict mode, have no problem for `check`,
 * start, and serve a page and, where it is allowed, a create of every resource.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application, Resource } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableKey } from '../../src/database/catalog/catalog.js'
import type { EntityPlan } from '../../src/introspection/application-plan.js'
import { introspect, writeIntrospection } from '../../src/server/commands/introspect.js'
import { freshDatabase } from '../support/database.js'
import { effort, seed } from '../support/effort.js'
import { checkApplication } from './check-application.js'
import { compilerMessages } from './compile.js'
import { createBody, type Records } from './create-body.js'
import { type RandomSchema, randomSchemas } from './random-schemas.js'

const count = effort(6, 400)
/** Programs of so many resources together are compiled in one go. */
const inOneProgram = 50

const failures = { problems: [] as string[], requests: [] as string[] }
const folders: string[] = []
let created = 0
let parent: string

beforeAll(
  async () => {
    // Below the checkout, so that the written files find the package.
    parent = await mkdtemp(join(import.meta.dirname, '.written-'))
    const schemas = fc.sample(randomSchemas, { seed, numRuns: count })
    for (const [index, schema] of schemas.entries()) await tryOut(schema, `number ${index}`)
  },
  effort(120_000, 3_600_000),
)

afterAll(() => rm(parent, { recursive: true }))

const tryOut = async ({ schemas, sql }: RandomSchema, name: string): Promise<void> => {
  const { client, connection, close } = await freshDatabase()
  try {
    await client.query(sql)
    const folder = await mkdtemp(join(parent, 'application-'))
    folders.push(folder)
    const introspection = await introspect({ connection, schemas, group: 'random' })
    writeIntrospection(introspection, folder, { update: false })
    const { default: application }: { default: Application } = await import(join(folder, 'app.ts'))
    const problems = (await checkApplication(application, connection)).filter(
      ({ severity, code }) => severity === 'error' || code === 'FOREIGN_KEY_MISSING',
    )
    failures.problems.push(
      ...problems.map(({ code, path, message }) => `${name}: ${code} ${path}: ${message}\n${sql}`),
    )
    if (problems.length > 0) return
    const service = await createTestService({ ...application, connection })
    const faults = await serveAll(service, application.resources, introspection.plan.entities)
    failures.requests.push(...faults.map((fault) => `${name}: ${fault}\n${sql}`))
    await service.close()
  } catch (error) {
    failures.problems.push(`${name}: ${String(error)}\n${sql}`)
  } finally {
    await close()
  }
}

/** What was wrong with the responses. */
const serveAll = async (
  { app }: TestService,
  resources: readonly Resource[],
  plans: readonly EntityPlan[],
): Promise<readonly string[]> => {
  const faults: string[] = []
  const records: Records = new Map()
  const send = async (method: 'GET' | 'POST', url: string, status: number, payload?: object) => {
    const response = await app.inject({ method, url, ...(payload ? { payload } : {}) })
    if (response.statusCode !== status) {
      faults.push(`${method} ${url} ${JSON.stringify(payload)}: ${response.body}`)
    }
    return response
  }
  const waiting = new Set(resources)
  // Records that others refer to come first.
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size
    for (const resource of waiting) {
      const { data, schema } = resource
      const url = `/api/${data.key.replaceAll('.', '/')}`
      const plan = plans.find(({ name }) => name === data.entity)!
      const body = data.create && createBody(plan, data.create, schema.entities, plans, records)
      if (data.create && !body) continue
      waiting.delete(resource)
      if (body) {
        const response = await send('POST', url, 201, body)
        if (response.statusCode === 201) {
          created++
          const { data: record } = response.json()
          records.set(tableKey(plan.table), record)
          await send('GET', response.headers.location as string, 200)
        }
      }
      const page = await send('POST', `${url}/filter`, 200, {})
      if (records.has(tableKey(plan.table)) && page.statusCode === 200) {
        const { totalElements } = page.json().data
        if (totalElements !== 1) faults.push(`POST ${url}/filter: ${totalElements} records`)
      }
      await send('GET', `/schemas/surfaces?resource=${data.key}`, 200)
    }
  }
  return faults
}

const title = `of ${count} random schemas, seed ${seed},`

test(`the applications ${title} start, and check finds no problem`, () => {
  expect(failures.problems).toEqual([])
})

test(`every resource ${title} serves a page and creates a record`, () => {
  expect(failures.requests).toEqual([])
  expect(created).toBeGreaterThan(count)
})

test(`the applications ${title} compile in strict mode`, {
  timeout: effort(120_000, 3_600_000),
}, () => {
  for (let from = 0; from < folders.length; from += inOneProgram) {
    expect(compilerMessages(folders.slice(from, from + inOneProgram))).toEqual([])
  }
})
