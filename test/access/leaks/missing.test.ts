/** A hidden row is answered as one that does not exist: in every operation, in every place of a request. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/model/operation-table.js'
import type { EntityModel } from '../../../src/model/types/entity-model.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import { generators } from './generators.js'
import {
  asUnknown,
  commonRows,
  hiddenMonths,
  knownHidden,
  knownHiddenRows,
  knownUnknown,
  unknownMonths,
} from './twin-rows.js'
import { type Ask, shown, useTwins } from './twins.js'
import { readWorld, type World } from './world.js'

const limit = Number(process.env['LEAK_REQUESTS'] ?? 24) / 2
/** Twins that are equal: one is asked about hidden rows, the other about rows that do not exist. */
const rows = [commonRows, knownHiddenRows]
const twins = useTwins(rows, rows)
let world: World
let count = 0

beforeAll(async () => {
  world = await readWorld(twins.model, twins.pair, 3)
})

/** The same world, but everything that is not visible has one of these ids. */
const worldOf = (numbers: readonly number[], months: readonly string[]): World => ({
  ...world,
  ids: (entity: EntityModel) => {
    const known = world.ids(entity)
    if (!entity.guarded) return known
    const [a, b, c, d] = entity.primaryKey.kind === 'text' ? months : numbers
    return { visible: known.visible, hidden: [a, b], other: [c], unknown: [d] }
  },
})

const asksOf = (resource: ResourceModel, operation: Operation, asked: World): readonly Ask[] => {
  let turn = count * 1_000
  return generators[operation.name]({ resource, operation, world: asked, unique: () => turn++ })
}

const likeUnknown = (answer: Parameters<typeof shown>[0]): unknown =>
  JSON.parse(asUnknown(JSON.stringify(shown(answer))))

for (const resource of twins.model.resources) {
  describe(resource.name, () => {
    for (const operation of resource.operations.filter(({ supported }) => supported)) {
      test(`${operation.id} answers of a hidden row as of none`, async () => {
        count++
        const hidden = asksOf(resource, operation, worldOf(knownHidden, hiddenMonths))
        const unknown = asksOf(resource, operation, worldOf(knownUnknown, unknownMonths))
        expect(asUnknown(JSON.stringify(hidden))).toBe(JSON.stringify(unknown))
        const differing = hidden
          .map((ask, index) => [ask, unknown[index]!] as const)
          .filter(([one, other]) => JSON.stringify(one) !== JSON.stringify(other))
        for (const asks of differing.slice(0, limit)) {
          const [first, second] = await Promise.all(
            twins.pair.map((twin, index) => twin.send(asks[index]!, 'leader')),
          )
          expect(likeUnknown(first!), JSON.stringify(asks[0])).toEqual(likeUnknown(second!))
        }
        const names = operation.path.includes('{id}')
        if (names && resource.entity.guarded) expect(differing.length).toBeGreaterThan(0)
      })
    }
  })
}

test('the requests meet hidden rows: one who sees all is told of them', async () => {
  const [twin] = twins.pair
  for (const resource of twins.model.resources.filter(({ entity }) => entity.guarded)) {
    const id = resource.entity.primaryKey.kind === 'text' ? hiddenMonths[0] : knownHidden[0]
    const ask = { method: 'GET', url: `${resource.path}/${id}` } as const
    expect((await twin.send(ask, 'everything')).statusCode).toBe(200)
    expect((await twin.send(ask, 'leader')).statusCode).toBe(404)
  }
})
