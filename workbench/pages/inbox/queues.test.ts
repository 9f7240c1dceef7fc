import { expect, test } from 'vitest'
import type { Action } from '../../../src/wire/catalogs/actions.js'
import type { ResourceEntry } from '../../service/discovery.js'
import type { Field, Shape } from '../../service/shape.js'
import { isClosed, oldestFirst, queuesOf } from './queues.js'

const states = ['DRAFT', 'SUBMITTED', 'DONE'].map((value) => ({ value, label: value }))
const field = (name: string, more: Partial<Field> = {}) =>
  ({ name, type: 'text', controlType: 'input', ...more }) as Field
const shapeOf = (...fields: readonly Field[]) => ({ fields }) as unknown as Shape

const action = (id: string, allowedStates: readonly string[], more: Partial<Action> = {}) =>
  ({
    ...{ id, scope: 'ITEM', allowedStates },
    availability: { allowed: false, reason: 'resource-context-required', metadata: {} },
    ...more,
  }) as Action

const described = {
  resource: { resourceKey: 'a.tasks', idField: 'id', stateField: 'state' } as ResourceEntry,
  actions: [action('approve', ['SUBMITTED']), action('cancel', ['DRAFT', 'SUBMITTED'])],
  shape: shapeOf(
    field('former', { options: states }),
    field('state', { options: states }),
    field('title'),
  ),
  filterShape: shapeOf(
    field('state', { filterTarget: 'state', filterOperation: 'IN' }),
    field('title', { filterTarget: 'title', filterOperation: 'EQUAL' }),
  ),
}

test('each state from which an action leads on is a queue, in the order of the states', () => {
  const queues = queuesOf(described)
  expect(queues.map(({ filter, actions }) => [filter, actions.map(({ id }) => id)])).toEqual([
    [{ state: ['DRAFT'] }, ['cancel']],
    [{ state: ['SUBMITTED'] }, ['approve', 'cancel']],
  ])
})

test.for<[why: string, change: Partial<typeof described>]>([
  ['actions in any state', { actions: [action('touch', [])] }],
  ['actions on many records', { actions: [action('all', ['DRAFT'], { scope: 'COLLECTION' })] }],
  ['no field with the state', { shape: shapeOf(field('former', { options: states })) }],
  ['no criterion for the state', { filterShape: shapeOf(field('title')) }],
])('nothing waits in a resource with %s', ([, change]) => {
  expect(queuesOf({ ...described, ...change })).toEqual([])
})

test('a criterion for one state is used if there is none for several', () => {
  const filterShape = shapeOf(field('is', { filterTarget: 'state', filterOperation: 'EQUAL' }))
  expect(queuesOf({ ...described, filterShape })[0]!.filter).toEqual({ is: 'DRAFT' })
})

test.for<[times: readonly string[], sort: string]>([
  [['updatedAt', 'createdAt', 'submittedAt'], 'submittedAt,asc'],
  [['updatedAt', 'createdAt'], 'createdAt,asc'],
  [['updatedAt'], 'updatedAt,asc'],
  [['dueAt'], 'id,asc'],
])('of the times %o, records wait in the order %s', ([times, sort]) => {
  const fields = times.map((name) => field(name, { format: 'date-time' }))
  const shape = shapeOf(...described.shape.fields, ...fields)
  expect(queuesOf({ ...described, shape })[0]!.sort).toEqual([sort])
})

test('a queue is closed if no action depends on the record', () => {
  const availability = { allowed: false, reason: 'missing-authority', metadata: {} }
  const denied = action('approve', ['SUBMITTED'], { availability })
  const [drafts, submitted] = queuesOf({
    ...described,
    actions: [denied, action('cancel', ['DRAFT'])],
  })
  expect([isClosed(drafts!), isClosed(submitted!)]).toEqual([false, true])
})

test('records of several queues are merged by their time, those without one last', () => {
  const placed = [{ since: '2026-02-01' }, { since: undefined }, { since: '2026-01-31T10:00:00Z' }]
  expect(oldestFirst(placed).map(({ since }) => since)).toEqual([
    '2026-01-31T10:00:00Z',
    '2026-02-01',
    undefined,
  ])
})
