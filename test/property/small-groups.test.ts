/**
 * Small groups: a caller without the authority gets the buckets of one with it, less those that a
 * plain evaluator withholds, and no difference of totals and buckets is about few records.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { seed } from '../support/effort.js'
import { minimum, usualStaff } from '../support/small-groups.js'
import { useService } from '../support/use-service.js'
import { numRuns } from './runs.js'

const { api, callers, copied, open } = usualStaff
const { send, rows } = useService({ resources: [api], callers, database: open })

const ask = async (caller: string, endpoint: string, body: object): Promise<Json> => {
  const answer = await send(caller, 'POST', `/api/hr/staff/stats/${endpoint}`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

interface Person {
  readonly team: string | null
  readonly level: number
  readonly joined: string | null
  readonly pay: number | null
}

const teams = ['A', 'B', 'C', 'D', 'E', null]
const person: fc.Arbitrary<Person> = fc.record({
  team: fc.constantFrom(...teams, 'A', 'A', 'B', 'B', 'C'),
  level: fc.integer({ min: 0, max: 9 }),
  joined: fc.constantFrom('2026-01-05', '2026-01-06', '2026-02-01', '2026-04-30'),
  pay: fc.option(fc.integer({ min: 1, max: 9_000 }), { freq: 2 }),
})

let batch = 0
const insert = async (people: readonly Person[]): Promise<{ readonly batch: number }> => {
  batch++
  await rows(
    `insert into staff (batch, team, level, joined, pay)
     select $1, team, level, joined, pay from jsonb_to_recordset($2)
       as r(team text, level integer, joined date, pay numeric)`,
    [batch, JSON.stringify(people)],
  )
  if (copied !== undefined) await rows(copied, [batch])
  return { batch }
}

/** Keys are texts, ascending; null is last. */
const keyOf = (bucket: Json): string => bucket.start ?? bucket.key ?? '~'
const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Keys of the groups that one size withholds. */
const withheldBy = (sizes: ReadonlyMap<string, number>): ReadonlySet<string> => {
  const ascending = [...sizes]
    .filter(([, size]) => size > 0)
    .sort(([a, m], [b, n]) => m - n || byKey(a, b))
  const withheld = new Set([...sizes].filter(([, size]) => size === 0).map(([key]) => key))
  if ((ascending[0]?.[1] ?? minimum) >= minimum) return withheld
  let sum = 0
  for (const [index, [key, size]] of ascending.entries()) {
    if (size >= minimum && index >= 2 && sum >= minimum) break
    withheld.add(key)
    sum += size
  }
  return withheld
}

const forAll = (check: (people: readonly Person[]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 40 }), check), {
    numRuns: Math.ceil(numRuns / 2),
    seed,
  })

const sizesOf = (people: readonly Person[], counts: (each: Person) => boolean) => {
  const sizes = new Map(people.map(({ team }) => [team ?? '~', 0]))
  for (const each of people.filter(counts))
    sizes.set(each.team ?? '~', sizes.get(each.team ?? '~')! + 1)
  return sizes
}

describe('small groups', () => {
  test('group-by withholds what the evaluator withholds, and shows the rest', async () => {
    await forAll(async (people) => {
      const body = {
        ...{ filter: await insert(people), field: 'team', totals: true, orderBy: 'KEY_ASC' },
        metrics: [{ operation: 'COUNT' }, { operation: 'SUM', field: 'pay' }],
      }
      const [all, seen] = [
        await ask('finance', 'group-by', body),
        await ask('guest', 'group-by', body),
      ]
      const withheld = new Set([
        ...withheldBy(sizesOf(people, () => true)),
        ...withheldBy(sizesOf(people, ({ pay }) => pay !== null)),
      ])
      const expected = all.buckets.map((bucket: Json) =>
        withheld.has(keyOf(bucket))
          ? {
              ...{ key: bucket.key, label: bucket.label, value: null, count: null },
              ...{ values: { COUNT: null, pay: null }, withheld: true },
            }
          : bucket,
      )
      expect(seen.buckets).toEqual(expected)
      const paid = people.filter(({ pay }) => pay !== null).length
      const hasTotals = people.length >= minimum && paid >= minimum
      expect(seen.totals.count).toBe(hasTotals ? people.length : null)
      // The difference of the total and what is shown is about no record, or about several groups.
      const shown = seen.buckets.filter((bucket: Json) => !bucket.withheld)
      const hidden = people.length - shown.reduce((sum: number, { count }: Json) => sum + count, 0)
      if (hidden > 0 && people.length >= minimum) {
        expect(hidden).toBeGreaterThanOrEqual(minimum)
        expect(seen.buckets.length - shown.length).toBeGreaterThanOrEqual(2)
      }
    })
  })

  test('points and histograms withhold small and empty groups', async () => {
    await forAll(async (people) => {
      const filter = await insert(people)
      const points = { filter, field: 'joined', granularity: 'MONTH', fillGaps: true }
      const buckets = { filter, field: 'level', mode: 'HISTOGRAM', bucketSize: 2 }
      for (const [endpoint, body, member] of [
        ['timeseries', points, 'points'],
        ['distribution', buckets, 'buckets'],
      ] as const) {
        const all = (await ask('finance', endpoint, body))[member]
        const seen = (await ask('guest', endpoint, body))[member]
        // Numbers of one digit and months are in the order of their texts.
        const sizes = new Map<string, number>(
          all.map((each: Json) => [String(keyOf(each)), each.count]),
        )
        const withheld = withheldBy(sizes)
        expect(seen).toEqual(
          all.map((each: Json) =>
            withheld.has(String(keyOf(each)))
              ? { ...each, value: null, count: null, withheld: true }
              : each,
          ),
        )
      }
    })
  })
})

describe('attacks on small groups', () => {
  const people: readonly Person[] = [
    { team: 'A', level: 1, joined: '2026-01-05', pay: 100 },
    { team: 'A', level: 1, joined: '2026-01-05', pay: 300 },
    ...Array.from({ length: 4 }, () => ({ team: 'B', level: 3, joined: '2026-01-05', pay: 10 })),
    ...Array.from({ length: 9 }, () => ({ team: 'C', level: 5, joined: '2026-01-05', pay: 20 })),
  ]
  const shape = async (extra: object = {}) => ({
    filter: await insert(people),
    field: 'team',
    ...extra,
  })

  test('the order of values does not tell a withheld value', async () => {
    const body = await shape({ metric: { operation: 'SUM', field: 'pay' }, orderBy: 'VALUE_DESC' })
    const { buckets } = await ask('guest', 'group-by', body)
    // A has the largest sum; the smallest of the others is withheld with it.
    expect(buckets.map(({ key, withheld = false }: Json) => [key, withheld])).toEqual([
      ['C', false],
      ['A', true],
      ['B', true],
    ])
  })

  test('a limit does not show the size of a bucket by the records that it cuts', async () => {
    for (const limit of [1, 2]) {
      const { otherCount } = await ask(
        'guest',
        'group-by',
        await shape({ limit, orderBy: 'KEY_ASC' }),
      )
      expect(otherCount).toBeNull()
    }
  })

  test('a histogram whose ends would be values of single records is refused', async () => {
    const body = await shape({ field: 'level', mode: 'HISTOGRAM', bucketCount: 3 })
    const answer = await send('guest', 'POST', '/api/hr/staff/stats/distribution', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].target).toBe('bucketSize')
    expect((await ask('finance', 'distribution', body)).buckets).toHaveLength(3)
  })

  test('a limit does not choose other buckets of a histogram that an index counts', async () => {
    await insert(
      [1_000, 1_000, 1_000, 1_000, 1_001, 1_002, 1_002, 1_002, 1_002, 1_002].map((level) => ({
        ...{ team: 'A', level, joined: '2026-01-05', pay: 10 },
      })),
    )
    const body = {
      ...{ filter: { levels: [1_000, 1_001, 1_002] }, field: 'level' },
      ...{ mode: 'HISTOGRAM', bucketSize: 1 },
    }
    const counts = async (extra: object = {}) =>
      (await ask('guest', 'distribution', { ...body, ...extra })).buckets.map(
        ({ count }: Json) => count,
      )
    expect(await counts()).toEqual([null, null, 5])
    // The records of all buckets less those of the first and the last one would be those of 1001.
    expect(await counts({ limit: 1 })).toEqual([null])
  })

  test('values that no metric counts do not make a group large enough', async () => {
    const filter = await insert(people)
    await rows(
      `insert into staff (batch, team, level, joined, pay)
       select $1, 'D', 1, '2026-01-05', pay from unnest($2::numeric[]) as pay`,
      [filter.batch, ['77', 'NaN', 'NaN', 'NaN']],
    )
    for (const operation of ['AVG', 'SUM']) {
      const body = { filter, field: 'team', metric: { operation, field: 'pay' } }
      const { buckets } = await ask('guest', 'group-by', body)
      const [found] = buckets.filter(({ key }: Json) => key === 'D')
      expect(found, operation).toMatchObject({ value: null, withheld: true })
    }
  })

  // Documented: the groups of one request are protected, not the differences of two.
  test('two filters that differ by one record tell its value', async () => {
    const filter = await insert([...people, { ...people[0]!, level: 2, pay: 77 }])
    const pay = async (levels: readonly number[]): Promise<number> => {
      const body = { filter: { ...filter, levels }, field: 'team', totals: true }
      const metric = { operation: 'SUM', field: 'pay' }
      return (await ask('guest', 'group-by', { ...body, metric })).totals.value
    }
    expect((await pay([1, 2, 3, 5])) - (await pay([1, 3, 5]))).toBe(77)
  })

  // Documented as well: a series has no point for records without a day.
  test('a total and a series show what the records without a day have', async () => {
    const filter = await insert([...people, { ...people[0]!, joined: null, pay: 77 }])
    const metric = { operation: 'SUM', field: 'pay' }
    const { totals } = await ask('guest', 'group-by', {
      ...{ filter, field: 'team', totals: true, metric },
    })
    const series = { filter, field: 'joined', granularity: 'MONTH', metric }
    const { points } = await ask('guest', 'timeseries', series)
    const sum = points.reduce((all: number, { value }: Json) => all + value, 0)
    expect(totals.value - sum).toBe(77)
  })
})
