/** How surfaces of another resource are narrowed to a record: derived, named, or wrong. */
import {
  belongsTo,
  compositeKey,
  defineEntity,
  defineSchema,
  EQUAL,
  hasOne,
  IN,
  integer,
  LIKE,
  manyToMany,
  NOT_EQUAL,
  text,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'

const people = defineEntity('people', {
  id: integer({ primaryKey: true }),
  code: text(),
  desk: hasOne('desks', { column: 'person_id' }),
})
const desks = defineEntity('desks', {
  id: integer({ primaryKey: true }),
  person: belongsTo('people', { column: 'person_id' }),
})
const sites = defineEntity('sites', {
  id: compositeKey(['country', 'number']),
  country: text(),
  number: integer(),
})
const tags = defineEntity('tags', { id: integer({ primaryKey: true }) })
const tasks = defineEntity('tasks', {
  id: integer({ primaryKey: true }),
  title: text(),
  owner: belongsTo('people', { column: 'owner_id' }),
  tester: belongsTo('people', { column: 'tester_code', references: 'code' }),
  site: belongsTo('sites', { column: ['country', 'number'] }),
  tags: manyToMany('tags', { through: 'task_tags', from: 'task_id', target: 'tag_id' }),
})
const schema = defineSchema({ people, desks, sites, tags, tasks })

type Filter = Readonly<Record<string, unknown>>
const base = { defaultSort: ['id'] as never, filter: {} }

/** The surface `tasks` of a resource, and the problems, with these filter fields of tasks. */
const compiled = (
  filter: Filter,
  surface: Readonly<Record<string, unknown>> = {},
  owner: 'people' | 'sites' | 'tags' = 'people',
  response: Readonly<Record<string, string>> = { id: '.' },
) => {
  const related = { resource: 'work.tasks', operation: 'filter', title: 'Tasks', ...surface }
  const diagnostics = new Diagnostics()
  const { resources } = compileModel(
    [
      schema.resource(owner, {
        ...base,
        key: `work.${owner}`,
        response: response as never,
        surfaces: { tasks: related } as never,
      }),
      schema.resource('tasks', {
        ...base,
        key: 'work.tasks',
        response: { id: '.', title: '.' },
        filter: filter as never,
      }),
    ],
    diagnostics,
  )
  return {
    recordFilter: resources[0]?.surfaces.find(({ id }) => id === 'tasks')?.recordFilter,
    problems: diagnostics.errors.map(({ code, path, message }) => `${code} ${path}: ${message}`),
  }
}

describe('the filter of a related surface', () => {
  test.each<[string, Filter, ReturnType<typeof compiled>['recordFilter']]>([
    ['EQUAL', { ownerId: EQUAL('owner.id') }, { field: 'ownerId', valueField: 'id' }],
    ['IN', { ownerIds: IN('owner.id') }, { field: 'ownerIds', valueField: 'id' }],
    [
      'EQUAL rather than IN over the same path',
      { ownerIds: IN('owner.id'), ownerId: EQUAL('owner.id') },
      { field: 'ownerId', valueField: 'id' },
    ],
    ['no field that compares keys', { not: NOT_EQUAL('owner.id'), title: LIKE() }, undefined],
    [
      'fields over two paths',
      { ownerId: EQUAL('owner.id'), deskId: EQUAL('owner.desk.person.id') },
      undefined,
    ],
  ])('it is derived: %s', (_says, filter, recordFilter) => {
    expect(compiled(filter)).toEqual({ recordFilter, problems: [] })
  })

  test('its value may be a unique column, which the response must have', () => {
    const filter = { tester: EQUAL('tester.code') }
    const shown = compiled(filter, {}, 'people', { id: '.', badge: 'code' })
    expect(shown.recordFilter).toEqual({ field: 'tester', valueField: 'badge' })
    expect(compiled(filter).recordFilter).toBeUndefined()
  })

  test('its value may be a composite key', () => {
    const { recordFilter } = compiled({ siteId: EQUAL('site.id') }, {}, 'sites')
    expect(recordFilter).toEqual({ field: 'siteId', valueField: 'id' })
  })

  test('the record may be one of many', () => {
    const { recordFilter } = compiled({ tagIds: IN('tags.id') }, {}, 'tags')
    expect(recordFilter).toEqual({ field: 'tagIds', valueField: 'id' })
  })

  test('the contract chooses between paths', () => {
    const filter = { ownerId: EQUAL('owner.id'), tester: EQUAL('tester.code'), title: LIKE() }
    const response = { id: '.', code: '.' }
    const named = (filterField: string) => compiled(filter, { filterField }, 'people', response)
    expect(compiled(filter, {}, 'people', response).recordFilter).toBeUndefined()
    expect(named('tester').recordFilter).toEqual({ field: 'tester', valueField: 'code' })
    expect(named('ownerId').recordFilter).toEqual({ field: 'ownerId', valueField: 'id' })
  })

  test.each([
    [{ filterField: 'ownr' }, "There is no filter field 'ownr' in tasks; did you mean 'owner'?"],
    [
      { filterField: 'title' },
      "The filter field 'title' of tasks must compare keys of people by EQUAL or IN.",
    ],
    [
      { filterField: 'owner', operation: 'all' },
      "'filterField' is for surfaces of another resource whose operation takes a filter, such as 'filter'.",
    ],
    [
      { filterField: 'owner', resource: 'work.people' },
      "'filterField' is for surfaces of another resource whose operation takes a filter, such as 'filter'.",
    ],
  ])('%j is refused', (surface, message) => {
    const { problems } = compiled({ owner: EQUAL('owner.id'), title: LIKE() }, surface)
    expect(problems).toEqual([`SURFACE_INVALID people.surfaces.tasks: ${message}`])
  })

  test('a surface of an operation without a filter has none', () => {
    expect(compiled({ owner: EQUAL('owner.id') }, { operation: 'all' })).toEqual({
      ...{ recordFilter: undefined, problems: [] },
    })
  })
})
