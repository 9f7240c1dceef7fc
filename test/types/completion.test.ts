/** What an editor suggests while a contract is typed; `|` is the cursor. */
import { describe, expect, test } from 'vitest'
import { complete } from './completion.js'

const prelude = `
import * as c from 'corollary'
declare module 'corollary' { interface EntityNames { departments: true; skills: true } }
const departments = c.defineEntity('departments', {
  id: c.integer({ primaryKey: true, generated: true }),
  name: c.text(),
  parent: c.belongsTo('departments', { column: 'parent_id', nullable: true }),
})
const skills = c.defineEntity('skills', {
  id: c.integer({ primaryKey: true, generated: true }),
  label: c.text(),
})
const employees = c.defineEntity('employees', {
  id: c.integer({ primaryKey: true, generated: true }),
  fullName: c.text(),
  department: c.belongsTo('departments', { column: 'department_id' }),
  skills: c.manyToMany('skills', { through: 'links', from: 'employee', target: 'skill' }),
})
const people = c.defineSchema({ departments, employees, skills })
`
const resource = (members: string): string => `${prelude}
export const api = people.resource('employees', { key: 'a.employees', ${members} })`

const shapes = "response: { id: '.', fullName: '.' }, filter: { fullName: c.LIKE() }"
/** A whole resource with further members. */
const withMembers = (members: string): string =>
  resource(`${shapes}, defaultSort: ['fullName'], ${members}`)

const ownColumns = ['id', 'fullName']
const toOne = ['department.id', 'department.name']
const relations = ['department', 'department.parent', 'skills']
const collections = ['skills.id', 'skills.label']

/** Exactly these. */
const paths: readonly (readonly [string, string, readonly string[]])[] = [
  ['a response', resource("response: { x: '|' }"), [...ownColumns, ...toOne]],
  ['a path of a response', resource("response: { x: 'department.|' }"), [...ownColumns, ...toOne]],
  ['count', resource("response: { x: c.count('|') }"), ['skills']],
  [
    'related rows',
    resource("response: { id: '.' }, filter: { x: c.some('|', { y: c.LIKE('label') }) }"),
    ['skills'],
  ],
  ['list', resource("response: { x: c.list('|', { label: '.' }) }"), ['skills']],
  [
    'a filter operation',
    resource("response: { id: '.' }, filter: { x: c.IN('|') }"),
    [
      ...[...ownColumns, ...toOne, ...relations, ...collections],
      ...['department.parent.id', 'department.parent.name', 'department.parent.parent'],
    ],
  ],
  ['create', withMembers("create: { x: '|' }"), ['fullName', 'department.id', 'skills.id']],
  [
    'an intent',
    withMembers("intents: { move: { title: 'Move', fields: { x: '|' } } }"),
    ['fullName', 'department.id', 'skills.id'],
  ],
  ['an entity', `${prelude}people.resource('|', {})`, ['departments', 'employees', 'skills']],
  ...['belongsTo', 'hasMany', 'manyToMany'].map(
    (relation) =>
      [
        relation,
        `${prelude}c.defineEntity('x', { y: c.${relation}('|', {}) })`,
        ['departments', 'skills'],
      ] as const,
  ),
]

describe('an editor suggests the paths and names of the schema', () => {
  test.each(paths)('in %s', (_place, program, expected) => {
    // The text at the cursor is a suggestion, too.
    const typed = /'([^']*)\|/.exec(program)?.[1]
    const found = complete(program).filter((name) => name !== typed && name !== '.')
    expect([...found].sort()).toEqual([...expected].sort())
  })
})

/** At least these. */
const names: readonly (readonly [string, string, readonly string[]])[] = [
  ['guards', withMembers('guards: { | }'), ['create', 'delete', 'read', 'filter']],
  [
    'guards of intents',
    withMembers("intents: { move: { title: 'x', fields: {} } }, guards: { | }"),
    ['move'],
  ],
  ['public operations', withMembers("public: ['|']"), ['byId', 'export', 'deleteBatch']],
  ['surfaces', withMembers("surfaces: { x: { title: 'x', operation: '|' } }"), ['create', 'byId']],
  ['deprecated operations', withMembers('deprecated: { operations: { | } }'), ['all', 'filter']],
  ['the default sort', resource(`${shapes}, defaultSort: ['|']`), ['fullName', '-fullName']],
  ['hints', withMembers('hints: { | }'), ['fullName', 'id']],
  ['the option label', withMembers("optionLabel: '|'"), ['fullName']],
  ['members of a resource', withMembers('|'), ['create', 'guards', 'actions', 'stats']],
]

describe('an editor suggests the names of operations and fields', () => {
  test.each(names)('in %s', (_place, program, expected) => {
    expect(complete(program)).toEqual(expect.arrayContaining([...expected]))
  })
})
