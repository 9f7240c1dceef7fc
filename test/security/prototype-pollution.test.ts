/** Names that objects of JavaScript have already: they are unknown names like all others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackService, startAttackService } from './attack-service.js'

const employees = '/api/human-resources/employees'
const skills = '/api/human-resources/skills'

const names = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
  ...['__defineGetter__', '__lookupSetter__', 'isPrototypeOf', 'toJSON', 'then', 'length'],
] as const

let service: AttackService
const before = Object.getOwnPropertyNames(Object.prototype)
beforeAll(async () => {
  service = await startAttackService()
})
afterAll(() => service.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: string) =>
  service.send({
    ...{ method, url },
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
  })

/** As text: a literal of JavaScript would set the prototype instead of a member. */
const member = (name: string, value = '{"polluted":"yes"}'): string => `"${name}":${value}`

type Case = readonly [place: string, request: (name: string) => ReturnType<typeof send>]

const cases: readonly Case[] = [
  ['a filter', (name) => send('POST', `${employees}/filter`, `{${member(name)}}`)],
  [
    'a filter with a long number',
    (name) =>
      send('POST', `${employees}/filter`, `{"salaryAtLeast":12345678901234567890,${member(name)}}`),
  ],
  [
    'a range',
    (name) => send('POST', `${employees}/filter`, `{"salaryBetween":{${member(name, '1')}}}`),
  ],
  ['a value', (name) => send('POST', `${employees}/filter`, `{"code":{${member(name)}}}`)],
  [
    'a create',
    (name) => send('POST', skills, `{"code":"PP","name":"x","category":"x",${member(name)}}`),
  ],
  [
    'an update',
    (name) => send('PUT', `${skills}/1`, `{"code":"PP","name":"x","category":"x",${member(name)}}`),
  ],
  ['an intent', (name) => send('PATCH', `${employees}/1/profile`, `{${member(name)}}`)],
  [
    'an action',
    (name) =>
      send('POST', '/api/human-resources/absence-requests/1/actions/approve', `{${member(name)}}`),
  ],
  [
    'a batch',
    (name) =>
      send(
        'POST',
        `${skills}/batch`,
        `{"items":[{"operation":"CREATE","data":{"code":"PP","name":"x","category":"x",${member(name)}}}]}`,
      ),
  ],
  [
    'statistics',
    (name) =>
      send('POST', `${employees}/stats/group-by`, `{"filter":{},"field":"status",${member(name)}}`),
  ],
  [
    'a field of statistics',
    (name) => send('POST', `${employees}/stats/group-by`, `{"filter":{},"field":"${name}"}`),
  ],
  [
    'a filter of statistics',
    (name) =>
      send('POST', `${employees}/stats/group-by`, `{"filter":{${member(name)}},"field":"status"}`),
  ],
  ['an export', (name) => send('POST', `${employees}/export`, `{"maxRows":1,${member(name)}}`)],
  ['a field of an export', (name) => send('POST', `${employees}/export`, `{"fields":["${name}"]}`)],
  ['a format of an export', (name) => send('POST', `${employees}/export`, `{"format":"${name}"}`)],
  [
    'an option source',
    (name) => send('POST', `${employees}/option-sources/${name}/options/filter`, '{}'),
  ],
  [
    'the order of an option source',
    (name) =>
      send('POST', `${employees}/option-sources/statuses/options/filter`, `{"sort":"${name}"}`),
  ],
  ['a sort', (name) => send('POST', `${employees}/filter?sort=${name}`, '{}')],
  [
    'an action of a resource',
    (name) => send('POST', `/api/human-resources/absence-requests/1/actions/${name}`, '{}'),
  ],
  ['an intent of a resource', (name) => send('PATCH', `${employees}/1/${name}`, '{}')],
  ['a resource', (name) => send('GET', `/api/human-resources/${name}/1`)],
  ['a resource of a catalog', (name) => send('GET', `/schemas/actions?resource=${name}`)],
  ['a group of a catalog', (name) => send('GET', `/schemas/actions?group=${name}`)],
  [
    'the path of a schema',
    (name) => send('GET', `/schemas/filtered?operation=get&schemaType=response&path=${name}`),
  ],
  [
    'the operation of a schema',
    (name) =>
      send('GET', `/schemas/filtered?path=${skills}/all&schemaType=response&operation=${name}`),
  ],
  [
    'the type of a schema',
    (name) => send('GET', `/schemas/filtered?path=${skills}/all&operation=get&schemaType=${name}`),
  ],
  ['a group of the API description', (name) => send('GET', `/v3/api-docs/${name}`)],
  ['a file of the API reference', (name) => send('GET', `/docs/${name}.js`)],
  ['a file of the workbench', (name) => send('GET', `/workbench/${name}.js`)],
]

test.each(cases)('in %s such a name is refused like an unknown one', async (place, request) => {
  const unknown = await request('noSuchName')
  for (const name of names) {
    const answer = await request(name)
    expect([place, name, answer.statusCode]).toEqual([place, name, unknown.statusCode])
    if (unknown.statusCode >= 400) {
      expect(answer.json().errors[0].code).toBe(unknown.json().errors[0].code)
    }
  }
  expect(unknown.statusCode).toBeGreaterThanOrEqual(300)
})

test('parameters and headers with such names do nothing', async () => {
  for (const name of names) {
    const url = `${employees}/filter?${name}=1&${name}[polluted]=yes&constructor.prototype.polluted=yes`
    expect((await send('POST', url, '{}')).statusCode).toBeLessThan(500)
    const headers = { 'x-development-caller': name, 'accept-language': name }
    expect(
      (await service.send({ method: 'GET', url: `${skills}/1`, headers })).statusCode,
    ).toBeLessThan(500)
  }
})

test('no object has new members afterwards', () => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(([] as unknown as Record<string, unknown>)['polluted']).toBeUndefined()
  console.log(`${cases.length} places with ${names.length} names`)
})
