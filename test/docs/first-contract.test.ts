/** The first contract of the README runs unchanged, and its requests work. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const readme = readFileSync('README.md', 'utf8')
const program = /```ts\n([\s\S]*?)```/.exec(readme)![1]!
/** Inside the checkout, where it finds the package; a name that no other test uses. */
const file = 'readme-first-contract.tmp.ts'

let database: FreshDatabase
let child: ChildProcess
let url: string

beforeAll(async () => {
  database = await freshDatabase()
  await writeFile(file, program)
  const { host, port, user, password, database: name } = database.connection
  const query = new URLSearchParams({ host, port: String(port), user, password })
  child = spawn(process.execPath, ['--conditions=@corollary/source', '--import', 'tsx', file], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql:///${name}?${query}`,
      PLATFORM_HTTP_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(child.stdout!, 'data')
  url = String(output).trim()
})

afterAll(async () => {
  child.kill()
  await once(child, 'exit')
  await rm(file)
  await database.close()
})

test('the first contract takes about thirty lines', () => {
  expect(program.split('\n').length).toBeLessThanOrEqual(42)
})

test('the two requests of the README return the expected records', async () => {
  const [create, filter] = [...readme.matchAll(/-d '(\{[^']*\})'/g)].map((match) => match[1]!)
  const headers = { 'Content-Type': 'application/json' }
  const created = await fetch(url, { method: 'POST', headers, body: create! })
  expect(created.status).toBe(201)
  const found = await fetch(`${url}/filter?sort=dueOn,desc`, {
    method: 'POST',
    headers,
    body: filter!,
  })
  expect(await found.json()).toMatchObject({
    data: {
      content: [{ id: 1, title: 'Read on', state: 'OPEN', dueOn: '2026-12-01' }],
      totalElements: 1,
    },
  })
})
