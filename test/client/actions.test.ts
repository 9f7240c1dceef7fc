/** Workflow actions and guarded intents by the client: typed by the class of the resource. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { BulkOutcome } from '../../src/wire/bulk.js'
import { refused, succeeded, useClient } from './use-client.js'

const setup = useClient()
const absences = () => setup.client.resource('human-resources.absence-requests')
const submitted = async (count: number): Promise<readonly number[]> => {
  const { data } = succeeded(await absences().filter({ state: ['SUBMITTED'] }, { size: count }))
  return data.content.map(({ id }) => id)
}

describe('an action on a record', () => {
  test('answers the record as it is afterwards, once under a key', async () => {
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

  test('compares the version that the caller knows', async () => {
    const [id] = await submitted(1)
    const stale = await absences().act(id!, 'reject', { comment: 'no' }, { ifMatch: '"77.x"' })
    expect(refused(stale).code).toBe('STALE_RESOURCE_VERSION')
    const { etag } = succeeded(await absences().get(id!))
    succeeded(await absences().act(id!, 'reject', { comment: 'no' }, { ifMatch: etag }))
    expect(succeeded(await absences().act(id!, 'resubmit', {})).data.state).toBe('SUBMITTED')
  })
})

describe('an action on many records', () => {
  test('answers what each came to', async () => {
    const ids = await submitted(2)
    const { data } = succeeded(
      await absences().perform('bulk-reject', { ids: [...ids, 999_999], comment: 'no' }),
    )
    expectTypeOf(data).toEqualTypeOf<BulkOutcome>()
    expect(data).toMatchObject({ total: 3, succeeded: 2, failed: 1 })
    expect(data.items[2]).toMatchObject({ id: 999_999, code: 'RESOURCE_NOT_FOUND' })
  })
})

test('what the class does not have does not compile', () => {
  const sound = () => absences().act(1, 'reject', { comment: 'no' })
  // @ts-expect-error a rejection needs a comment
  const bare = () => absences().act(1, 'reject', {})
  // @ts-expect-error there is no such action
  const unknown = () => absences().act(1, 'aprove', {})
  // @ts-expect-error it is performed on many
  const bulk = () => absences().act(1, 'bulk-approve', { ids: [1] })
  // @ts-expect-error it is performed on one
  const single = () => absences().perform('approve', {})
  const employees = setup.client.resource('human-resources.employees')
  // @ts-expect-error employees have no workflow
  const none = () => employees.act(1, 'approve', {})
  // @ts-expect-error the intent takes no name
  const intent = () => employees.intent(1, 'compensation', { fullName: 'x' })
  const both = () => employees.intent(1, 'profile', { nickname: null, bio: 'x' })
  expect([sound, bare, unknown, bulk, single, none, intent, both]).toHaveLength(8)
})
