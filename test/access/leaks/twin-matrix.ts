/**
 * The matrix of the leak test: every operation of every resource, asked by the caller of one department, of
 * two databases that differ in their hidden halves only.
 */
import type { Resource } from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import type { Asked } from './asked.js'
import { generators } from './generators.js'
import { canary, commonRows, otherHiddenRows, visibleRows } from './twin-rows.js'
import { type Ask, type CallerName, hiddenDigest, shown, useTwins } from './twins.js'
import { readWorld, type World } from './world.js'

/** Requests of one operation of one resource at the most. */
const limit = Number(process.env['LEAK_REQUESTS'] ?? 24)
/** Values that are taken of each column and each half. */
const breadth = Math.max(3, Math.ceil(limit / 20))
const cursorPages = 4

type Pair = readonly [unknown, unknown]

export const describeTwins = (name: string, resources: readonly Resource[]): void => {
  const twins = useTwins([commonRows], [commonRows, otherHiddenRows], resources)
  let world: World
  let turn = 0
  const walked = new Map<string, number>()

  beforeAll(async () => {
    world = await readWorld(twins.model, twins.pair, breadth)
  })

  const asksOf = (resource: ResourceModel, operation: Operation): readonly Ask[] => {
    const generate = generators[operation.name]
    expect(generate, `no requests for the operation '${operation.name}'`).toBeDefined()
    const asked: Asked = { resource, operation, world, unique: () => turn++ }
    return generate(asked).slice(0, operation.name === 'filter' ? 3 * limit : limit)
  }

  /** The answers of both twins; a walk goes on in each by its own cursor. */
  const answers = async (ask: Ask, caller: CallerName, pages = 1): Promise<readonly Pair[]> => {
    const found: Pair[] = []
    let urls: readonly string[] = [ask.url, ask.url]
    for (let page = 0; page < pages; page++) {
      const both = await Promise.all(
        twins.pair.map((twin, index) => twin.send({ ...ask, url: urls[index]! }, caller)),
      )
      found.push([shown(both[0]!), shown(both[1]!)])
      if (page + 1 === pages || both.some(({ statusCode }) => statusCode !== 200)) return found
      const cursors = both.map((one) => one.json().data.next)
      if (cursors.includes(null)) return found
      urls = cursors.map((cursor) => `${ask.url}&after=${encodeURIComponent(cursor)}`)
    }
    return found
  }

  const isTold = (ask: Ask): boolean => JSON.stringify(ask).toLowerCase().includes(canary)

  const holdSame = async (resource: ResourceModel, operation: Operation): Promise<void> => {
    const asks = asksOf(resource, operation)
    const key = `${resource.name}.${operation.id}`
    for (const ask of asks) {
      const all = await answers(ask, 'leader', operation.name === 'cursor' ? cursorPages : 1)
      for (const [first, second] of all) {
        expect(second, JSON.stringify(ask)).toEqual(first)
        if (!isTold(ask))
          expect(JSON.stringify(second).toLowerCase(), JSON.stringify(ask)).not.toContain(canary)
      }
      walked.set(key, (walked.get(key) ?? 0) + all.length)
    }
  }

  const writes = ({ writes: isWrite }: Operation): boolean => isWrite === true
  const supported = ({ operations }: ResourceModel) => operations.filter((one) => one.supported)
  /** What nobody refers to any more is gone for the others: deletes come last. */
  const rank = ({ name }: Operation): number => (name.startsWith('delete') ? 1 : 0)

  const guarded = ({ entity }: ResourceModel): boolean => entity.guarded
  const readsRows = ({ name }: Operation): boolean =>
    !['schemas', 'actions', 'capabilities', 'optionSourceByIds'].includes(name)

  describe('reading', () => {
    for (const resource of twins.model.resources) {
      for (const operation of supported(resource).filter((one) => !writes(one))) {
        test(`${resource.name}.${operation.id} tells nothing of hidden rows`, async () => {
          await holdSame(resource, operation)
        })
      }
    }
  })

  describe('the requests would tell', () => {
    for (const resource of twins.model.resources.filter(guarded)) {
      for (const operation of supported(resource).filter((one) => !writes(one) && readsRows(one))) {
        if (operation.name.startsWith('optionSource') && resource.optionSources.size === 0) continue
        if (operation.name.startsWith('stats') && resource.stats.fields.size === 0) continue
        test(`${resource.name}.${operation.id}, asked by one who sees all`, async () => {
          for (const ask of asksOf(resource, operation)) {
            const [first, second] = (await answers(ask, 'everything'))[0]!
            if (JSON.stringify(first) !== JSON.stringify(second)) return
          }
          expect.fail('no answer differs where the rows do')
        })
      }
    }
  })

  const inState = (state: string): string =>
    `update absence_requests set state = '${state}' where ${visibleRows['absenceRequests']}`
  /** So that what is allowed in one state only is done on visible rows. */
  const submitted = inState('SUBMITTED')
  const prepare: Readonly<Record<string, string>> = { resubmit: inState('REJECTED') }

  describe('writing', () => {
    let before: readonly unknown[]
    beforeAll(async () => {
      before = await Promise.all(twins.pair.map(hiddenDigest))
      expect(before[0]).not.toEqual(before[1])
    })

    for (const resource of twins.model.resources) {
      const all = supported(resource).filter(writes)
      for (const operation of all.toSorted((a, b) => rank(a) - rank(b))) {
        test(`${resource.name}.${operation.id} tells nothing of hidden rows and changes none`, async () => {
          for (const twin of twins.pair) await twin.rows(prepare[operation.id] ?? submitted)
          await holdSame(resource, operation)
          expect(await Promise.all(twins.pair.map(hiddenDigest))).toEqual(before)
        })
      }
    }
  })

  afterAll(() => {
    const requests = [...walked.values()].reduce((sum, one) => sum + one, 0)
    console.info(
      `leaks of ${name}: ${walked.size} operations, ${requests} requests, each of two databases`,
    )
  })
}
