/** `x-ui` names the records that keys refer to, and the fields that filter fields filter. */
import {
  belongsTo,
  defineEntity,
  defineSchema,
  EQUAL,
  hasMany,
  IN,
  integer,
  LIKE,
  list,
  SIZE_GT,
  text,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { type Json, paths } from '../http/use-people.js'
import { anonymous, tablesOf, useService } from '../support/use-service.js'
import { filteredUrl, sampleNames, useSample } from './use-discovery.js'

/** `x-ui` of each field of a schema. */
const uisOf = ({ properties = {} }: Json): readonly (readonly [string, Json])[] =>
  Object.entries<Json>(properties).map(([name, property]) => [name, property['x-ui']])

const membersOf = (schema: Json, member: string): Json =>
  Object.fromEntries(
    uisOf(schema).flatMap(([name, ui]) => (ui[member] === undefined ? [] : [[name, ui[member]]])),
  )

describe.each(sampleNames)('the keys of %s', (name) => {
  const sample = useSample(name)

  test('every key leads to a record with the label that is beside it', async () => {
    const { resources } = (await sample.get('/schemas/resources')).json()
    let followed = 0
    for (const { resourcePath, schemas } of resources) {
      const list = (await sample.get(schemas.list)).json()
      const page = await sample.send('POST', `${resourcePath}/filter?size=3`, {})
      for (const [key, reference] of Object.entries<Json>(membersOf(list, 'reference'))) {
        const target = resources.find(
          (candidate: Json) => candidate.resourceKey === reference.resourceKey,
        )
        expect(target.resourcePath).toBe(reference.resourcePath)
        for (const record of page.json().data.content) {
          for (const id of [record[key]].flat().filter((each) => each !== null)) {
            const found = (await sample.get(`${reference.resourcePath}/${id}`)).json().data
            expect(found[target.idField]).toEqual(id)
            if (reference.labelField === null) continue
            expect(record[reference.labelField], key).toBe(found[target.labelField])
            followed++
          }
        }
      }
    }
    console.info(`${name}: ${followed} keys with a label`)
    expect(followed > 0).toBe(name === 'people')
  })

  test('the records that a value finds have it in the field that the filter names', async () => {
    const { resources } = (await sample.get('/schemas/resources')).json()
    let compared = 0
    for (const { resourcePath, schemas } of resources) {
      const filter = (await sample.get(schemas.filter)).json()
      const operations = membersOf(filter, 'filterOperation')
      const find = async (body: Json): Promise<readonly Json[]> => {
        const answer = await sample.send('POST', `${resourcePath}/filter?size=50`, body)
        expect(answer.statusCode, answer.body).toBe(200)
        return answer.json().data.content
      }
      const [first] = await find({})
      for (const [name, target] of Object.entries<string>(membersOf(filter, 'filterTarget'))) {
        if (!['EQUAL', 'IN'].includes(operations[name]) || first[target] === null) continue
        const value = first[target]
        const found = await find({ [name]: operations[name] === 'IN' ? [value].flat() : value })
        expect(found.length, name).toBeGreaterThan(0)
        for (const record of found) expect(record[target], name).toEqual(value)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(0)
  })
})

describe('the keys of employees', () => {
  const sample = useSample('people')
  const of = async (path: string, operation: string, schemaType: string, member: string) =>
    membersOf(await sample.schema({ path: paths.employees + path, operation, schemaType }), member)
  const to = (resource: 'departments' | 'employees' | 'skills', labelField: string | null) => ({
    resourceKey: `human-resources.${resource}`,
    resourcePath: paths[resource],
    labelField,
  })

  test('responses, writes and filters name the records that their keys refer to', async () => {
    expect(await of('/all', 'get', 'response', 'reference')).toEqual({
      departmentId: to('departments', 'departmentName'),
      managerId: to('employees', 'managerName'),
      skillIds: to('skills', null),
    })
    const written = {
      departmentId: to('departments', null),
      managerId: to('employees', null),
      skillIds: to('skills', null),
    }
    expect(await of('', 'post', 'request', 'reference')).toEqual(written)
    expect(await of('/{id}', 'put', 'request', 'reference')).toEqual(written)
    expect(await of('/filter', 'post', 'request', 'reference')).toEqual({
      departmentId: to('departments', null),
      departmentIds: to('departments', null),
    })
  })

  test('a label that statistics declare for a key is the label beside it', async () => {
    const costs = await sample.schema({ path: `${paths.costs}/all` })
    expect(membersOf(costs, 'reference')).toEqual({
      departmentId: to('departments', 'departmentName'),
    })
  })

  test('filter fields name the response field that shows what they filter', async () => {
    const targets = await of('/filter', 'post', 'request', 'filterTarget')
    expect(targets).toMatchObject({
      ...{ departmentId: 'departmentId', departmentIds: 'departmentId' },
      ...{ salaryBetween: 'salary', salaryOutside: 'salary', fullNameNotLike: 'fullName' },
      ...{ managerIsNull: 'managerId', managerIsNotNull: 'managerId', onSite: 'remote' },
      ...{ skillCountOver: 'skillCount', lastReviewInLastDays: 'lastReviewAt' },
    })
    for (const name of ['managerDepartmentName', 'skillName', 'dependentKinship']) {
      expect(targets).not.toHaveProperty(name)
    }
  })
})

const users = defineEntity('users', { id: integer({ primaryKey: true }), name: text() })
const steps = defineEntity('steps', {
  id: integer({ primaryKey: true }),
  ticket: belongsTo('tickets', { column: 'ticket_id' }),
  by: belongsTo('users', { column: 'by_id' }),
})
const tickets = defineEntity('tickets', {
  id: integer({ primaryKey: true }),
  owner: belongsTo('users', { column: 'owner_id' }),
  auditor: belongsTo('users', { column: 'auditor_id', visibleTo: ['audit'] }),
  steps: hasMany('steps', { column: 'ticket_id' }),
})
const ownSchema = defineSchema({ users, tickets, steps })
const guarded = (...authorities: readonly string[]) => ({
  guards: { byId: { authorities }, filter: { authorities } },
})
const user = {
  response: { id: '.', name: '.' },
  filter: {},
  defaultSort: ['id'],
  optionLabel: 'name',
} as const

const related = { resource: 'desk.tickets', operation: 'filter' } as const

describe('keys of records that not every caller may read', () => {
  const desk = useService({
    resources: [
      ownSchema.resource('users', {
        ...user,
        key: 'desk.accounts',
        ...guarded('admin'),
        surfaces: {
          owned: { ...related, title: 'Owned', filterField: 'ownerIds' },
          audited: { ...related, title: 'Audited', filterField: 'auditorId' },
        },
      }),
      ownSchema.resource('users', {
        ...user,
        key: 'desk.people',
        guards: { byId: { authorities: ['clerk', 'admin'] }, filter: { authorities: ['none'] } },
      }),
      ownSchema.resource('tickets', {
        key: 'desk.tickets',
        response: {
          id: '.',
          ownerId: 'owner.id',
          ownerName: 'owner.name',
          auditorId: 'auditor.id',
          steps: list('steps', { byId: 'by.id', byName: 'by.name' }),
        },
        filter: {
          ownerIds: IN('owner.id'),
          auditorId: EQUAL('auditor.id'),
          ownerName: LIKE('owner.name'),
          stepCountOver: SIZE_GT('steps'),
        },
        create: { id: '.', ownerId: 'owner.id', auditorId: 'auditor.id' },
        defaultSort: ['id'],
      }),
    ],
    callers: {
      root: { authorities: ['admin', 'audit'] },
      clerk: { authorities: ['clerk'] },
      guest: {},
    },
    database: tablesOf(`
      create table users (id integer primary key, name text not null);
      create table tickets (
        id integer primary key, owner_id integer not null references users,
        auditor_id integer not null references users);
      create table steps (
        id integer primary key, ticket_id integer not null references tickets,
        by_id integer not null references users);`),
    settings: { 'platform.auth.public': 'health,schemas' },
  })
  const path = '/api/desk/tickets'
  const get = (caller: string, query: Readonly<Record<string, string>>, headers = {}) =>
    desk.get(caller, filteredUrl({ path: `${path}/all`, ...query }), headers)
  const targets = async (caller: string, query: Readonly<Record<string, string>> = {}) => {
    const { properties, components } = (await get(caller, query)).json()
    const found = { ...membersOf({ properties }, 'reference') }
    for (const component of Object.values<Json>(components?.schemas ?? {})) {
      Object.assign(found, membersOf(component, 'reference'))
    }
    return Object.fromEntries(
      Object.entries<Json>(found).map(([name, { resourceKey, labelField }]) => [
        name,
        [resourceKey, labelField],
      ]),
    )
  }

  test('the first resource that the caller may read is named', async () => {
    expect(await targets('root')).toEqual({
      ownerId: ['desk.accounts', 'ownerName'],
      auditorId: ['desk.accounts', null],
      byId: ['desk.accounts', 'byName'],
    })
    expect(await targets('clerk')).toEqual({
      ownerId: ['desk.people', 'ownerName'],
      byId: ['desk.people', 'byName'],
    })
  })

  test('a caller who may read none gets no hint', async () => {
    for (const caller of ['guest', anonymous]) expect(await targets(caller), caller).toEqual({})
  })

  test('filters and forms name the same resources, and no hidden key', async () => {
    const sides = [
      [{ path: `${path}/filter`, operation: 'post', schemaType: 'request' }, 'ownerIds'],
      [{ path, operation: 'post', schemaType: 'request' }, 'ownerId'],
    ] as const
    for (const [query, owner] of sides) {
      expect(await targets('clerk', query)).toEqual({ [owner]: ['desk.people', null] })
      expect(await targets('root', query)).toEqual({
        [owner]: ['desk.accounts', null],
        auditorId: ['desk.accounts', null],
      })
      expect(await targets('guest', query)).toEqual({})
    }
    const filter = (await get('clerk', sides[0][0])).json()
    expect(membersOf(filter, 'filterTarget')).toEqual({
      ...{ ownerIds: 'ownerId', ownerName: 'ownerName', stepCountOver: 'steps' },
    })
  })

  test('a surface that is narrowed by a hidden filter field does not name it', async () => {
    const filtersOf = async (caller: string) => {
      const { surfaces } = (
        await desk.get(caller, '/schemas/surfaces?resource=desk.accounts')
      ).json()
      return Object.fromEntries(surfaces.map(({ id, recordFilter }: Json) => [id, recordFilter]))
    }
    const owned = { field: 'ownerIds', valueField: 'id' }
    const audited = { field: 'auditorId', valueField: 'id' }
    expect(await filtersOf('root')).toEqual({ list: null, detail: null, owned, audited })
    expect(await filtersOf('clerk')).toEqual({ list: null, detail: null, owned, audited: null })
  })

  test('schemas that depend on the caller are private, each with a tag of its own', async () => {
    const root = await get('root', {})
    expect(root.headers['cache-control']).toBe('private, no-cache')
    expect(root.headers['vary']).toContain('Authorization')
    const headersSent = { 'if-none-match': String(root.headers['etag']) }
    expect((await get('root', {}, headersSent)).statusCode).toBe(304)
    expect((await get('clerk', {}, headersSent)).statusCode).toBe(200)
  })
})
