/** The first steps of a new user: start in an empty folder, Ctrl-C, kill, start again. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effort } from '../support/effort.js'
import {
  addressOf,
  appFile,
  endEverything,
  type Node,
  packageFolder,
  peopleApp,
  post,
  serverPid,
  startNode,
  temporaryFolder,
  usedDataFolder,
} from './nodes.js'

const run = promisify(execFile)

const environmentOf = (data: string) => ({
  PLATFORM_HTTP_PORT: '0',
  PLATFORM_LOG_LEVEL: 'silent',
  PLATFORM_DATABASE_EMBEDDED_DATA_FOLDER: data,
})

/** The printed command; without `curl`, the test sends the same request itself. */
const paste = async (output: string): Promise<{ data: { totalElements: number } }> => {
  const [, line = ''] = /^ {2}(curl -s .*)$/m.exec(output) ?? []
  expect(line).not.toBe('')
  const { stdout } = await run('sh', ['-c', line])
  return JSON.parse(stdout)
}

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

/** The page of the built package, and the script that it loads. */
const expectWorkbench = async (url: string): Promise<void> => {
  const response = await fetch(url)
  expect([response.status, response.url]).toEqual([200, `${url}/workbench`])
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await response.text()) ?? []
  const file = await fetch(new URL(script, url), { headers: { 'accept-encoding': 'br' } })
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect((await file.text()).length).toBeGreaterThan(0)
}

afterAll(endEverything)

describe.sequential('the sample company', () => {
  let data: string
  let node: Node
  beforeAll(async () => {
    data = join(await temporaryFolder(), 'data')
  })

  const start = async (...args: string[]): Promise<{ url: string; milliseconds: number }> => {
    const begun = performance.now()
    node = startNode(['start', '--app', peopleApp, ...args], environmentOf(data))
    const url = await addressOf(node)
    return { url, milliseconds: Math.round(performance.now() - begun) }
  }

  test('the first start creates database and rows, and prints a command that works', async ({
    skip,
  }) => {
    const { url, milliseconds } = await start('--employees', '50')
    console.info(`first start: ${milliseconds} ms`)
    const { stdout } = node.output()
    expect(stdout).toMatch(/People is ready at .* on embedded PostgreSQL \d+/)
    expect(stdout).toContain('\n  /api/human-resources/employees\n')
    const all = await fetch(`${url}/api/human-resources/employees/all`)
    expect(((await all.json()) as { data: unknown[] }).data).toHaveLength(50)
    const service = await fetch(`${url}/schemas/service`, {
      headers: { 'x-development-caller': 'head-of-sales' },
    })
    expect(await service.json()).toMatchObject({
      database: { kind: 'embedded', version: expect.stringMatching(/^\d+\.\d+$/) },
      caller: { id: 'head-of-sales' },
      callers: [{ id: 'hr' }, { id: 'hr-assistant' }, { id: 'head-of-sales' }, { id: 'employee' }],
    })
    expect(stdout.slice(stdout.lastIndexOf('\nOpen '))).toMatch(
      new RegExp(`^\nOpen ${url}/workbench\n\nPeople is ready`),
    )
    await expectWorkbench(url)
    if (!hasCurl) skip('there is no curl')
    expect((await paste(stdout)).data).toHaveProperty('totalElements')
  })

  test('Ctrl-C stops the service and the embedded server', async () => {
    expect(await serverPid(data)).toBeDefined()
    node.process.kill('SIGINT')
    const { code, stdout, stderr } = await node.ended()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('SIGINT: stopping')
    expect(await serverPid(data)).toBeUndefined()
  })

  test('a second start with existing data is quick, and keeps the number of employees', async () => {
    const { milliseconds } = await start()
    // Printed, not asserted: a machine under load is not a defect.
    console.info(`second start on kept data: ${milliseconds} ms`)
    expect(node.output().stdout).not.toContain('Employees: ')
    node.process.kill('SIGTERM')
    expect((await node.ended()).code).toBe(0)
  })

  test('another number of employees is refused, and the server is stopped', async () => {
    const other = startNode(['start', '--app', peopleApp, '--employees', '60'], environmentOf(data))
    const { code, stderr } = await other.ended()
    expect(code).toBe(1)
    expect(stderr).toContain('seeded with 50 employees, but --employees is 60')
    expect(await serverPid(data)).toBeUndefined()
  })
})

test('samples that share a data folder have databases of their own', async () => {
  const data = await usedDataFolder()
  const addressOfSample = async (name: string, ...args: string[]) => {
    const folder = join(packageFolder, 'examples', name)
    const files = ['--app', join(folder, 'app.js'), '--config', join(folder, 'settings.json')]
    return addressOf(startNode(['start', ...files, ...args], environmentOf(data)))
  }
  const recordsOf = async (url: string, caller: string): Promise<number> => {
    const headers = { 'x-development-caller': caller }
    const response = await fetch(`${url}/departments/all`, { headers })
    return ((await response.json()) as { data: unknown[] }).data.length
  }
  const people = await addressOfSample('people', '--employees', '20')
  const bureau = await addressOfSample('bureau')
  expect(await recordsOf(`${people}/api/human-resources`, 'hr')).toBe(24)
  expect(await recordsOf(`${bureau}/api/bureau`, 'aurora-payroll')).toBe(4)
})

describe.sequential('kill -9 during writes', () => {
  let data: string
  const acknowledged: string[] = []
  beforeAll(async () => {
    data = await usedDataFolder()
  })

  const start = async (): Promise<{ node: Node; notes: string }> => {
    const node = startNode(['start', '--app', appFile('notes')], environmentOf(data))
    return { node, notes: `${await addressOf(node)}/api/desk/notes` }
  }

  /** Writes until the node ends; records every acknowledged write. */
  const writeUntilDead = async (notes: string, writer: string): Promise<void> => {
    for (let number = 1; ; number++) {
      const body = `${writer} ${number}`
      const answer = await post(notes, { body }).catch(() => undefined)
      if (answer?.status !== 201) return
      acknowledged.push(body)
    }
  }

  test.each([1, 2].slice(0, effort(1, 2)))(
    'round %i: the next start has every acknowledged write',
    async (round) => {
      const { node, notes } = await start()
      const writers = [1, 2, 3, 4].map((writer) => writeUntilDead(notes, `${round}/${writer}`))
      const before = acknowledged.length
      await expect
        .poll(() => acknowledged.length, { interval: 5, timeout: 20_000 })
        .toBeGreaterThan(before + 40)
      node.process.kill('SIGKILL')
      await Promise.all([...writers, node.ended()])
      // The server keeps running, and the next node takes it over.
      const left = await serverPid(data)
      expect(left).toBeDefined()

      const next = await start()
      const all = await fetch(`${next.notes}/all`)
      const bodies = ((await all.json()) as { data: { body: string }[] }).data.map(
        ({ body }) => body,
      )
      expect(new Set(bodies).size).toBe(bodies.length)
      expect(acknowledged.filter((body) => !bodies.includes(body))).toEqual([])
      expect(await serverPid(data)).toBe(left)
      next.node.process.kill('SIGINT')
      expect((await next.node.ended()).code).toBe(0)
      expect(await serverPid(data)).toBeUndefined()
    },
  )

  test('the printed command works with quotes, a dollar and a backslash', async ({ skip }) => {
    const { node, notes } = await start()
    await post(notes, { body: `Look: it's $5 or "more" \\ 100%!` })
    if (!hasCurl) skip('there is no curl')
    expect((await paste(node.output().stdout)).data.totalElements).toBe(1)
    node.process.kill('SIGHUP')
    expect((await node.ended()).code).toBe(0)
  })
})

test('a killed server is started again: writes get 503 and then work, and no acknowledged one is lost', async () => {
  const data = await usedDataFolder()
  const node = startNode(['start', '--app', appFile('notes')], environmentOf(data))
  const notes = `${await addressOf(node)}/api/desk/notes`
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  const write = async (writer: number): Promise<void> => {
    for (let number = 1; !isOver; number++) {
      const body = `${writer} ${number}`
      const { status } = await post(notes, { body })
      statuses.add(status)
      if (status === 201) acknowledged.push(body)
    }
  }
  const writers = [1, 2, 3].map(write)
  const patience = { timeout: 40_000 }
  await expect.poll(() => acknowledged.length, patience).toBeGreaterThan(20)
  const killed = (await serverPid(data))!
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => statuses.has(503), patience).toBe(true)
  const count = acknowledged.length
  await expect.poll(() => acknowledged.length, patience).toBeGreaterThan(count + 20)
  isOver = true
  await Promise.all(writers)
  expect([...statuses].sort()).toEqual([201, 503])
  expect(await serverPid(data)).not.toBe(killed)
  const all = (await (await fetch(`${notes}/all`)).json()) as { data: { body: string }[] }
  const bodies = new Set(all.data.map(({ body }) => body))
  expect(acknowledged.filter((body) => !bodies.has(body))).toEqual([])
  node.process.kill('SIGTERM')
  expect((await node.ended()).code).toBe(0)
  expect(await serverPid(data)).toBeUndefined()
})
