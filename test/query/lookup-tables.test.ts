/** Filters on small tables look up keys first, as long as the tables stay small. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import people from '../../examples/people/app.js'
import { watchLookupTables } from '../../src/database/catalog/lookup-tables.js'
import type { EntityModel } from '../../src/model/types/entity-model.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'

let database: FreshDatabase
let service: TestService
const statements: string[] = []
beforeAll(async () => {
  database = await peopleDatabase()
  service = await createTestService({
    resources: people.resources,
    connection: database.connection,
    settings: { 'platform.auth.mode': 'none' },
    onStatement: ({ text }) => statements.push(text),
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const filter = async (payload: object) => {
  statements.length = 0
  const { statusCode, payload: body } = await service.app.inject({
    method: 'POST',
    url: '/api/human-resources/employees/filter?size=200&sort=id',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  expect(statusCode).toBe(200)
  const { data } = JSON.parse(body) as { data: { content: { id: number }[] } }
  return {
    ids: data.content.map(({ id }) => id),
    sql: statements.join('\n'),
  }
}

const idsOf = async (where: string): Promise<number[]> => {
  const { rows } = await database.client.query(
    `select e.id::int4 from employees e left join departments d on d.id = e.department_id
     where ${where} order by e.id limit 200`,
  )
  return rows.map(({ id }) => id)
}

describe('a filter on a small table', () => {
  test('finds the keys of its rows first', async () => {
    const { ids, sql } = await filter({ departmentName: 'engineer' })
    expect(ids).toEqual(await idsOf(`lower(d.name) like '%engineer%'`))
    expect(sql).toContain('"department_id" = any(array(select')
  })

  test('through a join table finds the keys of the other side first', async () => {
    const { ids, sql } = await filter({ skillName: 'sql' })
    const having = `exists (select from employee_skills es join skills s on s.id = es.skill_id
      where es.employee_id = e.id and lower(s.name) like '%sql%')`
    expect(ids).toEqual(await idsOf(having))
    expect(sql).toContain('"skill_id" = any(array(select')
  })

  test('that no row of it matches reads no other table', async () => {
    const { ids, sql } = await filter({ departmentName: 'no such department' })
    expect(ids).toEqual([])
    expect(sql).toContain('and exists (select 1 from "departments"')
  })
})

describe('the tables whose keys are looked up', () => {
  const entity = (name: string, schema?: string) =>
    ({ name, table: { name, ...(schema === undefined ? {} : { schema }) } }) as EntityModel

  test('are the small ones: not empty, not partitioned, without children, no views', async () => {
    await database.client.query(`
      create schema "of""quotes";
      create table "of""quotes".small (id int); insert into "of""quotes".small values (1);
      create table nothing (id int);
      create table large (text text); insert into large select repeat('x', 1000) from generate_series(1, 100);
      create table parent (id int); insert into parent values (1);
      create table child () inherits (parent); insert into child values (2);
      create table parts (id int) partition by list (id);
      create table part partition of parts default; insert into parts values (1);
      create view view as select 1 as id`)
    const names = ['nothing', 'large', 'parent', 'parts', 'view', 'missing']
    const entities = [entity('small', 'of"quotes'), ...names.map((name) => entity(name))]
    const query = async ({ text, values }: { text: string; values: readonly unknown[] }) => {
      const { rows } = await database.client.query({ text, values: [...values], rowMode: 'array' })
      return rows
    }
    const lookups = await watchLookupTables({ query }, entities)
    lookups.stop()
    const small = entities.filter((entity) => lookups.current.has(entity))
    expect(small.map(({ name }) => name)).toEqual(['small'])
  })

  test('are measured again every minute, and stay the same while the database is away', async () => {
    vi.useFakeTimers()
    const answers = [[['one']], new Error('away'), [['one']], [['two']]]
    const query = async () => {
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    }
    const [first, two] = [entity('one'), entity('two')]
    const lookups = await watchLookupTables({ query }, [first, two])
    const small = () => [lookups.current.has(first), lookups.current.has(two)]
    expect(small()).toEqual([true, false])
    const before = lookups.current
    await vi.advanceTimersByTimeAsync(120_000)
    expect(lookups.current).toBe(before)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(small()).toEqual([false, true])
    expect(lookups.current).not.toBe(before)
    lookups.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
