/** Workflow actions and guarded intents with the client, typed by the class of the resource. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { BulkOutcome } from '../../src/wire/bulk.js'
import { refused, succeeded, useClient } from './use-client.js'

const setup = useClient()
const absences = () => setup.client.resource('human-resources.absence-requests')
const submitted = async (count: number): Promise<readonly number[]> => {
  const { data } = succeeded(await absences().filter({ state: ['SUBMITTED'] }, { size: count }))
  return data.content.map(({ id }) => id)
}

describe('actions on a record', () => {
  test('an action returns the updated record, once for each idempotency key', async () => {
    const [id] = await submitted(1)
    const options = { idempotencyKey: 'approve-1' }
    const first = succeeded(await absences().act(id!, 'approve', { comment: 'fine' }, options))
    expect(first.data).toMatchObject({ id, state: 'APPROVED', decisionComment: 'fine' })
    expectTypeOf(first.data.decisionComment).toEqualTypeOf<string | null>()
    expect(first.etag).toMatch(/^"2\./)
    const again = succeeded(await absences().act(id!, 'approve', { comment: 'fine' }, options))
    expect([again.isReplay, again.data]).toEqual([true, first.data])
    const error = refused(await absences().act(id!, 'approve', {}))
    expect([error.code, error.status]).toEqual(['RESOURCE_STATE_BLOCKED', 409])
  })

  test('an action sends the version that the caller knows', async () => {
    const [id] = await submitted(1)
    const stale = await absences().act(id!, 'reject', { comment: 'no' }, { ifMatch: '"77.x"' })
    expect(refused(stale).code).toBe('STALE_RESOURCE_VERSION')
    const { etag } = succeeded(await absences().get(id!))
    succeeded(await absences().act(id!, 'reject', { comment: 'no' }, { ifMatch: etag }))
    expect(succeeded(await absences().act(id!, 'resubmit', {})).data.state).toBe('SUBMITTED')
  })
})

describe('actions on many records', () => {
  test('a bulk action returns the outcome of each record', async () => {
    const ids = await submitted(2)
    const { data } = succeeded(
      await absences().perform('bulk-reject', { ids: [...ids, 999_999], comment: 'no' }),
    )
    expectTypeOf(data).toEqualTypeOf<BulkOutcome>()
    expect(data).toMatchObject({ total: 3, succeeded: 2, failed: 1 })
    expect(data.items[2]).toMatchObject({ id: 999_999, code: 'RESOURCE_NOT_FOUND' })
  })
})

test('calls that the class does not declare do not compile', () => {
  const sound = () => absences().act(1, 'reject', { comment: 'no' })
  // @ts-expect-error a rejection requires a comment
  const bare = () => absences().act(1, 'reject', {})
  // @ts-expect-error unknown action
  const unknown = () => absences().act(1, 'aprove', {})
  // @ts-expect-error a bulk action
  const bulk = () => absences().act(1, 'bulk-approve', { ids: [1] })
  // @ts-expect-error an action on one record
  const single = () => absences().perform('approve', {})
  const employees = setup.client.resource('human-resources.employees')
  // @ts-expect-error employees have no workflow
  const none = () => employees.act(1, 'approve', {})
  // @ts-expect-error the intent has no such member
  const intent = () => employees.intent(1, 'compensation', { fullName: 'x' })
  const both = () => employees.intent(1, 'profile', { nickname: null, bio: 'x' })
  expect([sound, bare, unknown, bulk, single, none, intent, both]).toHaveLength(8)
})
