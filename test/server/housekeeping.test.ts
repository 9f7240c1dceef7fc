/** What a service does every hour. */
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type HousekeepingOptions,
  openHousekeeping,
} from '../../src/server/compose/parts/housekeeping.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('hourly work that fails is logged, repeated, and prevents no other work', async () => {
  const lines: string[] = []
  const runs: string[] = []
  const housekeeping = openHousekeeping({
    database: undefined as never,
    settings: { 'platform.webhooks.endpoints': [] } as never,
    platform: {
      ...{ storesResponses: false, recordsChanges: false },
      engineTables: { dutiesOf: () => [] },
    } as unknown as HousekeepingOptions['platform'],
    logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    others: [
      async () => {
        runs.push('broken')
        throw new Error('no space left')
      },
      async () => {
        runs.push('sound')
      },
    ],
  })
  housekeeping.start?.()
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  await housekeeping.stop?.()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(runs).toEqual(['broken', 'sound', 'broken', 'sound'])
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'hourly work failed; it is repeated' })
})
