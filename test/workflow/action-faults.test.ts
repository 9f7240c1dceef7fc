/** What actions and guards get wrong is told at start, each with what is wrong, all at once. */
import { ContractError, integer, type Resource, text } from 'corollary'
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.js'
import { desk, faultsOf, spec } from './tickets.js'

/** As JavaScript may write it: the type checker is not asked. */
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

describe('an action', () => {
  const at = 'tickets.actions.go'
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ['without title', withAction({ title: '' }), [`ACTION_INVALID ${at}`]],
    ['bulk on one record', withAction({ bulk: {}, scope: 'ITEM' }), [`ACTION_INVALID ${at}`]],
    ['bulk with ids', withAction({ bulk: {}, request: { ids: text() } }), [`ACTION_INVALID ${at}`]],
    [
      'bulk with an answer',
      withAction({ bulk: {}, response: { n: integer() } }),
      [`ACTION_INVALID ${at}`],
    ],
    ['of at most none', withAction({ bulk: { maxItems: 0 } }), [`ACTION_INVALID ${at}`]],
    ['of at most 1.5', withAction({ bulk: { maxItems: 1.5 } }), [`ACTION_INVALID ${at}`]],
    [
      'bulk with a version',
      withAction({ bulk: {}, resourceVersion: 'REQUIRED' }),
      [`ACTION_INVALID ${at}`],
    ],
    [
      'with a version that there is not',
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
      'on records that nobody writes',
      withAction({}, { readOnly: true, update: undefined, delete: false }),
      [`ACTION_INVALID ${at}`],
    ],
    [
      'in a state that there is not',
      withAction({ allowedStates: ['OPNE'] }),
      [`GUARD_INVALID ${at}`],
    ],
    [
      'in a state of nothing',
      withAction({ allowedStates: ['OPEN'] }, { stateField: undefined }),
      [`GUARD_INVALID ${at}`],
    ],
    [
      'of no record in a state of it',
      withAction({ scope: 'COLLECTION', allowedStates: ['OPEN'] }),
      [`GUARD_INVALID ${at}`],
    ],
    ['for nobody', withAction({ authorities: [] }), [`GUARD_INVALID ${at}`]],
    [
      'whose rule needs what there is not',
      withAction({ rule: { needs: ['ownre'], refuses } }),
      [`GUARD_INVALID ${at}`],
    ],
    [
      'with a name that is none',
      withAction({}, {}, 'Go_On'),
      ['KEY_INVALID tickets.actions.Go_On'],
    ],
    [
      'with the name of an operation',
      withAction({}, {}, 'filter'),
      ['DUPLICATE tickets.actions.filter'],
    ],
    ['that is sound', withAction({ allowedStates: ['OPEN'] }), []],
  ]
  test.each(cases)('%s', (_, resource, faults) => {
    expect(faultsOf(resource)).toEqual(faults)
  })
})

describe('guards', () => {
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ['of no operation', { guards: { updaet: {} } }, ['GUARD_INVALID tickets.guards.updaet']],
    [
      'of one that is not there',
      { guards: { create: {} } },
      ['GUARD_INVALID tickets.guards.create'],
    ],
    [
      'by state without a state',
      { guards: { update: { allowedStates: ['OPEN'] } } },
      ['GUARD_INVALID tickets.guards.update'],
    ],
    [
      'by state of what reads',
      { stateField: 'state', guards: { filter: { allowedStates: ['OPEN'] } } },
      ['GUARD_INVALID tickets.guards.filter'],
    ],
    [
      'by rule of what reads',
      { guards: { byId: { rule: { refuses } } } },
      ['GUARD_INVALID tickets.guards.byId'],
    ],
    ['a state that is no enum', { stateField: 'done' }, ['GUARD_INVALID tickets.stateField']],
    ['a state that there is not', { stateField: 'stat' }, ['FIELD_UNKNOWN tickets.stateField']],
    ['what is open and not there', { public: ['fliter'] }, ['GUARD_INVALID tickets.public']],
    [
      'sound ones',
      { stateField: 'state', public: 'read', guards: { update: { allowedStates: ['OPEN'] } } },
      [],
    ],
  ]
  test.each(cases)('%s', (_, members, faults) => {
    expect(faultsOf(withMembers(members))).toEqual(faults)
  })
})

test('the start is refused, with all of them at once', async () => {
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
