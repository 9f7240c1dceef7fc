/** Descriptions of the service omit hidden fields: names, labels, enum values, examples, hints. */
import { describe, expect, test } from 'vitest'
import { filteredUrl, sidesIn } from '../../discovery/use-discovery.js'
import type { Json } from '../../http/use-people.js'
import { agentMessage, readingMessages, toolCall } from './agent-messages.js'
import { trace } from './secrets-entities.js'
import { sender, shown, type TestRequest } from './twins.js'
import { type Secrets, useSecrets } from './use-secrets.js'

const secrets = useSecrets({
  'platform.auth.public': 'health,docs,schemas,metrics',
  'platform.mcp.enabled': true,
})

const get = async (
  url: string,
  caller?: string,
): Promise<{ status: number; text: string; body: Json }> => {
  const request = { method: 'GET', url } as const
  const answer =
    caller === undefined
      ? await secrets.service.app.inject({ ...request, headers: { 'x-request-id': 'asked' } })
      : await secrets.send(request, caller)
  const text = JSON.stringify(shown(answer))
  return { status: answer.statusCode, text, body: answer.body }
}

/** The hash of a document that contains the requested field differs. */
const hashless = (text: string): string => text.replace(/"x-schema-hash":"\w+"/, '')

/** The hash in the name of a file of the workbench may be any letters. */
const hashOfFile = /-[0-9A-Z]{8}(?=\.(?:js|css|svg))/g

/** The surroundings of each trace of a field, to make failures readable. */
const tracesIn = (answered: string): readonly string[] => {
  const text = answered.replaceAll(hashOfFile, '')
  // Most texts have none, and the search with the surroundings is slow.
  if (!trace.test(text)) return []
  const found = text.matchAll(new RegExp(`.{0,30}(?:${trace.source}).{0,20}`, 'gi'))
  return [...found].map(([around]) => around)
}

const document = async (caller: string): Promise<Json> =>
  JSON.parse((await get('/v3/api-docs', caller)).body)

/** Every description URL, for a caller who sees all fields. */
const addresses = async ({ model }: Secrets): Promise<readonly string[]> => {
  const whole = await document('payroll')
  const sides = sidesIn(whole)
  const keys = model.resources.map(({ key }) => key)
  const groups = [
    'secret',
    ...model.resources.map(({ path }) => path.slice(1).replaceAll('/', '-')),
  ]
  return [
    '/v3/api-docs',
    ...groups.map((group) => `/v3/api-docs/${group}`),
    ...sides.map((side) => filteredUrl(side)),
    ...sides.map((side) => filteredUrl({ ...side, includeInternalSchemas: 'true' })),
    '/schemas/catalog',
    ...sides.map(({ path, operation }) => `/schemas/catalog?path=${path}&operation=${operation}`),
    '/schemas/catalog?group=secret',
    '/schemas/resources',
    '/schemas/resources?group=secret',
    '/schemas/service',
    '/schemas/surfaces?group=secret',
    ...keys.map((key) => `/schemas/surfaces?resource=${key}`),
    '/schemas/actions',
    ...keys.map((key) => `/schemas/actions?resource=${key}`),
    ...model.resources.flatMap(({ path }) => [
      `${path}/capabilities`,
      `${path}/actions`,
      `${path}/schemas`,
      `${path}/1/capabilities`,
      `${path}/1/surfaces`,
      `${path}/1/actions`,
    ]),
    '/docs',
    '/docs/errors',
    ...groups.map((group) => `/docs/${group}`),
    '/metrics',
    '/health/ready',
  ]
}

/** They name no hidden field themselves. */
const agentMessages = ({ model }: Secrets): readonly TestRequest[] => [
  agentMessage('tools/list'),
  agentMessage('resources/list'),
  ...model.resources.flatMap(({ key }) => readingMessages(key, [1])),
  toolCall('describe_resource', { resource: 'secret.staff', operation: 'raise' }),
  toolCall('describe_resource', { resource: 'secret.staff', operation: 'update' }),
  toolCall('describe_resource', { resource: 'secret.staff', operation: 'none' }),
  toolCall('update_record', {
    ...{ resource: 'secret.staff', id: 1, operation: 'raise', data: { rating: 3 } },
  }),
]

describe('a caller who does not see the fields', () => {
  for (const caller of ['plain', undefined]) {
    const who = caller ?? 'an anonymous one'
    test(`no description contains a trace of a hidden field: ${who}`, async () => {
      const all = await addresses(secrets)
      const traces = new Map<string, string>()
      for (const url of all) {
        for (const around of tracesIn((await get(url, caller)).text)) {
          if (!traces.has(around)) traces.set(around, url)
        }
      }
      console.info(`descriptions: ${all.length} addresses as ${who}`)
      expect(Object.fromEntries(traces)).toEqual({})
    })
  }

  test('no result of a tool contains a trace of a hidden field', async () => {
    const textsOf = async (caller: string): Promise<readonly string[]> => {
      const texts: string[] = []
      for (const message of agentMessages(secrets)) {
        texts.push(JSON.stringify(shown(await secrets.send(message, caller))))
      }
      return texts
    }
    expect((await textsOf('plain')).flatMap(tracesIn)).toEqual([])
    const visible = (await textsOf('payroll')).filter((text) => trace.test(text))
    expect(visible.length).toBeGreaterThan(5)
  })

  test('an option source stays without the hidden fields that only narrow it', async () => {
    const { paths } = await document('plain')
    const urlOf = (key: string) => `/api/secret/staff/option-sources/${key}/options/filter`
    const { description } = paths[urlOf('narrowed')].post
    expect(description).toContain('They depend on `departmentId`, which may be absent.')
    const request = { method: 'POST', body: {} } as const
    const statusOf = async (key: string) =>
      (await secrets.send({ ...request, url: urlOf(key) }, 'plain')).statusCode
    expect([await statusOf('narrowed'), await statusOf('zqDepending')]).toEqual([200, 404])
  })

  test('a hidden name gets the same response as an unknown one', async () => {
    for (const name of ['zqWage', 'zqNick', 'zqKinship']) {
      for (const side of sidesIn(await document('plain'))) {
        const request = (idField: string) => get(filteredUrl({ ...side, idField }), 'plain')
        const [hidden, invented] = [await request(name), await request(name.replace('zq', 'zx'))]
        expect(hashless(hidden.text)).toBe(hashless(invented.text).replaceAll('zx', 'zq'))
      }
    }
  })

  test("the tags of other callers' documents reveal nothing", async () => {
    for (const url of ['/v3/api-docs', '/schemas/catalog']) {
      const others = await secrets.send({ method: 'GET', url }, 'payroll')
      const headers = { 'if-none-match': String(others.headers['etag']) }
      expect((await secrets.send({ method: 'GET', url, headers }, 'payroll')).statusCode).toBe(304)
      const answer = await secrets.send({ method: 'GET', url, headers }, 'plain')
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toContain('zqWage')
      expect(others.body).toContain('zqWage')
    }
  })
})

describe('descriptions for a caller who sees the fields', () => {
  test('a caller who sees the fields finds them in the descriptions', async () => {
    const sides = [
      ['get', '/api/secret/staff/all', 'response'],
      ['post', '/api/secret/staff', 'request'],
      ['put', '/api/secret/staff/{id}', 'request'],
      ['patch', '/api/secret/staff/{id}/contact', 'request'],
      ['post', '/api/secret/staff/filter', 'request'],
      ['get', '/api/secret/slips/all', 'response'],
    ] as const
    const urls = sides.map(([operation, path, schemaType]) =>
      filteredUrl({ path, operation, schemaType }),
    )
    const others = ['/v3/api-docs', '/schemas/catalog', '/api/secret/staff/capabilities']
    for (const url of [...urls, ...others]) {
      expect((await get(url, 'payroll')).text, url).toMatch(trace)
    }
  })

  test('documents of different callers stay separate, in either order of requests', async () => {
    const send = sender(secrets.service)
    for (const caller of ['payroll', 'plain', 'payroll', 'plain']) {
      const { body } = await send({ method: 'GET', url: '/v3/api-docs' }, caller)
      expect(body.includes('zqWage')).toBe(caller === 'payroll')
    }
  })
})
