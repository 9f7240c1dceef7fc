/**
 * Links to hidden rows: callers who do not see these rows cannot read, create or remove the links.
 */
import { describe, expect, test } from 'vitest'
import type { Json } from '../../http/use-people.js'
import {
  asUnknown,
  commonRows,
  department,
  knownHidden,
  knownHiddenRows,
  knownUnknown,
} from './twin-rows.js'
import { hiddenDigest, shown, type Twin, useTwins } from './twins.js'
import { wideResources } from './wide-contract.js'

const rows = [commonRows, knownHiddenRows]
const twins = useTwins(rows, rows, wideResources)
const skills = '/api/wide/skills'

const holders = async (
  { rows: read }: Twin,
  skill: number,
  isMine: boolean,
): Promise<readonly Json[]> =>
  (
    await read(
      `select employee_id::int as id from employee_skills where skill_id = $1 and employee_id
       ${isMine ? '' : 'not'} in (select id from employees where department_id = ${department}) order by 1`,
      [skill],
    )
  ).map(({ id }) => id)

const read = async (twin: Twin, skill: number): Promise<Json> =>
  (await twin.send({ method: 'GET', url: `${skills}/${skill}` }, 'leader')).json().data

describe('collections with hidden rows', () => {
  test('a collection is read without its hidden rows', async () => {
    const [twin] = twins.pair
    for (const skill of [1, 2, 8, 9]) {
      const mine = await holders(twin, skill, true)
      const { holderCount, holderIds, holders: listed } = await read(twin, skill)
      expect({ holderCount, holderIds }).toEqual({ holderCount: mine.length, holderIds: mine })
      expect(listed).toHaveLength(mine.length)
    }
  })

  test('a PUT of a record that was read keeps the hidden links', async () => {
    const [twin] = twins.pair
    const before = await hiddenDigest(twin)
    for (const skill of [1, 2, 8, 9]) {
      const mine = await holders(twin, skill, true)
      const body = await read(twin, skill)
      const answer = await twin.send({ method: 'PUT', url: `${skills}/${skill}`, body }, 'leader')
      expect(answer.statusCode, answer.body).toBe(200)
      expect(await holders(twin, skill, true)).toEqual(mine)
    }
    expect(await hiddenDigest(twin)).toEqual(before)
  })

  test('hidden links are kept when the list is emptied, by an update and by an intent', async () => {
    const [twin] = twins.pair
    const before = await hiddenDigest(twin)
    const { name } = await read(twin, 8)
    const put = { method: 'PUT', url: `${skills}/8`, body: { name } } as const
    const patch = { method: 'PATCH', url: `${skills}/9/hold`, body: { holderIds: [] } } as const
    for (const request of [put, patch]) {
      const answer = await twin.send(request, 'leader')
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json().data.holderIds).toEqual([])
    }
    expect(await holders(twin, 8, true)).toEqual([])
    expect(await hiddenDigest(twin)).toEqual(before)
  })

  test('a link to a hidden row is refused like one to a missing row, even if it exists already', async () => {
    const [first, second] = twins.pair
    await first.rows('insert into employee_skills values ($1, 3)', [knownHidden[0]])
    for (const [hidden, unknown] of [0, 1].map((index) => [
      knownHidden[index],
      knownUnknown[index],
    ])) {
      const request = (id: unknown) =>
        ({ method: 'PATCH', url: `${skills}/3/hold`, body: { holderIds: [id] } }) as const
      const answers = [
        await first.send(request(hidden), 'leader'),
        await second.send(request(unknown), 'leader'),
      ]
      const [links, other] = answers.map((answer) =>
        JSON.parse(asUnknown(JSON.stringify(shown(answer)))),
      )
      expect(links).toEqual(other)
      expect(answers[0]!.statusCode).toBe(409)
    }
  })
})
