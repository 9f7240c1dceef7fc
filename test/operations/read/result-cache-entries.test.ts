/** The cache of results without a database: what it keeps, shares, and runs again. */
import { expect, test } from 'vitest'
import type { ReadOptions, Session } from '../../../src/database/connection/session.js'
import type { Row, SqlText, Statement } from '../../../src/foundation/execution/statement.js'
import { createResultCache } from '../../../src/operations/read/result-cache.js'
import type { Criterion } from '../../../src/query/filter/criteria.js'
import type { PreparedResource } from '../../../src/query/statements/prepared-resource.js'

interface Result {
  readonly datasetVersion: string | null
  readonly text: string | null
}

const statement = (text: string, values: readonly unknown[] = []): Statement<Result> => ({
  text,
  values,
  decode: ([row]) => ({ datasetVersion: row![0] ?? null, text: row![1] ?? null }),
})

const version: Statement<string | null> = {
  text: 'version',
  values: [],
  decode: ([row]) => row![0] ?? null,
}

const resourceOf = (key: string, isComplete = true): PreparedResource =>
  ({
    key,
    dataset: { schema: 's', tables: ['t'], isComplete, definition: '' },
    prepared: { datasetVersion: () => version },
  }) as unknown as PreparedResource

/** A database whose statements wait until the test lets them go on. */
const createDatabase = () => {
  const state = { version: '1', data: 'one', ran: [] as string[] }
  const waiting: (() => void)[] = []
  const gate = { isOpen: true, onVersion: async () => {} }
  const query = async ({ text }: SqlText, { signal }: ReadOptions = {}) => {
    const seen: Row[] = text.startsWith('read') ? [[state.version, state.data]] : [[state.version]]
    if (text.startsWith('read')) {
      state.ran.push(text)
      if (!gate.isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
    } else await gate.onVersion()
    if (signal?.aborted) throw new Error('aborted')
    return seen
  }
  const database: Session = {
    query,
    run: async (sql, options) => sql.decode(await query(sql, options)),
  }
  const close = () => {
    gate.isOpen = false
  }
  const open = () => {
    gate.isOpen = true
    for (const resume of waiting.splice(0)) resume()
  }
  return { database, state, gate, close, open }
}

/** A cache of this size keeps some ten rows of a few characters, and none of a thousand. */
const smallBytes = 4_000

const setUp = (maxBytes = 100_000, isCurrent = true) => {
  const { database, state, gate, close, open } = createDatabase()
  const cache = createResultCache(maxBytes, isCurrent)
  const ask = (
    text: string,
    {
      key = 'a',
      isComplete = true,
      values = [] as unknown[],
      signal = never,
      criteria = [] as readonly Criterion[],
    } = {},
  ) =>
    cache.run(
      { resource: resourceOf(key, isComplete), database, signal },
      statement(text, values),
      criteria,
    )
  return { ask, state, gate, close, open }
}
const never = new AbortController().signal
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('rows are read once for a version', async () => {
  const { ask, state } = setUp()
  await ask('read')
  expect((await ask('read')).text).toBe('one')
  Object.assign(state, { version: '2', data: 'two' })
  expect((await ask('read')).text).toBe('two')
  expect(state.ran).toHaveLength(2)
})

test('other SQL, other values and other resources have rows of their own', async () => {
  const { ask, state } = setUp()
  await ask('read')
  await ask('read more')
  await ask('read', { values: [1] })
  await ask('read', { values: ['1'] })
  await ask('read', { key: 'b' })
  expect(state.ran).toHaveLength(5)
})

test('nothing is kept if a version may miss changes, or without memory', async () => {
  for (const [{ ask, state }, isComplete] of [
    [setUp(), false],
    [setUp(0), true],
  ] as const) {
    await ask('read', { isComplete })
    await ask('read', { isComplete })
    expect(state.ran).toHaveLength(2)
  }
})

const inLastDays = (kind: string): readonly Criterion[] => [
  { field: { form: 'days', target: { type: 'column', column: { kind } } }, operand: 3 } as never,
]

test('rows of a distance from now are kept for dates only, whose bounds change daily', async () => {
  const { ask, state } = setUp()
  for (let time = 0; time < 2; time++) await ask('read days', { criteria: inLastDays('date') })
  expect(state.ran).toHaveLength(1)
  for (let time = 0; time < 2; time++)
    await ask('read moments', { criteria: inLastDays('instant') })
  expect(state.ran).toHaveLength(3)
})

test('a full cache displaces the rows that were used least recently, and keeps no large rows', async () => {
  const { ask, state } = setUp(smallBytes)
  for (let index = 0; index < 9; index++) await ask(`read ${index}`)
  await ask('read 0')
  for (let index = 9; index < 17; index++) await ask(`read ${index}`)
  state.ran.length = 0
  await ask('read 0')
  await ask('read 16')
  expect(state.ran).toEqual([])
  await ask('read 1')
  expect(state.ran).toEqual(['read 1'])
  state.ran.length = 0
  state.data = 'x'.repeat(1_000)
  await ask('read much')
  await ask('read much')
  expect(state.ran).toEqual(['read much', 'read much'])
})

test('a row that has no text, and long and wide texts, are kept as they are', async () => {
  const { ask, state } = setUp(1_000_000)
  for (const text of [
    null,
    '',
    'é',
    'x'.repeat(254),
    'ł\u{1f600}'.repeat(400),
    'y'.repeat(70_000),
  ]) {
    state.data = text as string
    const name = `read ${text?.slice(0, 3)} ${text?.length}`
    await ask(name)
    state.data = 'another'
    expect((await ask(name)).text).toBe(text)
  }
  expect(state.ran).toHaveLength(6)
})

test('requests that wait for a request that is aborted are answered nevertheless', async () => {
  const { ask, state, close, open } = setUp()
  const controller = new AbortController()
  close()
  const first = ask('read', { signal: controller.signal })
  const others = [ask('read'), ask('read'), ask('read')]
  await settle()
  expect(state.ran).toHaveLength(1)
  controller.abort()
  open()
  await expect(first).rejects.toThrow('aborted')
  expect((await Promise.all(others)).map(({ text }) => text)).toEqual(['one', 'one', 'one'])
  expect(state.ran.length).toBeLessThanOrEqual(2)
})

test.each([
  ['is current: one statement serves all later requests', true, 2],
  ['is not: a replica may be older than another one', false, 3],
])(
  'a statement that began before a write serves no later request; a read that %s',
  async (_, isCurrent, ran) => {
    const { ask, state, close, open } = setUp(undefined, isCurrent)
    close()
    const before = ask('read')
    await settle()
    Object.assign(state, { version: '2', data: 'two' })
    const after = [ask('read'), ask('read')]
    await settle()
    open()
    expect((await before).text).toBe('one')
    expect((await Promise.all(after)).map(({ text }) => text)).toEqual(['two', 'two'])
    expect((await ask('read')).text).toBe('two')
    expect(state.ran).toHaveLength(ran)
  },
)
