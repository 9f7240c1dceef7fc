/** The drift of a contract says the same to callers who see the same, whatever they do not see. */
import { createHash } from 'node:crypto'
import { defineEntity, defineSchema, integer, text } from 'corollary'
import { describe, expect, test } from 'vitest'
import { contractFile } from '../../../src/discovery/contract-hashes.js'
import { modelOf } from '../../../src/server/commands/describe-contract.js'
import { readSettings } from '../../../src/server/compose/read-settings.js'
import { tablesOf, useService } from '../../support/use-service.js'

const { settings } = readSettings({ environment: {} })
const id = integer({ primaryKey: true, generated: true })
const common = { key: 'tests.things', defaultSort: ['id'], filter: {} } as const
const visibleTo = ['tests:secret']

const without = defineSchema({ things: defineEntity('things', { id, name: text() }) }).resource(
  'things',
  { ...common, response: { id: '.', name: '.' }, create: { name: '.' } },
)
const withSecret = defineSchema({
  things: defineEntity('things', {
    id,
    name: text(),
    salary: integer({ nullable: true, visibleTo }),
  }),
}).resource('things', {
  ...common,
  response: { id: '.', name: '.', salary: '.' },
  create: { name: '.', salary: '.' },
})

const tables =
  'create table things (id int4 generated always as identity primary key, name text not null, salary int4)'
const setup = { callers: { some: {} }, database: tablesOf(tables) }

const token = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 4)
const hashOf = (resource: typeof without | typeof withSecret, operation: string): string => {
  const file = contractFile(modelOf([resource], settings).resources, settings)
  return file.operations[operation]!.map((place) => file.hashes[place]).join('.')
}

describe('a caller who does not see a field', () => {
  const plain = useService({ ...setup, resources: [without] })
  const secret = useService({ ...setup, resources: [withSecret] })

  const list = 'GET /api/tests/things/all'
  const create = 'POST /api/tests/things'
  const guesses = [
    hashOf(withSecret, list),
    `${hashOf(without, list)}${token('salary')}AA`,
    `.${token('salary')}AA`,
    '.',
    'unreadable hash',
  ]

  test.each(guesses)('learns nothing about it from the hash %j', async (hash) => {
    const headers = { 'x-contract-hash': hash }
    const response = await secret.get('some', '/api/tests/things/all', headers)
    const drift = String(response.headers['x-contract-drift'])
    expect(drift).not.toContain('salary')
    // The service without the field counts removed members, because its callers see all there are.
    const other = await plain.get('some', '/api/tests/things/all', headers)
    const counted = String(other.headers['x-contract-drift'] ?? 'undefined')
    expect(drift).toBe(counted.replace(/(, )?response;removed=\d;breaking/, '') || 'undefined')
  })

  test('gets the same for a guess at its name as for any other name', async () => {
    const drifts = await Promise.all(
      ['salary', 'nothing'].map(async (name) => {
        const headers = { 'x-contract-hash': `${token(name)}AA.${token(name)}AA` }
        const { headers: sent } = await secret.send(
          'some',
          'POST',
          '/api/tests/things',
          {},
          headers,
        )
        return sent['x-contract-drift']
      }),
    )
    expect(new Set(drifts).size).toBe(1)
  })

  test('gets nothing with the hash that its program was built with', async () => {
    for (const [method, path, name] of [
      ['GET', '/api/tests/things/all', list],
      ['POST', '/api/tests/things', create],
    ] as const) {
      const headers = { 'x-contract-hash': hashOf(withSecret, name) }
      const body = method === 'POST' ? {} : undefined
      const { headers: sent } = await secret.send('some', method, path, body, headers)
      expect(sent['x-contract-drift'], name).toBeUndefined()
    }
  })
})
