/** A hidden field behaves like one that does not exist, in every operation. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import { generators } from './generators.js'
import { leakRequests } from './operation-context.js'
import { trace } from './secrets-entities.js'
import { shown, type TestRequest } from './twins.js'
import { useSecrets } from './use-secrets.js'
import { readWorld, type World } from './world.js'

const secrets = useSecrets()
let world: World
let requestCount = 0

beforeAll(async () => {
  world = await readWorld(secrets.model, [secrets, secrets], 3)
})

const requestsOf = (resource: ResourceModel, operation: Operation): readonly TestRequest[] => {
  let turn = 0
  return generators[operation.name]({ resource, operation, world, unique: () => turn++ })
}

/** The same request with names that do not exist. */
const invented = (request: TestRequest): TestRequest =>
  JSON.parse(JSON.stringify(request).replaceAll('zq', 'zx'))
const named = (request: TestRequest): boolean => JSON.stringify(request).includes('zq')
const responseTo = async (request: TestRequest, caller: string): Promise<string> => {
  requestCount++
  return JSON.stringify(shown(await secrets.send(request, caller))).replaceAll('zx', 'zq')
}

const isRead = ({ writes, supported }: Operation) => supported && !writes

for (const resource of secrets.model.resources) {
  describe(resource.name, () => {
    for (const operation of resource.operations.filter(({ supported }) => supported)) {
      test(`${operation.id}: a hidden name is refused like an unknown one`, async () => {
        for (const request of requestsOf(resource, operation)
          .filter(named)
          .slice(0, leakRequests)) {
          const what = JSON.stringify(request)
          expect(await responseTo(request, 'plain'), what).toBe(
            await responseTo(invented(request), 'plain'),
          )
        }
      })
    }

    for (const operation of resource.operations.filter(isRead)) {
      test(`${operation.id}: responses contain nothing of a hidden field`, async () => {
        const requests = requestsOf(resource, operation).filter(
          (request) => !trace.test(JSON.stringify(request)),
        )
        for (const request of requests.slice(0, leakRequests)) {
          expect(await responseTo(request, 'plain'), JSON.stringify(request)).not.toMatch(trace)
        }
      })
    }
  })
}

describe('responses to a caller who sees the fields', () => {
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
    test(`${operation.id} shows the fields to a caller who sees them`, async () => {
      const answers: string[] = []
      for (const request of requestsOf(staff, operation).slice(0, leakRequests))
        answers.push(await responseTo(request, 'reader'))
      expect(answers.join('\n')).toMatch(trace)
    })
  }

  test('enough requests were sent', () => {
    console.info(`hidden fields: ${requestCount} requests`)
    expect(requestCount).toBeGreaterThan(500)
  })
})
