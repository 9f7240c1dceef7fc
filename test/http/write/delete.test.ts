/** Delete of one record, and of a batch, which deletes all records or none. */
import { describe, expect, test } from 'vitest'
import { expectFailure, paths, usePeople } from '../use-people.js'

const people = usePeople({ 'platform.query.by-ids.max': 5 })
const { skills, departments } = paths
const batch = (body: unknown) => people.send('DELETE', `${skills}/batch`, body)

let made = 0
const newSkills = (count: number): Promise<readonly number[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      made++
      return (await people.create(skills, { code: `DEL-${made}`, name: 'x', category: 'x' })).id
    }),
  )
const exist = async (ids: readonly number[]): Promise<number> =>
  (await people.rows('select count(*)::int as n from skills where id = any($1)', [ids]))[0].n

describe('DELETE {id}', () => {
  test('DELETE {id} deletes the record; a second DELETE is 404', async () => {
    const [id] = await newSkills(1)
    expect((await people.send('DELETE', `${skills}/${id}`)).statusCode).toBe(204)
    const failure = { status: 404, code: 'RESOURCE_NOT_FOUND' }
    expectFailure(await people.get(`${skills}/${id}`), failure)
    expectFailure(await people.send('DELETE', `${skills}/${id}`), failure)
  })

  test('DELETE of a record that others refer to is 409, without naming them', async () => {
    for (const url of [`${departments}/1`, `${paths.employees}/1`, `${skills}/1`]) {
      const answer = await people.send('DELETE', url)
      const [item] = expectFailure(answer, { status: 409, code: 'DATA_INTEGRITY_VIOLATION' })
      expect(item.category).toBe('BUSINESS_LOGIC')
      expect(answer.body).not.toMatch(/fkey|constraint|employee_|delete from/i)
      expect((await people.get(url)).statusCode).toBe(200)
    }
  })
})

describe('DELETE batch', () => {
  test('a batch deletes all its records', async () => {
    const ids = await newSkills(3)
    const answer = await batch(ids)
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect(await exist(ids)).toBe(0)
  })

  test('a batch counts duplicates once', async () => {
    const [id] = await newSkills(1)
    expect((await batch(Array.from({ length: 50 }, () => id))).statusCode).toBe(204)
    expect(await exist([id!])).toBe(0)
  })

  test('a batch with unknown ids names them and deletes nothing', async () => {
    const ids = await newSkills(2)
    const answer = await batch([900_002, ids[0], 900_001, ids[1]])
    const [item] = expectFailure(answer, { status: 404, code: 'RESOURCE_NOT_FOUND' })
    expect([...item.properties.missingIds].sort()).toEqual([900_001, 900_002])
    expect(await exist(ids)).toBe(2)
  })

  test('a batch with one record that others refer to deletes nothing', async () => {
    const ids = await newSkills(2)
    const answer = await batch([...ids, 1])
    expectFailure(answer, { status: 409, code: 'DATA_INTEGRITY_VIOLATION' })
    expect(await exist(ids)).toBe(2)
  })

  test('a batch without ids is refused', async () => {
    expectFailure(await batch([]), { status: 400, code: 'RESOURCE_IDS_REQUIRED' })
  })

  test('a batch of more ids than the limit is refused, and the message names the limit', async () => {
    const ids = await newSkills(6)
    const answer = await batch(ids)
    const { body } = answer
    expect(answer.statusCode, body).toBe(422)
    expect(answer.json().errors[0]).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(answer.json().message).toContain('5')
    expect(await exist(ids)).toBe(6)
  })

  test.each([
    ['nothing', undefined],
    ['null', 'null'],
    ['an object', { ids: [1] }],
    ['a text', '"1,2"'],
    ['broken JSON', '[1,'],
  ])('a batch with %s as its body is refused', async (_name, body) => {
    expectFailure(await batch(body), { status: 400, code: 'REQUEST_PAYLOAD_INVALID' })
  })

  test.each(['"1"', '1.5', 'null', 'true', '{"id":1}', '[1]', '9007199254740993', '1e30'])(
    'a batch with the id %s is refused',
    async (id) => {
      const answer = await batch(`[1,${id}]`)
      expectFailure(answer, { status: 400, code: 'INVALID_PARAMETER', targets: ['1'] })
    },
  )

  test('of two concurrent batches with the same records, one succeeds', async () => {
    const ids = await newSkills(4)
    const answers = await Promise.all([batch(ids), batch([...ids].reverse())])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect(await exist(ids)).toBe(0)
  })
})
