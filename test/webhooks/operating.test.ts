/** Starting webhooks, and operating them: dead letters, metrics, the log, receivers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isAllowedAddress } from '../../src/changes/webhooks/addresses.js'
import { parseCommand } from '../../src/server/commands/command.js'
import { commands } from '../../src/server/commands/commands.js'
import { readExposition } from '../observability/exposition.js'
import { databaseUrl } from '../support/database.js'
import { codeOf, dataOf } from '../support/use-service.js'
import { accept, secretOf, status, until } from './receiver.js'
import { useWebhooks, webhookOf } from './use-webhooks.js'

const webhooks = useWebhooks()
const path = '/webhooks/crm/dead-letters'
const asClerk = { authorization: 'Bearer clerk' }

test('dead letters are read in pages and sent again by callers with the authority', async () => {
  const service = await webhooks.start()
  const get = (url: string) => webhooks.send(service, 'GET', url)
  webhooks.receiver.respond = status(410)
  const made = [await webhooks.create(service), await webhooks.create(service)]
  const lettersOf = async (query = '') => dataOf(await get(`${path}${query}`))
  await until(async () => (await lettersOf()).content.length === 2)
  const first = await lettersOf('?size=1')
  const second = await lettersOf(`?size=1&after=${first.next}`)
  const letters = [...first.content, ...second.content]
  expect(second.next).toBeNull()
  expect(letters.map(({ record }) => Number(record)).toSorted((a, b) => a - b)).toEqual(
    made.map(({ id }) => id),
  )
  expect(letters[0]).toEqual({
    ...{ id: expect.any(String), diedAt: expect.any(String), at: expect.any(String) },
    ...{ resource: 'human-resources.employees', record: expect.any(String) },
    ...{ operation: 'create', attempts: 1, failure: 'HTTP 410' },
  })
  const retry = `${path}/${letters[0].id}/retry`
  expect(codeOf(await webhooks.send(service, 'GET', path, undefined, asClerk))).toBe(
    '403 ACCESS_DENIED',
  )
  expect(codeOf(await webhooks.send(service, 'POST', retry, undefined, asClerk))).toBe(
    '403 ACCESS_DENIED',
  )
  expect(codeOf(await get('/webhooks/none/dead-letters'))).toBe('404 RESOURCE_NOT_FOUND')
  expect(codeOf(await get(`${path}?after=x`))).toBe('400 CURSOR_INVALID')
  webhooks.receiver.received.length = 0
  webhooks.receiver.respond = accept
  expect((await webhooks.send(service, 'POST', retry)).statusCode).toBe(204)
  await until(() => webhooks.receiver.received.length > 0)
  expect((await lettersOf()).content).toHaveLength(1)
  expect(webhooks.receiver.received.map(({ id }) => id)).toEqual([letters[0].id])
  expect(codeOf(await webhooks.send(service, 'POST', retry))).toBe('404 RESOURCE_NOT_FOUND')
})

test('the command line lists webhooks and dead letters, and sends those again, in order for each record', async () => {
  const service = await webhooks.start({}, { 'platform.webhooks.max-attempts': 1 })
  webhooks.receiver.respond = status(500)
  const employee = await webhooks.create(service)
  await webhooks.setPhone(service, employee, '1')
  const dead = async () =>
    (await webhooks.rows('select from corollary.webhook_delivery where dead_at is not null')).length
  await until(async () => (await dead()) === 2)
  await webhooks.stop(service)
  const endpoints = [webhookOf('https://crm.example.com/private', { name: 'crm' })]
  vi.stubEnv('DATABASE_URL', databaseUrl(webhooks.database.connection))
  vi.stubEnv('PLATFORM_WEBHOOKS_ENDPOINTS', JSON.stringify(endpoints))
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const run = async (...words: readonly string[]): Promise<string> => {
    printed.mockClear()
    await commands.webhooks(parseCommand(['webhooks', ...words]), () => Promise.reject())
    return printed.mock.calls.join('\n')
  }
  try {
    expect(await run()).toMatch(/^NAME {2}STATE .*\ncrm +enabled +0 +- +2 +crm\.example\.com$/)
    const [head, ...letters] = (await run('crm')).split('\n')
    expect(head).toMatch(/^ID +DIED +RESOURCE +RECORD +OPERATION +ATTEMPTS +FAILURE$/)
    expect(letters.map((line) => line.split(/ +/).slice(2).join(' '))).toEqual([
      `human-resources.employees ${employee.id} create 1 HTTP 500`,
      `human-resources.employees ${employee.id} update 1 HTTP 500`,
    ])
    await expect(run('crn')).rejects.toThrow("No webhook 'crn' is declared; did you mean 'crm'?")
    await expect(run('--retry', 'all')).rejects.toThrow("'--retry' needs the name of a webhook")
    await expect(run('crm', '--retry', '7')).rejects.toThrow("'7' is not the id of a dead letter")
    expect(await run('crm', '--retry', 'all')).toBe("2 dead letters of 'crm' will be sent again.")
  } finally {
    printed.mockRestore()
    vi.unstubAllEnvs()
  }
  webhooks.receiver.received.length = 0
  webhooks.receiver.respond = accept
  await webhooks.start()
  await until(() => webhooks.receiver.received.length === 2)
  expect(webhooks.receiver.received.map(({ body }) => body.data.operation)).toEqual([
    ...['create', 'update'],
  ])
})

describe('a start fails', () => {
  const cases: readonly (readonly [string, object, RegExp])[] = [
    [
      'with a resource that does not exist',
      { resources: ['human-resources.employee'] },
      /no resource/,
    ],
    [
      'with a resource without history',
      { resources: ['human-resources.skills'] },
      /guards\.history/,
    ],
    ['without the authority', { authorities: ['hr:all'] }, /do not allow/],
    ['with restricted rows', { authorities: ['employee:history'] }, /row access restricts/],
    ['with http', { url: 'http://example.com/' }, /https/],
    ['with a private address', { url: 'https://169.254.169.254/' }, /private/],
    ['with a misspelled member', { secret: ['env:X'] }, /secret: no such member/],
    ['without a secret', { secrets: ['env:WEBHOOK_NO_SECRET'] }, /has no secret/],
  ]
  test.each(cases)('%s', async (_name, webhook, message) => {
    await expect(webhooks.start(webhook)).rejects.toThrow(message)
  })

  test('with a route of the application that dead letters have too', async () => {
    const route = {
      method: 'GET',
      path: '/webhooks/{hook}/dead-letters',
      handle: () => {},
    } as const
    await expect(webhooks.start({}, {}, { routes: [route] })).rejects.toThrow(
      /the path '\/webhooks\/\{hook\}\/dead-letters' of the application belongs to the platform/,
    )
  })
})

test.each([
  ['127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::1', false],
  ['10.1.2.3', false],
  ['::ffff:10.1.2.3', false],
  ['169.254.169.254', false],
  ['fd00::1', false],
  ['0.0.0.0', false],
  ['::127.0.0.1', false],
  ['::7f00:1', false],
  ['::ffff:0:127.0.0.1', false],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', false],
  ['2001:db8::1', false],
  ['100::1', false],
  ['fec0::1', false],
  ['192.88.99.1', false],
  ['192.0.2.1', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['5f00::1', false],
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
])('webhooks connect to %s: %s', (address, isAllowed) => {
  expect(isAllowedAddress(address, { allowsLoopback: false, allowsPrivate: false })).toBe(isAllowed)
})

test('the receiver of the guide accepts messages, and refuses those with a wrong signature', async () => {
  const guide = await readFile('docs/guides/webhooks.md', 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'corollary-receiver-'))
  const file = join(folder, 'receiver.mjs')
  await writeFile(
    file,
    /```js\n(\/\/ receiver\.mjs[\s\S]*?)```/
      .exec(guide)![1]!
      .replace('3000,', '3000, "127.0.0.1",'),
  )
  const { port } = new URL(webhooks.receiver.url)
  await webhooks.receiver.close()
  const child = spawn(process.execPath, [file], {
    env: { CRM_SECRET: secretOf('first'), PORT: port },
  })
  try {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    await until(() => output.includes('ready'))
    const service = await webhooks.start()
    await webhooks.create(service)
    await until(() => output.includes('human-resources.employees.create'))
    const forged = await fetch(webhooks.receiver.url, {
      ...{ method: 'POST', body: '{}' },
      headers: {
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA',
      },
    })
    expect(forged.status).toBe(401)
  } finally {
    child.kill()
    await once(child, 'close')
    await rm(folder, { recursive: true })
  }
})

test('metrics count attempts by outcome, and are those that docs/guides/observability.md lists', async () => {
  const service = await webhooks.start()
  await webhooks.create(service)
  const read = async () => readExposition((await webhooks.send(service, 'GET', '/metrics')).body)
  const delivered = '{webhook="crm",outcome="delivered"}'
  await until(async () => (await read()).get('webhook_attempts_total')?.values.get(delivered) === 1)
  const metrics = await read()
  const names = [...metrics.keys()].filter((name) => name.startsWith('webhook_'))
  const listed = readFileSync('docs/guides/observability.md', 'utf8').match(
    /(?<=^\| `)webhook_\w+/gm,
  )
  expect(names.sort()).toEqual(listed?.sort())
})
