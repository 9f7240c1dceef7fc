/** A key that is a foreign key too: each employee is a person, with the id of the person. */
import { belongsTo, defineEntity, defineSchema, EQUAL, hasOne, IN, integer, text } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'

const tables = `
create table persons (id integer primary key, name text not null);
create table employees (person_id integer primary key references persons, title text not null);
create table desks (id integer primary key, employee_id smallint not null references employees);
insert into persons select i, 'person ' || i from generate_series(1, 6) i;
insert into persons values (40, 'hidden 40'), (41, 'hidden 41');
insert into employees values (1, 'cook'), (2, 'baker'), (41, 'spy');
insert into desks values (1, 2);`

const persons = defineEntity(
  'persons',
  {
    id: integer({ primaryKey: true }),
    name: text(),
    employee: hasOne('employees', { column: 'person_id' }),
  },
  { rowAccess: { filter: { ids: IN('id') }, visibleTo: () => ({ ids: [1, 2, 3, 4, 5, 6] }) } },
)
const fields = {
  personId: integer({ primaryKey: true }),
  title: text(),
}
const employees = defineEntity('employees', {
  ...fields,
  person: belongsTo('persons', { column: 'person_id' }),
})
const desks = defineEntity('desks', {
  id: integer({ primaryKey: true }),
  employee: belongsTo('employees', { column: 'employee_id' }),
})
const schema = defineSchema({ persons, employees, desks })
const response = { id: 'personId', title: '.', name: 'person.name' } as const
const employeesApi = schema.resource('employees', {
  key: 'staff.employees',
  response,
  create: { id: 'personId', title: '.' },
  update: { title: '.' },
  filter: { name: EQUAL('person.name'), personIds: IN('person.id') },
  defaultSort: ['name'],
  beforeWrite: ({ operation, changes, set }) => {
    if (operation === 'update' && changes['title'] === 'another person') set({ person: 3 })
  },
})
const personsApi = schema.resource('persons', {
  key: 'staff.persons',
  response: { id: '.', name: '.', title: 'employee.title' },
  filter: { title: EQUAL('employee.title') },
  defaultSort: ['id'],
})
const desksApi = schema.resource('desks', {
  key: 'staff.desks',
  response: { id: '.', employeeId: 'employee.personId', person: 'employee.person.name' },
  create: { id: '.', employeeId: 'employee.personId' },
  filter: {},
  defaultSort: ['id'],
})

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  const resources = [employeesApi, personsApi, desksApi]
  service = await createTestService({ resources, connection: database.connection })
})
afterAll(async () => {
  await service?.close()
  await database.close()
})

const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const url = `/api/staff/${path}`
  const { statusCode, body } = await service.app.inject({
    method,
    url,
    ...(payload && { payload }),
  })
  return { ...JSON.parse(body), status: statusCode }
}

describe('both sides of the relation', () => {
  test.each([
    ['employees', {}, [41, 1, 2]],
    ['employees', { name: 'person 2' }, [2]],
    ['employees', { personIds: [1, 41] }, [1, 41]],
    ['persons', { title: 'baker' }, [2]],
  ])('%s with the filter %j', async (resource, filter, ids) => {
    const { data } = await send('POST', `${resource}/filter`, filter)
    expect(data.content.map(({ id }: { id: number }) => id).sort()).toEqual([...ids].sort())
  })

  test('a record shows the other, unless it is hidden', async () => {
    expect((await send('GET', 'employees/2')).data).toMatchObject({ id: 2, name: 'person 2' })
    expect((await send('GET', 'employees/41')).data).toMatchObject({ id: 41, name: null })
    expect((await send('GET', 'persons/1')).data).toMatchObject({ id: 1, title: 'cook' })
    expect((await send('GET', 'desks/1')).data).toMatchObject({ employeeId: 2, person: 'person 2' })
  })
})

describe('the key is a reference when it is written', () => {
  test('a visible person becomes an employee', async () => {
    const { status, data } = await send('POST', 'employees', { id: 4, title: 'new' })
    expect([status, data.name]).toEqual([201, 'person 4'])
  })

  test.each([
    ['missing', 99],
    ['hidden', 40],
  ])('a person that is %s gets the same error', async (_, id) => {
    const { status, errors } = await send('POST', 'employees', { id, title: 'new' })
    expect([status, errors[0].code, errors[0].target]).toEqual([
      409,
      'DATA_INTEGRITY_VIOLATION',
      'id',
    ])
  })

  test('a batch refuses the item of a hidden person', async () => {
    const items = [40, 5].map((id) => ({ operation: 'CREATE', data: { id, title: 'new' } }))
    const { data } = await send('POST', 'employees/batch', { atomicity: 'PER_ITEM', items })
    expect(data.items.map(({ status }: { status: string }) => status)).toEqual([
      'FAILED',
      'SUCCEEDED',
    ])
  })

  test('a hook cannot make the record of one person that of another', async () => {
    const { status, errors } = await send('PUT', 'employees/2', { title: 'another person' })
    expect([status, errors[0].code, errors[0].target]).toEqual([400, 'VALIDATION_FAILED', 'person'])
  })
})

test('a foreign key of a narrower type than the key has the limits of its own', async () => {
  const { status, errors } = await send('POST', 'desks', { id: 2, employeeId: 40_000 })
  expect([status, errors[0].code, errors[0].target]).toEqual([
    400,
    'VALIDATION_FAILED',
    'employeeId',
  ])
})
