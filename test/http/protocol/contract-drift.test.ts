/** `X-Contract-Drift`: what has changed since the contract that a client was built with. */
import {
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  GREATER_THAN,
  integer,
  type Resource,
  text,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { contractFile } from '../../../src/discovery/contract-hashes.js'
import { modelOf } from '../../../src/server/commands/describe-contract.js'
import { readSettings } from '../../../src/server/compose/read-settings.js'
import { tablesOf, usePeopleCallers, useService } from '../../support/use-service.js'
import type { Method } from '../use-people.js'

const { settings } = readSettings({ environment: {} })

/** The hash that a client sends which was built with these resources. */
const hashesOf = (resources: readonly Resource[]) => {
  const { hashes, operations } = contractFile(modelOf(resources, settings).resources, settings)
  return (operation: string): string => operations[operation]!.map((at) => hashes[at]).join('.')
}

const id = integer({ primaryKey: true, generated: true })
const columns = { id, name: text({ maxLength: 40 }), size: integer({ nullable: true }) }
const shape = { name: '.', size: '.' } as const
const common = { key: 'tests.things', defaultSort: ['id'] } as const

const before = defineSchema({
  things: defineEntity('things', {
    ...columns,
    color: text({ nullable: true }),
    state: text({ nullable: true }),
  }),
}).resource('things', {
  ...common,
  response: { id: '.', ...shape, color: '.', state: '.' },
  create: { ...shape, color: '.', state: '.' },
  filter: { size: EQUAL() },
})
const after = defineSchema({
  things: defineEntity('things', {
    ...columns,
    name: text({ maxLength: 60 }),
    // The labels of a value say nothing about its form.
    size: integer({ nullable: true, description: 'In centimeters.' }),
    state: enumOf(['NEW', 'OLD']),
    note: text({ nullable: true }),
    secret: integer({ nullable: true, visibleTo: ['tests:secret'] }),
  }),
}).resource('things', {
  ...common,
  response: { id: '.', ...shape, state: '.', secret: '.' },
  create: { ...shape, state: '.', note: '.' },
  filter: { size: EQUAL(), sizeOver: GREATER_THAN('size') },
})

const base = '/api/tests/things'
const old = hashesOf([before])
const present = hashesOf([after])

describe('a service with a newer contract', () => {
  const service = useService({
    resources: [after],
    callers: { all: { authorities: ['tests:secret'] }, some: {} },
    database: tablesOf(`create table things (id int4 generated always as identity primary key,
      name text not null, size int4, state text not null, note text, secret int4)`),
  })
  const driftOf = async (
    caller: string,
    hash: string | undefined,
    [method, path, body]: readonly [Method, string, unknown?] = ['GET', `${base}/all`],
  ) => {
    const headers = hash === undefined ? {} : { 'x-contract-hash': hash }
    const response = await service.send(caller, method, path, body, headers)
    return [response.statusCode, response.headers['x-contract-drift']]
  }

  test('says nothing to clients without a hash, or with the present one', async () => {
    expect(await driftOf('all', undefined)).toEqual([200, undefined])
    expect(await driftOf('all', present(`GET ${base}/all`))).toEqual([200, undefined])
    expect(await driftOf('all', present(`POST ${base}`), ['POST', base, {}])).toEqual([
      400,
      undefined,
    ])
    expect(await driftOf('some', present(`GET ${base}/all`))).toEqual([200, undefined])
  })

  test('keeps the responses of different hashes apart in the cache of a client', async () => {
    const varyOf = async (headers: Readonly<Record<string, string>>): Promise<string> =>
      String((await service.send('all', 'GET', `${base}/all`, undefined, headers)).headers['vary'])
    expect(await varyOf({ 'x-contract-hash': present(`GET ${base}/all`) })).toContain(
      'X-Contract-Hash',
    )
    expect(await varyOf({})).not.toContain('X-Contract-Hash')
  })

  test('names what was added and changed, and counts what was removed', async () => {
    const [, drift] = await driftOf('all', old(`GET ${base}/all`))
    expect(String(drift).split(', ').toSorted()).toEqual([
      'response;added=secret',
      'response;changed=state;breaking',
      'response;removed=1;breaking',
    ])
  })

  test('reports only what concerns the operation, and no additions of a request as breaking', async () => {
    const filter = ['POST', `${base}/filter`, {}] as const
    const [, drift] = await driftOf('all', old(`POST ${base}/filter`), filter)
    expect(
      String(drift)
        .split(', ')
        .filter((each) => each.startsWith('request')),
    ).toEqual(['request;added=sizeOver'])
  })

  test('reports a member that became required with the refusal that it causes', async () => {
    const create = ['POST', base, { name: 'A', size: 1, color: 'red' }] as const
    const [status, drift] = await driftOf('all', old(`POST ${base}`), create)
    expect(status).toBe(400)
    const request = String(drift)
      .split(', ')
      .filter((each) => each.startsWith('request'))
    expect(request.toSorted()).toEqual([
      'request;added=note',
      'request;changed=name;breaking',
      'request;changed=state;breaking',
      'request;removed=1;breaking',
    ])
  })

  test('does not name hidden members, and counts nothing for callers who do not see all', async () => {
    const [, drift] = await driftOf('some', old(`GET ${base}/all`))
    expect(String(drift).split(', ').toSorted()).toEqual(['response;changed=state;breaking'])
  })

  test.each(['', 'abc', 'abcdef', 'abcdef.abcdef.abcdef', 'é.é', `${'a'.repeat(7)}.`])(
    'never refuses a request because of its hash, such as %j',
    async (hash) => {
      expect(await driftOf('all', hash)).toEqual([200, 'unreadable'])
    },
  )
})

describe('the sample company', () => {
  const company = usePeopleCallers()
  const hashes = hashesOf(people.resources)

  test('has the hashes that the command prints, for each of its operations', async () => {
    const { operations } = contractFile(modelOf(people.resources, settings).resources, settings)
    const names = Object.keys(operations).filter((name) => !/^DELETE|changes$/.test(name))
    expect(names.length).toBeGreaterThan(50)
    for (const name of names) {
      const [method, path] = name.split(' ') as [Method, string]
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const body = method === 'GET' ? undefined : {}
      const sent = { 'x-contract-hash': hashes(name) }
      const { headers, statusCode } = await company.send('chief', method, url, body, sent)
      expect(statusCode, name).not.toBe(405)
      expect(headers['x-contract-drift'], name).toBeUndefined()
    }
  })
})
