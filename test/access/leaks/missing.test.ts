/** A hidden row is treated like a missing one, in every operation and every part of a request. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/model/operation-table.js'
import type { EntityModel } from '../../../src/model/types/entity-model.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import { generators } from './generators.js'
import { leakRequests } from './operation-context.js'
import {
  asUnknown,
  commonRows,
  hiddenMonths,
  knownHidden,
  knownHiddenRows,
  knownUnknown,
  unknownMonths,
} from './twin-rows.js'
import { shown, type TestRequest, useTwins } from './twins.js'
import { readWorld, type World } from './world.js'

/** Equal twins: one receives the ids of hidden rows, the other ids that do not exist. */
const rows = [commonRows, knownHiddenRows]
const twins = useTwins(rows, rows)
let world: World
let count = 0

beforeAll(async () => {
  world = await readWorld(twins.model, twins.pair, 3)
})

/** The same world, but rows that are not visible have these ids. */
const worldOf = (numbers: readonly number[], months: readonly string[]): World => ({
  ...world,
  ids: (entity: EntityModel) => {
    const ids = world.ids(entity)
    if (!entity.guarded) return ids
    const [a, b, c, d] = entity.primaryKey.kind === 'text' ? months : numbers
    return { visible: ids.visible, hidden: [a, b], other: [c], unknown: [d] }
  },
})

const requestsOf = (
  resource: ResourceModel,
  operation: Operation,
  context: World,
): readonly TestRequest[] => {
  let turn = count * 1_000
  return generators[operation.name]({ resource, operation, world: context, unique: () => turn++ })
}

const likeUnknown = (answer: Parameters<typeof shown>[0]): unknown =>
  JSON.parse(asUnknown(JSON.stringify(shown(answer))))

for (const resource of twins.model.resources) {
  describe(resource.name, () => {
    for (const operation of resource.operations.filter(({ supported }) => supported)) {
      test(`${operation.id} responds to hidden rows as to missing ones`, async () => {
        count++
        const hidden = requestsOf(resource, operation, worldOf(knownHidden, hiddenMonths))
        const unknown = requestsOf(resource, operation, worldOf(knownUnknown, unknownMonths))
        expect(asUnknown(JSON.stringify(hidden))).toBe(JSON.stringify(unknown))
        const differing = hidden
          .map((request, index) => [request, unknown[index]!] as const)
          .filter(([first, other]) => JSON.stringify(first) !== JSON.stringify(other))
        for (const requests of differing.slice(0, leakRequests)) {
          const [first, second] = await Promise.all(
            twins.pair.map((twin, index) => twin.send(requests[index]!, 'leader')),
          )
          expect(likeUnknown(first!), JSON.stringify(requests[0])).toEqual(likeUnknown(second!))
        }
        const names = operation.path.includes('{id}')
        if (names && resource.entity.guarded) expect(differing.length).toBeGreaterThan(0)
      })
    }
  })
}

test('the requests name hidden rows: a caller who sees all rows finds them', async () => {
  const [twin] = twins.pair
  for (const resource of twins.model.resources.filter(({ entity }) => entity.guarded)) {
    const id = resource.entity.primaryKey.kind === 'text' ? hiddenMonths[0] : knownHidden[0]
    const request = { method: 'GET', url: `${resource.path}/${id}` } as const
    expect((await twin.send(request, 'everything')).statusCode).toBe(200)
    expect((await twin.send(request, 'leader')).statusCode).toBe(404)
  }
})
