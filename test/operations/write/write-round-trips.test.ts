/**
 * Round trips and statements of each write. Both are counted, not timed: they cost the same on
 * every machine.
 */
import { describe, expect, test } from 'vitest'
import { statementsOf } from '../../support/statements.js'
import {
  absencesPath,
  dataOf,
  putAbsence,
  putAbsences,
  usePeopleCallers,
} from '../../support/use-service.js'
import { control, logsApi } from '../jobs.js'
import { newTitle, useJobs } from '../use-jobs.js'

const workflow = usePeopleCallers()
const departmentsPath = '/api/human-resources/departments'
const employeesPath = '/api/human-resources/employees'
let made = 0

const newDepartment = () => ({ code: `RT-${++made}`, name: 'Round trips' })
const newEmployee = () => ({
  code: `RT-${++made}`,
  fullName: 'Round Trip',
  email: `rt${made}@example.com`,
  status: 'ACTIVE',
  salary: 1000,
  hiredOn: '2026-03-01',
  departmentId: 2,
})
const putDepartment = async (): Promise<number> =>
  dataOf(await workflow.send('chief', 'POST', departmentsPath, newDepartment()), 201).id

interface Costs {
  readonly roundTrips: number
  readonly statements: number
}

const costsOf = async (work: () => Promise<unknown>): Promise<Costs> => {
  const sent = await statementsOf(work)
  const roundTrips = sent.filter(({ startsRoundTrip }) => startsRoundTrip).length
  return { roundTrips, statements: sent.length }
}

type Method = Parameters<typeof workflow.send>[1]
type Case = readonly [
  name: string,
  roundTrips: number,
  statements: number,
  request: () => Promise<
    readonly [
      caller: string,
      Method,
      url: string,
      body?: unknown,
      headers?: Record<string, string> | undefined,
    ]
  >,
]

const key = (): Record<string, string> => ({ 'idempotency-key': `rt-${++made}` })
const act = async (caller: string, headers: Record<string, string> = {}) =>
  [
    caller,
    'POST',
    `${absencesPath}/${await putAbsence(workflow)}/actions/approve`,
    {},
    headers,
  ] as const

const cases: readonly Case[] = [
  ['create', 1, 3, async () => ['chief', 'POST', departmentsPath, newDepartment()]],
  [
    'create with a to-many',
    1,
    5,
    async () => ['chief', 'POST', employeesPath, { ...newEmployee(), skillIds: [1, 2] }],
  ],
  [
    'create with an idempotency key',
    2,
    8,
    async () => ['chief', 'POST', departmentsPath, newDepartment(), key()],
  ],
  [
    'create that refers to guarded rows',
    2,
    6,
    async () => [
      'hand',
      'POST',
      employeesPath,
      { ...newEmployee(), managerId: await employeeOf(2) },
    ],
  ],
  [
    'update',
    1,
    3,
    async () => ['chief', 'PUT', `${departmentsPath}/${await putDepartment()}`, newDepartment()],
  ],
  [
    'update of a guarded row',
    2,
    7,
    async () => [
      'hand',
      'PATCH',
      `${employeesPath}/${await employeeOf(2)}/profile`,
      { nickname: 'x' },
    ],
  ],
  ['delete', 1, 3, async () => ['chief', 'DELETE', `${departmentsPath}/${await putDepartment()}`]],
  [
    'delete of a record with a state',
    2,
    6,
    async () => ['chief', 'DELETE', `${absencesPath}/${await putAbsence(workflow)}`],
  ],
  ['action', 3, 6, () => act('chief')],
  ['action on a guarded row', 3, 7, () => act('lead')],
  ['action with an idempotency key', 4, 9, () => act('chief', key())],
]

const employeeOf = async (department: number): Promise<number> => {
  const [row] = await workflow.rows(
    'select min(id)::int as id from employees where department_id = $1',
    [department],
  )
  return row.id
}

describe('round trips', () => {
  test.each(cases)(
    '%s takes %i round trips and %i statements',
    async (_name, roundTrips, statements, request) => {
      const parameters = await request()
      const costs = await costsOf(async () => {
        const { statusCode, body } = await workflow.send(...parameters)
        expect(Math.floor(statusCode / 100), body).toBe(2)
      })
      expect(costs).toEqual({ roundTrips, statements })
    },
  )

  test('a bulk action takes three round trips for each further record', async () => {
    const tripsOf = async (count: number): Promise<number> => {
      const ids = await putAbsences(workflow, count)
      const url = `${absencesPath}/actions/bulk-approve`
      return (await costsOf(async () => dataOf(await workflow.send('chief', 'POST', url, { ids }))))
        .roundTrips
    }
    const [oneTrip, five] = [await tripsOf(1), await tripsOf(5)]
    expect((five - oneTrip) / 4).toBe(3)
  })
})

test('the statement of a create depends on its columns, not on its values', async () => {
  const insertOf = async (body: object) => {
    const sent = await statementsOf(() => workflow.send('chief', 'POST', employeesPath, body))
    return sent.find(({ text }) => text.includes('insert into'))!
  }
  const first = await insertOf(newEmployee())
  const second = await insertOf({ ...newEmployee(), rating: 3, birthDate: '1990-01-01' })
  expect(second.text).toBe(first.text)
})

test('a create keeps links that a trigger makes, unless the body lists others', async () => {
  await workflow.rows(`
    create function link_skill() returns trigger language plpgsql as $$
    begin insert into employee_skills (employee_id, skill_id) values (new.id, 3); return null; end $$;
    create trigger link_skill after insert on employees for each row execute function link_skill();`)
  const create = async (body: object) =>
    dataOf(await workflow.send('chief', 'POST', employeesPath, body), 201).skillIds
  expect(await create(newEmployee())).toEqual([3])
  expect(await create({ ...newEmployee(), skillIds: [1] })).toEqual([1])
  expect(await create({ ...newEmployee(), skillIds: [] })).toEqual([])
  await workflow.rows('drop trigger link_skill on employees; drop function link_skill')
})

describe('statements that are sent together', () => {
  const jobs = useJobs()

  test('a create whose record is lost undoes its insert', async () => {
    await jobs.rows(`
      create function drop_lost() returns trigger language plpgsql as $$
      begin delete from jobs where id = new.id; return null; end $$;
      create trigger drop_lost after insert on jobs for each row when (new.title like 'lost%')
        execute function drop_lost();
      create table seen_jobs (id int);
      create function see_job() returns trigger language plpgsql as $$
      begin insert into seen_jobs values (new.id); return null; end $$;
      create trigger see_job after insert on jobs for each row execute function see_job();`)
    const answer = await jobs.ask('POST', '', { title: 'lost' })
    expect(answer.statusCode).toBe(404)
    expect(await jobs.rows('select 1 from seen_jobs')).toEqual([])
    await jobs.rows('drop trigger drop_lost on jobs; drop trigger see_job on jobs')
  })

  test('an insert that a trigger suppresses undoes everything, also after another insert', async () => {
    await jobs.rows(`
      create function suppress() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger suppress before insert on jobs for each row when (new.title like 'none%')
        execute function suppress();`)
    control.write = async ({ tx }) => {
      await tx.create(logsApi, { body: 'before', owner: 'ann' })
    }
    expect((await jobs.ask('POST', '', { title: 'none' })).statusCode).toBe(409)
    expect(await jobs.logBodies()).not.toContain('before')
    await jobs.rows('drop trigger suppress on jobs')
  })

  test('writes that nobody waits for do not come between an insert and its record', async () => {
    const others: unknown[] = []
    control.write = async ({ tx }) => {
      for (const body of ['one', 'two', 'three']) {
        void tx.create(logsApi, { body, owner: 'ann' }).then((log) => others.push(log.body))
      }
    }
    const title = newTitle()
    expect(dataOf(await jobs.ask('POST', '', { title }), 201)).toMatchObject({ title })
    expect(others).toEqual(['one', 'two', 'three'])
  })

  test('a hook does not run for a request whose key is taken', async () => {
    let runs = 0
    control.write = async () => {
      runs++
    }
    const create = (title: string) =>
      jobs.ask('POST', '', { title }, { 'idempotency-key': 'hook-once' })
    const title = newTitle()
    const first = await create(title)
    const second = await create(title)
    expect([first.statusCode, second.statusCode, runs]).toEqual([201, 201, 1])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await create('another')).json().errors[0].code).toBe('IDEMPOTENCY_CONFLICT')
  })
})
