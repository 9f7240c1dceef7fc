/** `corollary conform` in a process of its own, against services on ports. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { faults, planted } from '../../packages/conformance/test/planted-faults.js'
import { StartError } from '../../src/foundation/errors/start-error.js'
import { parseCommand } from '../../src/server/commands/command.js'
import { commands } from '../../src/server/commands/commands.js'
import { type FreshDatabase, fewPeopleDatabase } from '../support/database.js'
import { endEverything, runNode } from './nodes.js'

const skills = 'human-resources.skills'
let database: FreshDatabase
let service: TestService
let proxy: Server
const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** The service behind a proxy that gives no code to errors. */
const startProxy = async (): Promise<Server> => {
  const fault = faults.find(({ name }) => name === 'errors without a code')!
  const send = planted(fault, fetch)
  const forward = async (request: IncomingMessage): Promise<Response> => {
    const { method = 'GET', url = '/', headers } = request
    const body = await text(request)
    const { accept = '*/*', authorization = '', 'content-type': type = '' } = headers
    return send(`${addressOf(service.app.server)}${url}`, {
      method,
      ...(body === '' ? {} : { body }),
      headers: { accept, authorization, ...(type === '' ? {} : { 'content-type': type }) },
    })
  }
  const server = createServer(async (request, response) => {
    const reply = await forward(request)
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(Buffer.from(await reply.arrayBuffer()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

beforeAll(async () => {
  database = await fewPeopleDatabase()
  service = await createTestService({
    resources: people.resources,
    connection: database.connection,
    callers: { tester: { authorities: ['hr:all'] } },
  })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  proxy = await startProxy()
})
afterAll(async () => {
  await endEverything()
  proxy?.close()
  await service?.close()
  await database?.close()
})

describe.concurrent('conform', () => {
  const common = ['--resource', skills, '--area', 'totals,errors', '--token', 'tester']

  test('a service that conforms has the exit code 0, and --json prints the report alone', async () => {
    const words = ['--json', '--seed', '7', '--header', 'X-Test: a', '--header', 'X-Other: b']
    const url = addressOf(service.app.server)
    const { code, stdout, stderr } = await runNode(['conform', url, ...common, ...words])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { seed, score, resources } = JSON.parse(stdout)
    expect(seed).toBe(7)
    expect(score.failed).toBe(0)
    expect(resources).toEqual([{ resource: skills, rows: 40 }])
  })

  test('a service that deviates has the exit code 1, and the report names what deviates', async () => {
    const { code, stdout } = await runNode(['conform', addressOf(proxy), ...common])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^totals +2 +0 +0 +100 %$/m)
    expect(stdout).toContain(`✗ ${skills}, errors: an unknown filter member is 400`)
    expect(stdout).toContain("An item of 'errors' must have a text 'code'.")
    expect(stdout).toContain('POST /api/human-resources/skills/filter {"noSuchMember":1}')
  })
})

test('a service that cannot be judged at all has the exit code 1', async () => {
  const words = ['--resource', skills, '--area', 'writes', '--token', 'tester']
  const { code, stdout } = await runNode(['conform', addressOf(service.app.server), ...words])
  expect(stdout).toMatch(/^all +0 +0 +0 +-$/m)
  expect(code).toBe(1)
})

const misuses: readonly (readonly [title: string, words: readonly string[], message: RegExp])[] = [
  ['no address', [], /^'conform' needs the address of a service/],
  ['a word as address', ['local'], /'local' is not the address of a service/],
  [
    'no service',
    ['http://127.0.0.1:9'],
    /The service cannot be judged: The request failed: fetch failed \(/,
  ],
  ['a wrong number', ['http://127.0.0.1:9', '--max-rows', 'many'], /--max-rows must be a positive/],
  ['a wrong area', ['http://127.0.0.1:9', '--area', 'total'], /no area 'total'; did you mean/],
  ['a wrong header', ['http://127.0.0.1:9', '--header', 'tenant'], /--header must be a name and/],
]

test.each(misuses)('misuse, %s, is an error for the operator', async (_, words, message) => {
  const command = parseCommand(['conform', ...words])
  const run = commands.conform(command, () =>
    Promise.reject(new Error('No application is needed.')),
  )
  await expect(run).rejects.toThrow(StartError)
  await expect(run).rejects.toThrow(message)
})
