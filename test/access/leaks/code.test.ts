/** Code of a contract sees only the rows of its caller: in what it reads, changes and refers to. */
import { boolean, integer } from 'corollary'
import { describe, expect, test } from 'vitest'
import { commonRows, department, knownHidden, knownHiddenRows, knownUnknown } from './twin-rows.js'
import { hiddenDigest, useTwins } from './twins.js'
import { wideSchema, wideStaff } from './wide-contract.js'

const Target = { id: integer() }
const Done = { done: boolean() }
const done = { done: true }
const path = '/api/code/commands'

const commands = wideSchema.resource('employees', {
  key: 'code.commands',
  delete: true,
  title: 'Commands',
  response: { id: '.', fullName: '.', departmentId: 'department.id', managerId: 'manager.id' },
  update: { fullName: '.' },
  filter: {},
  defaultSort: ['fullName'],
  beforeWrite: ({ changes, set }) => {
    const context = /^refer (\d+)$/.exec(changes.fullName ?? '')?.[1]
    if (context !== undefined) set({ manager: Number(context) })
  },
  actions: {
    look: wideSchema.collectionAction(
      { title: 'Look', request: Target, response: { found: boolean(), total: integer() } },
      async ({ tx, request }) => ({
        found: (await tx.find(wideStaff, request.id)) !== undefined,
        total: (await tx.filter(wideStaff, { fullName: 'anarie' }, 1_000)).length,
      }),
    ),
    remove: wideSchema.collectionAction(
      { title: 'Remove', request: Target, response: Done },
      ({ tx, request }) => tx.delete(wideStaff, request.id).then(() => done),
    ),
    move: wideSchema.action(
      'employees',
      { title: 'Move', request: Target, response: Done },
      ({ update, request }) => update({ department: request.id }).then(() => done),
    ),
    'move-each': wideSchema.action(
      'employees',
      { title: 'Move each', request: Target, bulk: { atomicity: 'PER_ITEM' } },
      ({ update, request }) => update({ department: request.id }) as never,
    ),
    refer: wideSchema.action(
      'employees',
      { title: 'Refer', request: Target, response: Done },
      ({ update, request }) => update({ manager: request.id }).then(() => done),
    ),
  },
})

const rows = [commonRows, knownHiddenRows]
const twins = useTwins(rows, rows, [commands, wideStaff])
const post = (url: string, body: object) =>
  twins.pair[0].send({ method: 'POST', url: `${path}${url}`, body }, 'leader')
const put = (id: number, body: object) =>
  twins.pair[0].send({ method: 'PUT', url: `${path}/${id}`, body }, 'leader')
const stored = (id: unknown) => twins.pair[0].rows('select * from employees where id = $1', [id])
const mine = async (): Promise<number> => {
  const sql = `select id::int from employees where department_id = ${department} and id % 2 = 0 order by id limit 1`
  return (await twins.pair[0].rows(sql))[0].id
}

describe('row access in the code of a contract', () => {
  test('code finds no hidden row', async () => {
    for (const id of [knownHidden[0], knownUnknown[0]]) {
      const answer = await post('/actions/look', { id })
      expect(answer.json().data).toEqual({ found: false, total: 0 })
    }
    expect((await post('/actions/look', { id: await mine() })).json().data).toMatchObject({
      found: true,
    })
  })

  test('code deletes no hidden row, and gets no information about it', async () => {
    const before = await hiddenDigest(twins.pair[0])
    const answers = [knownHidden[0], knownUnknown[0]].map((id) => post('/actions/remove', { id }))
    const [hidden, unknown] = await Promise.all(answers)
    expect(hidden!.statusCode).toBe(404)
    expect(hidden!.body).toBe(unknown!.body)
    expect(await hiddenDigest(twins.pair[0])).toEqual(before)
  })

  test("code cannot move a row out of the caller's row access", async () => {
    const id = await mine()
    const before = await stored(id)
    const moved = await post(`/${id}/actions/move`, { id: 7 })
    expect(moved.statusCode, moved.body).toBe(403)
    const many = await post('/actions/move-each', {
      ids: [id, knownHidden[0], knownUnknown[0]],
      id: 7,
    })
    expect(many.statusCode, many.body).toBe(200)
    const { succeeded, items } = many.json().data
    expect(succeeded).toBe(0)
    expect(items.map(({ code }: { code: string }) => code)).toEqual([
      'ACCESS_DENIED',
      'RESOURCE_NOT_FOUND',
      'RESOURCE_NOT_FOUND',
    ])
    expect(items[1].message).toBe(items[2].message)
    expect(await stored(id)).toEqual(before)
  })

  const ways = {
    'an action': (id: number, to: unknown) => post(`/${id}/actions/refer`, { id: to }),
    'a hook': (id: number, to: unknown) => put(id, { fullName: `refer ${to}` }),
  }
  for (const [way, request] of Object.entries(ways)) {
    test(`a reference to a hidden row is refused like one to a missing row, by ${way}`, async () => {
      const id = await mine()
      const before = await stored(id)
      const [hidden, unknown] = [
        await request(id, knownHidden[0]),
        await request(id, knownUnknown[0]),
      ]
      expect(hidden.statusCode, hidden.body).toBe(409)
      expect(hidden.body).toBe(unknown.body)
      expect(await stored(id)).toEqual(before)
    })
  }
})
