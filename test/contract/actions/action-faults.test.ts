/** Errors in actions and guards are reported at start, all at once, each with its path. */
import {
  ContractError,
  defineEntity,
  defineSchema,
  integer,
  listOf,
  objectOf,
  type Resource,
  refersTo,
  text,
} from 'corollary'
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'
import { freshDatabase } from '../../support/database.js'
import { desk, faultsOf, spec } from './tickets.js'

/** As JavaScript could write it, without type checking. */
const withAction = (action: object, more: object = {}, id = 'go'): object => ({
  schema: desk,
  data: {
    ...spec,
    entity: 'tickets',
    stateField: 'state',
    actions: { [id]: { title: 'Go', perform: () => undefined, ...action } },
    ...more,
  },
})
const withMembers = (members: object): object => ({
  schema: desk,
  data: { ...spec, entity: 'tickets', ...members },
})
const refuses = () => undefined

describe('declarations of actions', () => {
  const at = 'tickets.actions.go'
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ['without a title', withAction({ title: '' }), [`ACTION_INVALID ${at}`]],
    ['bulk on one record', withAction({ bulk: {}, scope: 'ITEM' }), [`ACTION_INVALID ${at}`]],
    ['bulk with ids', withAction({ bulk: {}, request: { ids: text() } }), [`ACTION_INVALID ${at}`]],
    [
      'bulk with a response',
      withAction({ bulk: {}, response: { n: integer() } }),
      [`ACTION_INVALID ${at}`],
    ],
    [
      'with structures on three levels',
      withAction({ request: { a: objectOf({ b: listOf({ c: objectOf({ d: text() }) }) }) } }),
      [`ACTION_INVALID ${at}.request.a.b.c`],
    ],
    [
      'with a list that cannot have an item',
      withAction({ request: { a: listOf({ b: text() }, { maxItems: 0 }) } }),
      [`ACTION_INVALID ${at}.request.a`],
    ],
    [
      'with a list of more items than at most',
      withAction({ response: { a: listOf({ b: text() }, { minItems: 3, maxItems: 2 }) } }),
      [`ACTION_INVALID ${at}.response.a`],
    ],
    [
      'with a reference to an unknown entity',
      withAction({ request: { a: listOf({ b: refersTo('tickts', integer()) }) } }),
      [`ACTION_INVALID ${at}.request.a.b`],
    ],
    [
      'with a reference of another column type',
      withAction({ request: { b: refersTo('tickets', text()) } }),
      [`ACTION_INVALID ${at}.request.b`],
    ],
    ['with at most 0 items', withAction({ bulk: { maxItems: 0 } }), [`ACTION_INVALID ${at}`]],
    ['with at most 1.5 items', withAction({ bulk: { maxItems: 1.5 } }), [`ACTION_INVALID ${at}`]],
    [
      'bulk with a version',
      withAction({ bulk: {}, resourceVersion: 'REQUIRED' }),
      [`ACTION_INVALID ${at}`],
    ],
    [
      'with a version on a resource without one',
      withAction(
        { resourceVersion: 'REQUIRED' },
        {
          entity: 'tags',
          response: { id: '.', title: 'name' },
          update: undefined,
          stateField: undefined,
        },
      ),
      [`ACTION_INVALID ${at}`],
    ],
    [
      'on a read-only resource',
      withAction({}, { readOnly: true, update: undefined, delete: false }),
      [`ACTION_INVALID ${at}`],
    ],
    ['in an unknown state', withAction({ allowedStates: ['OPNE'] }), [`GUARD_INVALID ${at}`]],
    [
      'with states but without a state field',
      withAction({ allowedStates: ['OPEN'] }, { stateField: undefined }),
      [`GUARD_INVALID ${at}`],
    ],
    [
      'on no record but with states',
      withAction({ scope: 'COLLECTION', allowedStates: ['OPEN'] }),
      [`GUARD_INVALID ${at}`],
    ],
    ['without authorities', withAction({ authorities: [] }), [`GUARD_INVALID ${at}`]],
    [
      'whose rule needs an unknown column',
      withAction({ rule: { needs: ['ownre'], refuses } }),
      [`GUARD_INVALID ${at}`],
    ],
    ['with an invalid name', withAction({}, {}, 'Go_On'), ['KEY_INVALID tickets.actions.Go_On']],
    [
      'with the name of an operation',
      withAction({}, {}, 'filter'),
      ['DUPLICATE tickets.actions.filter'],
    ],
    ['without errors', withAction({ allowedStates: ['OPEN'] }), []],
  ]
  test.each(cases)('the check of an action %s', (_, resource, faults) => {
    expect(faultsOf(resource)).toEqual(faults)
  })
})

describe('declarations of guards', () => {
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    [
      'of an unknown operation',
      { guards: { updaet: {} } },
      ['GUARD_INVALID tickets.guards.updaet'],
    ],
    [
      'of an operation that the resource lacks',
      { guards: { create: {} } },
      ['GUARD_INVALID tickets.guards.create'],
    ],
    [
      'with states but without a state field',
      { guards: { update: { allowedStates: ['OPEN'] } } },
      ['GUARD_INVALID tickets.guards.update'],
    ],
    [
      'with states for a read operation',
      { stateField: 'state', guards: { filter: { allowedStates: ['OPEN'] } } },
      ['GUARD_INVALID tickets.guards.filter'],
    ],
    [
      'with a rule for a read operation',
      { guards: { byId: { rule: { refuses } } } },
      ['GUARD_INVALID tickets.guards.byId'],
    ],
    [
      'and a state field that is not an enum',
      { stateField: 'done' },
      ['GUARD_INVALID tickets.stateField'],
    ],
    ['and an unknown state field', { stateField: 'stat' }, ['FIELD_UNKNOWN tickets.stateField']],
    ['and an unknown public operation', { public: ['fliter'] }, ['GUARD_INVALID tickets.public']],
    [
      'without errors',
      { stateField: 'state', public: 'read', guards: { update: { allowedStates: ['OPEN'] } } },
      [],
    ],
  ]
  test.each(cases)('the check of guards %s', (_, members, faults) => {
    expect(faultsOf(withMembers(members))).toEqual(faults)
  })
})

test('the start is refused with all errors at once', async () => {
  const database = await freshDatabase()
  try {
    const resources = [withAction({ title: '', allowedStates: ['OPNE'] }) as Resource]
    const start = createTestService({ resources, connection: database.connection })
    await expect(start).rejects.toThrow(ContractError)
    await expect(start).rejects.toThrow(/ACTION_INVALID[\s\S]*GUARD_INVALID/)
  } finally {
    await database.close()
  }
})

test('a column of an entity that refers like a member of an action is refused', () => {
  const id = integer({ primaryKey: true, generated: true })
  const tickets = defineEntity('tickets', { id, owner: refersTo('people', integer()) })
  const shape = { response: { id: '.' }, filter: {}, defaultSort: ['id'] } as const
  const resource = defineSchema({ tickets }).resource('tickets', { key: 'desk.tickets', ...shape })
  const diagnostics = new Diagnostics()
  compileModel([resource], diagnostics)
  expect(diagnostics.all.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    "entities.tickets.owner.refersTo: refersTo is for members of actions; declare a relation, for example belongsTo('people', { column: 'owner' }).",
  ])
})
