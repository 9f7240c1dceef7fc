/** An invalid contract causes exactly these diagnostics, before any database connection. */
import { belongsTo, integer, LIKE, text } from 'corollary'
import { describe, expect, test } from 'vitest'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { actionFaults, guardFaults, rowAccessFaults } from './access-faults.js'
import { arrayFaults } from './array-faults.js'
import { compileFaults, type FaultCase, faultsOf } from './board.js'
import { entityFaults } from './entity-faults.js'
import { memberFaults } from './member-faults.js'
import { optionSourceFaults } from './option-source-faults.js'
import {
  exampleFaults,
  labelAndHintFaults,
  nameFaults,
  orderFaults,
  readOnlyFaults,
} from './resource-faults.js'
import { filterFaults, responseFaults } from './shape-faults.js'
import { statsFaults } from './stats-faults.js'
import { writeFaults } from './write-faults.js'

const parts: readonly (readonly [string, readonly FaultCase[]])[] = [
  ['members', memberFaults],
  ['entities', entityFaults],
  ['arrays', arrayFaults],
  ['response shapes', responseFaults],
  ['filter shapes', filterFaults],
  ['write shapes', writeFaults],
  ['names', nameFaults],
  ['default order', orderFaults],
  ['option label and hints', labelAndHintFaults],
  ['examples', exampleFaults],
  ['read-only', readOnlyFaults],
  ['option sources', optionSourceFaults],
  ['statistics', statsFaults],
  ['guards', guardFaults],
  ['actions', actionFaults],
  ['row access', rowAccessFaults],
]

for (const [part, cases] of parts) {
  describe(part, () => {
    for (const { says, broken, faults } of cases) {
      test(says, () => {
        expect(compileFaults(broken)).toEqual(faults)
      })
    }
  })
}

describe('whole contracts', () => {
  test('a valid contract has no diagnostics', () => {
    expect(compileFaults({})).toEqual([])
  })

  test('a contract without resources is refused', () => {
    const diagnostics = new Diagnostics()
    compileModel([], diagnostics)
    expect(faultsOf(diagnostics)).toEqual([
      ['KEY_INVALID', 'resources', 'No resource is declared; declare at least one.'],
    ])
  })

  test('an error of an entity is reported once, however many resources use it', () => {
    const tags = { entity: 'tags', key: 'board.tags', response: { id: '.' }, filter: {} }
    const faults = compileFaults({
      entities: { tags: { fields: { name: text({ pattern: '(' }) } } },
      more: [
        { ...tags, defaultSort: [] },
        { ...tags, key: 'board.labels', defaultSort: ['id'] },
      ],
    })
    expect(faults).toEqual([
      ['CONSTRAINT_INVALID', 'entities.tags.name', 'pattern is not a regular expression.'],
    ])
  })

  test('the hint for a reference does not name the key of the wrong entity', () => {
    const faults = compileFaults({
      entities: { teams: { fields: { id: undefined, code: text({ primaryKey: true }) } } },
      tasks: { create: { title: '.', effort: '.', team: 'team' }, update: undefined, filter: {} },
    })
    const [code, path, message] = faults[0]!
    expect([code, path]).toEqual(['PATH_INVALID', 'tasks.create.team'])
    // Here `team.code` can be written.
    expect(message).not.toContain("'<to-one>.id'")
  })

  test('a check with a field that does not exist is refused', () => {
    const faults = compileFaults({
      entities: {
        tasks: { options: { checks: { tasks_effort_check: { field: 'efort', message: 'x' } } } },
      },
    })
    expect(faults.map(([code, path]) => [code, path])).toEqual([
      ['FIELD_UNKNOWN', 'entities.tasks.checks'],
    ])
  })

  test('a filter example with a value that the operation does not accept is reported', () => {
    const faults = compileFaults({
      tasks: { examples: { filter: { one: { value: { state: ['OPNE'], taggedOver: 'many' } } } } },
    })
    expect(faults.map(([code, path]) => [code, path])).toEqual([
      ['EXAMPLE_INVALID', 'tasks.examples.filter.one'],
      ['EXAMPLE_INVALID', 'tasks.examples.filter.one'],
    ])
  })

  test('an example with ids that are not a list is reported', () => {
    const value = { title: 'Paint', effort: '2.50', teamId: 1, tagIds: 1 }
    const faults = compileFaults({ tasks: { examples: { create: { one: { value } } } } })
    expect(faults.map(([code, path]) => [code, path])).toEqual([
      ['EXAMPLE_INVALID', 'tasks.examples.create.one'],
    ])
  })

  test('entities of two schemas with the same name are separate', () => {
    const diagnostics = new Diagnostics()
    const resource = (key: string, fields: object) => ({
      schema: { entities: { notes: { table: 'notes', fields, options: {} } } },
      data: { entity: 'notes', key, response: { id: '.' }, filter: {}, defaultSort: [] },
    })
    const id = integer({ primaryKey: true })
    const owner = belongsTo('notes', { column: 'owner_id' })
    const both = [resource('a.notes', { id }), resource('b.notes', { id, owner })]
    const model = compileModel(both as never, diagnostics)
    expect(faultsOf(diagnostics)).toEqual([])
    expect(model.entities.map(({ relations }) => relations.size)).toEqual([0, 1])
  })

  test('a name of Object.prototype is not a field, relation or operation', () => {
    const filter = { toString: { operation: 'constructor', path: 'constructor.valueOf' } }
    const wrong = { ...filter, sought: LIKE('constructor') }
    expect(compileFaults({ tasks: { filter: wrong } })).toEqual([
      [
        'FILTER_OPERATION_UNKNOWN',
        'tasks.filter.toString',
        "There is no filter operation 'constructor'; there are BETWEEN, BETWEEN_EXCLUSIVE, ENDS_WITH, EQUAL, GREATER_OR_EQUAL, GREATER_THAN, IN, IN_LAST_DAYS, IN_NEXT_DAYS, IS_FALSE, IS_NOT_NULL, IS_NULL, IS_TRUE, LESS_OR_EQUAL, LESS_THAN, LIKE, NOT_BETWEEN, NOT_EQUAL, NOT_IN, NOT_LIKE, ON_DATE, OUTSIDE_RANGE, SIZE_EQ, SIZE_GT, SIZE_LT, STARTS_WITH.",
      ],
      [
        'PATH_UNKNOWN',
        'tasks.filter.sought',
        "There is no field 'constructor' in tasks; there are id, title, effort, done, state, dueOn, closedAt, ticket, extra, version, team, parent, children, tags.",
      ],
    ])
  })
})
