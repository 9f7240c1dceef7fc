/** Named prepared statements, when the table changes or the sessions that prepared them end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PeopleService, startPeople } from '../support/people.js'
import { otherSessions } from '../support/sessions.js'

let service: PeopleService
beforeAll(async () => {
  service = await startPeople({ 'platform.database.pool-size': 3 })
})
afterAll(() => service.close())

const skill = '/api/human-resources/skills/1'
const statuses = async () => {
  const urls = [skill, '/api/human-resources/skills/by-ids?ids=1,2']
  const replies = [...urls, ...urls, ...urls].map((url) =>
    service.app.inject({ method: 'GET', url }),
  )
  return (await Promise.all(replies)).map(({ statusCode }) => statusCode)
}
const allRight = Array(6).fill(200)

test('a column whose type changes while the service is running can still be read', async () => {
  expect(await statuses()).toEqual(allRight)
  await service.database.client.query('alter table skills alter column category type text')
  expect(await statuses()).toEqual(allRight)
  const payload = (await service.app.inject({ method: 'GET', url: skill })).json().data
  await service.database.client.query('alter table skills alter column category type varchar(70)')
  const written = await service.app.inject({ method: 'PUT', url: skill, payload })
  expect(written.statusCode).toBe(200)
})

test('a column that becomes char(n) and text again is read without padding each time', async () => {
  const read = async () => {
    const requests = Array.from({ length: 9 }, () =>
      service.app.inject({ method: 'GET', url: skill }),
    )
    return (await Promise.all(requests)).map((response) => response.json().data.category)
  }
  const categories = await read()
  for (const type of ['char(70)', 'text', 'char(80)', 'varchar(60)']) {
    await service.database.client.query(`alter table skills alter column category type ${type}`)
    for (let round = 0; round < 3; round++) expect(await read(), type).toEqual(categories)
  }
})

test('a record can be created after the type of a column has changed', async () => {
  const url = '/api/human-resources/skills'
  const { client } = service.database
  for (const [index, type] of ['varchar(80)', 'text', 'varchar(90)'].entries()) {
    const payload = { code: `stale-${index}`, name: 'Stale', category: 'Plans' }
    for (const suffix of ['a', 'b', 'c']) {
      const body = { ...payload, code: payload.code + suffix }
      expect((await service.app.inject({ method: 'POST', url, payload: body })).statusCode).toBe(
        201,
      )
    }
    await client.query(`alter table skills alter column category type ${type}`)
  }
  const created = await client.query(
    `select count(*)::int as n from skills where code like 'stale-%'`,
  )
  expect(created.rows).toEqual([{ n: 9 }])
})

test('statements are prepared again when all sessions that prepared them have ended', async () => {
  expect(await statuses()).toEqual(allRight)
  const pooled = { method: 'GET' as const, url: skill }
  for (let round = 0; round < 3; round++) {
    await service.database.client.query(`select pg_terminate_backend(pid) ${otherSessions}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await service.app.inject(pooled)).statusCode).toBe(200)
  }
})
