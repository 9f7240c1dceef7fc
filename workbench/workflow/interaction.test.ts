import { expect, test } from 'vitest'
import type { Action } from '../../src/wire/catalogs/actions.js'
import type { Field } from '../service/shape.js'
import { confirmationOf, fillPath, formFields, requestOf } from './interaction.js'

type Execution = Action['execution']

const action = ({
  interaction,
  preconditions,
  selection = null,
}: {
  interaction?: Partial<Execution['interaction']>
  preconditions?: Partial<Execution['preconditions']>
  selection?: Execution['selection']
}) =>
  ({
    method: 'POST',
    path: selection ? '/api/tasks/actions/close' : '/api/tasks/{id}/actions/close',
    execution: {
      interaction: {
        mode: 'DIRECT',
        riskLevel: 'LOW',
        confirmationRequired: false,
        reversible: false,
        ...interaction,
      },
      preconditions: {
        idempotencyKey: 'OPTIONAL',
        resourceVersion: 'OPTIONAL',
        ...preconditions,
      },
      selection,
    },
  }) as Action

test.for<[interaction: Partial<Execution['interaction']>, confirmation: string]>([
  [{ riskLevel: 'LOW' }, 'none'],
  [{ riskLevel: 'LOW', mode: 'FORM' }, 'none'],
  [{ riskLevel: 'LOW', mode: 'CONFIRM' }, 'question'],
  [{ riskLevel: 'LOW', confirmationRequired: true }, 'question'],
  [{ riskLevel: 'MEDIUM' }, 'question'],
  [{ riskLevel: 'HIGH', confirmationRequired: true }, 'details'],
  [{ riskLevel: 'CRITICAL' }, 'typed'],
])('an action with %o asks for confirmation: %s', ([interaction, confirmation]) => {
  expect(confirmationOf(action({ interaction }))).toBe(confirmation)
})

const headers = { etag: '"3.x"', idempotencyKey: 'k' }

test('an action on a record sends the seen version and an idempotency key', () => {
  expect(requestOf(action({}), { id: 'a/b c' }, { comment: 'x' }, headers)).toEqual({
    method: 'POST',
    path: '/api/tasks/a%2Fb%20c/actions/close',
    body: { comment: 'x' },
    ifMatch: '"3.x"',
    idempotencyKey: 'k',
  })
})

test('headers that the contract excludes are not sent', () => {
  const preconditions = { idempotencyKey: 'NONE', resourceVersion: 'NONE' } as const
  expect(requestOf(action({ preconditions }), { id: 1 }, {}, headers)).toEqual({
    method: 'POST',
    path: '/api/tasks/1/actions/close',
    body: {},
  })
})

test('a bulk action sends the ids beside the values, and no version', () => {
  const bulk = action({ selection: { idsField: 'ids', maxItems: 9 } })
  expect(requestOf(bulk, { ids: [2, 1] }, { comment: 'x' }, headers)).toEqual({
    method: 'POST',
    path: '/api/tasks/actions/close',
    body: { ids: [2, 1], comment: 'x' },
    idempotencyKey: 'k',
  })
  const fields = [{ name: 'ids' }, { name: 'comment' }] as Field[]
  expect(formFields(bulk, fields).map(({ name }) => name)).toEqual(['comment'])
})

test('an id is filled in whatever it contains', () => {
  expect(fillPath('/api/tasks/{taskId}', '$& {id}')).toBe('/api/tasks/%24%26%20%7Bid%7D')
  expect(fillPath('/api/tasks', undefined)).toBe('/api/tasks')
})
