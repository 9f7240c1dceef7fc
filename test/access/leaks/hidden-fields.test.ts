/** A hidden field is one that never existed: named or not, in every operation. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import { generators } from './generators.js'
import { trace } from './secrets-entities.js'
import { type Ask, shown } from './twins.js'
import { useSecrets } from './use-secrets.js'
import { readWorld, type World } from './world.js'

const limit = Number(process.env['LEAK_REQUESTS'] ?? 24)
const secrets = useSecrets()
let world: World
let requests = 0

beforeAll(async () => {
  world = await readWorld(secrets.model, [secrets, secrets], 3)
})

const asksOf = (resource: ResourceModel, operation: Operation): readonly Ask[] => {
  let turn = 0
  return generators[operation.name]({ resource, operation, world, unique: () => turn++ })
}

/** The same, with names that nobody ever declared. */
const invented = (ask: Ask): Ask => JSON.parse(JSON.stringify(ask).replaceAll('zq', 'zx'))
const named = (ask: Ask): boolean => JSON.stringify(ask).includes('zq')
const told = async (ask: Ask, caller: string): Promise<string> => {
  requests++
  return JSON.stringify(shown(await secrets.send(ask, caller))).replaceAll('zx', 'zq')
}

const isRead = ({ writes, supported }: Operation) => supported && !writes

for (const resource of secrets.model.resources) {
  describe(resource.name, () => {
    for (const operation of resource.operations.filter(({ supported }) => supported)) {
      test(`${operation.id}: a hidden name is answered as one that never was`, async () => {
        for (const ask of asksOf(resource, operation).filter(named).slice(0, limit)) {
          const what = JSON.stringify(ask)
          expect(await told(ask, 'plain'), what).toBe(await told(invented(ask), 'plain'))
        }
      })
    }

    for (const operation of resource.operations.filter(isRead)) {
      test(`${operation.id}: nothing of a hidden field is in any answer`, async () => {
        const asks = asksOf(resource, operation).filter((ask) => !trace.test(JSON.stringify(ask)))
        for (const ask of asks.slice(0, limit)) {
          expect(await told(ask, 'plain'), JSON.stringify(ask)).not.toMatch(trace)
        }
      })
    }
  })
}

describe('the requests would tell', () => {
  const operations = [
    'byId',
    'all',
    'byIds',
    'filter',
    'cursor',
    'options',
    'export',
    'statsGroupBy',
    'optionSource',
  ]
  const staff = secrets.model.resources.find(({ name }) => name === 'staff')!
  for (const operation of staff.operations.filter(({ name }) => operations.includes(name))) {
    test(`${operation.id}, asked by one who sees the fields`, async () => {
      const answers: string[] = []
      for (const ask of asksOf(staff, operation).slice(0, limit))
        answers.push(await told(ask, 'reader'))
      expect(answers.join('\n')).toMatch(trace)
    })
  }

  test('in all', () => {
    console.info(`hidden fields: ${requests} requests`)
    expect(requests).toBeGreaterThan(500)
  })
})
