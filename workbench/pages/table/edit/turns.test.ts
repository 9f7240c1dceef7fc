import { expect, test } from 'vitest'
import type { Values } from '../../../controls/input-props.js'
import type { Outcome, RecordChange } from './save.js'
import { createTurns, seenWith, type Written } from './turns.js'

const change = (id: number, values: Values): RecordChange => ({ id, values, seen: { a: 0, b: 0 } })
const saved = ({ id, values }: RecordChange): Outcome => ({
  ...{ isSaved: true, id, row: { a: 0, b: 0, ...values } },
  ...{ before: Object.fromEntries(Object.keys(values).map((name) => [name, 0])) },
  dataVersion: undefined,
})

test('saves of a record come one after another, and know what the others have written', async () => {
  const turns = createTurns()
  let finishFirst = (_: readonly Outcome[]): void => {}
  const first = new Promise<readonly Outcome[]>((resolve) => {
    finishFirst = resolve
  })
  const order: string[] = []
  const running = turns.run([change(1, { a: 1 })], () => first)
  const changes = [change(1, { b: 2 }), change(2, { a: 3 })]
  const next = turns.run(changes, async (written) => {
    order.push('next')
    expect(seenWith(changes, written).map(({ seen }) => seen)).toEqual([
      { a: 1, b: 0 },
      { a: 0, b: 0 },
    ])
    return changes.map(saved)
  })
  const last = turns.settled([1])
  const others = turns.run([change(3, { a: 1 })], async (written) => {
    expect(written.size).toBe(0)
    order.push('another record')
    return [saved(change(3, { a: 1 }))]
  })
  await others
  finishFirst([saved(change(1, { a: 1 }))])
  await Promise.all([running, next])
  expect(order).toEqual(['another record', 'next'])
  expect(await last).toEqual(new Map([[1, { a: 1, b: 2 }]]))
  expect(await turns.settled([1, 2])).toEqual(new Map())
})

test('a save that fails holds up no other one, and has written nothing', async () => {
  const turns = createTurns()
  const failed = turns.run([change(1, { a: 1 })], () => Promise.reject(new Error('gone')))
  const refused: Outcome = { isSaved: false, id: 1, message: 'no', fields: {} }
  const seen: Written[] = []
  const next = turns.run([change(1, { a: 2 })], async (written) => {
    seen.push(written)
    return [refused]
  })
  await expect(failed).rejects.toThrow('gone')
  expect(await next).toEqual([refused])
  expect(seen).toEqual([new Map([[1, {}]])])
})
