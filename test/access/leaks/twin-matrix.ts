/**
 * The matrix of the leak tests: every operation of every resource, requested by the caller of one
 * department from two databases that differ only in their hidden halves.
 */
import type { Resource } from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/model/operation-table.js'
import type { EntityModel } from '../../../src/model/types/entity-model.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import { readingMessages } from './agent-messages.js'
import { generators } from './generators.js'
import { leakRequests, type OperationContext } from './operation-context.js'
import { canary, commonRows, otherHiddenRows, visibleRows } from './twin-rows.js'
import {
  type CallerName,
  hiddenDigest,
  shown,
  type TestRequest,
  type Twin,
  type Twins,
  useTwins,
} from './twins.js'
import { readWorld, type World } from './world.js'

/** Number of values taken from each column and each half. */
const breadth = Math.max(3, Math.ceil(leakRequests / 20))
const cursorPages = 4

type Pair = readonly [unknown, unknown]

/** Two services, and who sees which of their rows. */
export interface Matrix<Caller extends string = string> {
  readonly twins: Twins
  /** Sees the rows that are equal in both. */
  readonly caller: Caller
  /** Sees those that differ. */
  readonly other: Caller
  /** Conditions of the rows that the caller sees, by entity. Default: all. */
  readonly visible: Readonly<Record<string, string>>
  /** Some rows of the entity differ. */
  readonly isGuarded: (entity: EntityModel) => boolean
  readonly hiddenDigest: (twin: Twin) => Promise<unknown>
  /** SQL that runs before the requests of an operation that writes. */
  readonly prepare: (operation: Operation) => string
}

export const describeTwins = (name: string, resources: readonly Resource[]): void => {
  const inState = (state: string): string =>
    `update absence_requests set state = '${state}' where ${visibleRows['absenceRequests']}`
  /** The state of visible rows is reset, so that actions that are limited to one state can run. */
  const submitted = inState('SUBMITTED')
  const prepare: Readonly<Record<string, string>> = { resubmit: inState('REJECTED') }
  describeMatrix<CallerName>(name, {
    twins: useTwins([commonRows], [commonRows, otherHiddenRows], resources),
    caller: 'leader',
    other: 'everything',
    visible: visibleRows,
    isGuarded: ({ guarded }) => guarded,
    hiddenDigest,
    prepare: ({ id }) => prepare[id] ?? submitted,
  })
}

export const describeMatrix = <Caller extends string>(
  name: string,
  matrix: Matrix<Caller>,
): void => {
  const { twins } = matrix
  let world: World
  let turn = 0
  const walked = new Map<string, number>()

  beforeAll(async () => {
    world = await readWorld(twins.model, twins.pair, breadth, matrix.visible)
  })

  const requestsOf = (resource: ResourceModel, operation: Operation): readonly TestRequest[] => {
    const generate = generators[operation.name]
    expect(generate, `no requests for the operation '${operation.name}'`).toBeDefined()
    const context: OperationContext = { resource, operation, world, unique: () => turn++ }
    return generate(context)
  }

  /** The responses of both twins; an iteration continues in each with its own cursor. */
  const answers = async (
    request: TestRequest,
    caller: Caller,
    pages = 1,
  ): Promise<readonly Pair[]> => {
    const found: Pair[] = []
    let urls: readonly string[] = [request.url, request.url]
    for (let page = 0; page < pages; page++) {
      const both = await Promise.all(
        twins.pair.map((twin, index) => twin.send({ ...request, url: urls[index]! }, caller)),
      )
      found.push([shown(both[0]!), shown(both[1]!)])
      if (page + 1 === pages || both.some(({ statusCode }) => statusCode !== 200)) return found
      const cursors = both.map((reply) => reply.json().data.next)
      if (cursors.includes(null)) return found
      urls = cursors.map((cursor) => `${request.url}&after=${encodeURIComponent(cursor)}`)
    }
    return found
  }

  const hasCanary = (request: TestRequest): boolean =>
    JSON.stringify(request).toLowerCase().includes(canary)

  const expectSameResponses = async (
    resource: ResourceModel,
    operation: Operation,
  ): Promise<void> => {
    const limit = operation.name === 'filter' ? 3 * leakRequests : leakRequests
    const requests = requestsOf(resource, operation).slice(0, limit)
    const key = `${resource.name}.${operation.id}`
    for (const request of requests) {
      const all = await answers(
        request,
        matrix.caller,
        operation.name === 'cursor' ? cursorPages : 1,
      )
      for (const [first, second] of all) {
        expect(second, JSON.stringify(request)).toEqual(first)
        if (!hasCanary(request))
          expect(JSON.stringify(second).toLowerCase(), JSON.stringify(request)).not.toContain(
            canary,
          )
      }
      walked.set(key, (walked.get(key) ?? 0) + all.length)
    }
  }

  const writes = ({ writes: isWrite }: Operation): boolean => isWrite === true
  const supported = ({ operations }: ResourceModel) =>
    operations.filter((operation) => operation.supported)
  /** Deletes come last, because other requests need the records. */
  const rank = ({ name }: Operation): number => (name.startsWith('delete') ? 1 : 0)

  const guarded = ({ entity }: ResourceModel): boolean => matrix.isGuarded(entity)
  const readsRows = ({ name }: Operation): boolean =>
    // A stream begins now: it has no changes that were made before.
    !['schemas', 'actions', 'capabilities', 'optionSourceByIds', 'changes'].includes(name)

  describe('reading', () => {
    for (const resource of twins.model.resources) {
      for (const operation of supported(resource).filter((candidate) => !writes(candidate))) {
        test(`${resource.name}.${operation.id} reveals nothing of hidden rows`, async () => {
          await expectSameResponses(resource, operation)
        })
      }
    }
  })

  describe('agents', () => {
    for (const resource of twins.model.resources.filter(guarded)) {
      test(`tools reveal nothing of hidden rows of ${resource.name}`, async () => {
        // In one of the twins this record exists.
        const ids = world.ids(resource.entity).other.slice(0, 1)
        for (const message of readingMessages(resource.key, ids)) {
          const [[first, second]] = (await answers(message, matrix.caller)) as [Pair]
          expect(second, JSON.stringify(message)).toEqual(first)
          expect(first).toMatchObject({ status: 200 })
        }
      })
    }
  })

  describe('the requests reveal hidden rows to a caller who sees them', () => {
    for (const resource of twins.model.resources.filter(guarded)) {
      for (const operation of supported(resource).filter(
        (candidate) => !writes(candidate) && readsRows(candidate),
      )) {
        if (operation.name.startsWith('optionSource') && resource.optionSources.size === 0) continue
        if (operation.name.startsWith('stats') && resource.stats.fields.size === 0) continue
        test(`${resource.name}.${operation.id} differs between the twins for a caller who sees all rows`, async () => {
          for (const request of requestsOf(resource, operation)) {
            const [first, second] = (await answers(request, matrix.other))[0]!
            if (JSON.stringify(first) !== JSON.stringify(second)) return
          }
          expect.fail('no answer differs where the rows do')
        })
      }
    }
  })

  describe('writing', () => {
    let before: readonly unknown[]
    beforeAll(async () => {
      before = await Promise.all(twins.pair.map(matrix.hiddenDigest))
      expect(before[0]).not.toEqual(before[1])
    })

    for (const resource of twins.model.resources) {
      const all = supported(resource).filter(writes)
      for (const operation of all.toSorted((a, b) => rank(a) - rank(b))) {
        test(`${resource.name}.${operation.id} reveals nothing of hidden rows and changes none`, async () => {
          for (const twin of twins.pair) await twin.rows(matrix.prepare(operation))
          await expectSameResponses(resource, operation)
          expect(await Promise.all(twins.pair.map(matrix.hiddenDigest))).toEqual(before)
        })
      }
    }
  })

  afterAll(() => {
    const requestCount = [...walked.values()].reduce((sum, count) => sum + count, 0)
    console.info(
      `leaks of ${name}: ${walked.size} operations, ${requestCount} requests, each of two databases`,
    )
  })
}
