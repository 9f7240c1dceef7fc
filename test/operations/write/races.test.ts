/** Concurrent callers: a decision for one state is never applied to another state. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../../http/use-people.js'
import { whileChanged } from '../../support/sessions.js'
import {
  absencesPath,
  codeOf,
  dataOf,
  departments,
  putAbsence,
  putAbsences,
  statesOf,
  usePeopleCallers,
} from '../../support/use-service.js'
import { useActions } from '../actions/use-actions.js'

const workflow = usePeopleCallers()
const { perform } = useActions(workflow, absencesPath)
const rowOf = async (id: number): Promise<Json> =>
  (await workflow.rows('select * from absence_requests where id = $1', [id]))[0]

const whileHeld = <T>(change: string, id: number, work: () => Promise<T>): Promise<T> =>
  whileChanged(workflow, change, [id], work)

describe('concurrent calls on one record', () => {
  test.each([2, 10])(
    'of %i concurrent approvals one succeeds, the others are refused by the new state',
    async (count) => {
      const id = await putAbsence(workflow)
      const answers = await Promise.all(
        Array.from({ length: count }, () => perform('chief', id, 'approve')),
      )
      expect(answers.map(codeOf).sort()).toEqual([
        '200',
        ...Array.from({ length: count - 1 }, () => '409 RESOURCE_STATE_BLOCKED'),
      ])
      expect(await rowOf(id)).toMatchObject({ state: 'APPROVED', version: 2 })
    },
  )

  test('of a concurrent approve and reject one succeeds, with its comment', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await putAbsence(workflow)
      const [approval, rejection] = await Promise.all([
        perform('chief', id, 'approve', { comment: 'yes' }),
        perform('lead', id, 'reject', { comment: 'no' }),
      ])
      const codes = [codeOf(approval), codeOf(rejection)]
      expect([...codes].sort()).toEqual(['200', '409 RESOURCE_STATE_BLOCKED'])
      const expected =
        codes[0] === '200'
          ? { state: 'APPROVED', decision_comment: 'yes', decided_by: 'chief' }
          : { state: 'REJECTED', decision_comment: 'no', decided_by: 'lead' }
      expect(await rowOf(id)).toMatchObject({ ...expected, version: 2 })
    }
  })

  test('a concurrent approval and update lose neither change', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await putAbsence(workflow)
      const read = dataOf(await workflow.get('chief', `${absencesPath}/${id}`))
      const [approval, update] = await Promise.all([
        perform('chief', id, 'approve'),
        workflow.send('chief', 'PUT', `${absencesPath}/${id}`, { ...read, reason: 'New' }),
      ])
      expect(codeOf(approval)).toBe('200')
      const came = codeOf(update)
      expect(['200', '409 RESOURCE_STATE_BLOCKED']).toContain(came)
      expect(await rowOf(id)).toMatchObject({
        state: 'APPROVED',
        reason: came === '200' ? 'New' : null,
        version: came === '200' ? 3 : 2,
      })
    }
  })

  test('a concurrent approval and delete leave a consistent record', async () => {
    const id = await putAbsence(workflow)
    const [approval, removal] = await Promise.all([
      perform('chief', id, 'approve'),
      workflow.send('chief', 'DELETE', `${absencesPath}/${id}`),
    ])
    const codes = [codeOf(approval), codeOf(removal)]
    expect([
      ['200', '409 RESOURCE_STATE_BLOCKED'],
      ['404 RESOURCE_NOT_FOUND', '204'],
    ]).toContainEqual(codes)
  })
})

describe('changes while an action waits for its record', () => {
  const cancel =
    "update absence_requests set state = 'CANCELLED', version = version + 1 where id = $1"

  test('the action is refused if the state changes', async () => {
    const id = await putAbsence(workflow)
    const answer = await whileHeld(cancel, id, () => perform('chief', id, 'approve'))
    expect(codeOf(answer)).toBe('409 RESOURCE_STATE_BLOCKED')
    expect(await rowOf(id)).toMatchObject({ state: 'CANCELLED', version: 2 })
  })

  test('the action is refused if the version changes', async () => {
    const id = await putAbsence(workflow)
    const { etag } = (await workflow.get('chief', `${absencesPath}/${id}`)).headers
    const headers = { 'if-match': String(etag) }
    const answer = await whileHeld(cancel, id, () => perform('chief', id, 'approve', {}, headers))
    expect(codeOf(answer)).toBe('412 STALE_RESOURCE_VERSION')
  })

  test('the record is not found if its owner changes', async () => {
    const id = await putAbsence(workflow)
    const move = `update absence_requests set employee_id =
      (select min(id) from employees where department_id = ${departments.foreign}) where id = $1`
    const answer = await whileHeld(move, id, () => perform('lead', id, 'approve'))
    expect(codeOf(answer)).toBe('404 RESOURCE_NOT_FOUND')
    expect(await statesOf(workflow, [id])).toEqual(['SUBMITTED'])
  })

  test('the record is not found if it is deleted', async () => {
    const id = await putAbsence(workflow)
    const remove = 'delete from absence_requests where id = $1'
    const answer = await whileHeld(remove, id, () => perform('chief', id, 'approve'))
    expect(codeOf(answer)).toBe('404 RESOURCE_NOT_FOUND')
  })

  test('a change of one of many records refuses all of them, or only this one', async () => {
    const [first, second, third] = (await putAbsences(workflow, 3)) as [number, number, number]
    const all = await whileHeld(cancel, second, () =>
      perform('chief', undefined, 'bulk-approve', { ids: [third, second, first] }),
    )
    expect(codeOf(all)).toBe('409 RESOURCE_STATE_BLOCKED')
    const each = await whileHeld(cancel, third, () =>
      perform('chief', undefined, 'bulk-reject', { ids: [third, first], comment: 'x' }),
    )
    expect(dataOf(each)).toMatchObject({ succeeded: 1, failed: 1 })
    expect(await statesOf(workflow, [first, second, third])).toEqual([
      'REJECTED',
      'CANCELLED',
      'CANCELLED',
    ])
  })
})

describe('many records in opposite order', () => {
  test('of two ATOMIC batches one succeeds, the other is refused by the new state', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await putAbsences(workflow, 8)
      const lots = [ids.slice(0, 6), [...ids.slice(3)].reverse()]
      const answers = await Promise.all(
        lots.map((lot) => perform('chief', undefined, 'bulk-approve', { ids: lot })),
      )
      const codes = answers.map(codeOf)
      expect([...codes].sort()).toEqual(['200', '409 RESOURCE_STATE_BLOCKED'])
      const done = lots[codes.indexOf('200')]!
      expect(await statesOf(workflow, ids)).toEqual(
        ids.map((id) => (done.includes(id) ? 'APPROVED' : 'SUBMITTED')),
      )
    }
  })

  test('with PER_ITEM every record is changed by exactly one batch', async () => {
    const ids = await putAbsences(workflow, 12)
    const lots = [ids, [...ids].reverse(), [...ids.slice(6), ...ids.slice(0, 6)]]
    const answers = await Promise.all(
      lots.map((lot) => perform('chief', undefined, 'bulk-reject', { ids: lot, comment: 'x' })),
    )
    const done = answers.flatMap((answer) =>
      dataOf(answer).items.flatMap(({ id, status }: Json) => (status === 'SUCCEEDED' ? [id] : [])),
    )
    expect([...done].sort((a, b) => a - b)).toEqual(ids)
    const rows = await workflow.rows(
      'select distinct state, version from absence_requests where id = any($1)',
      [ids],
    )
    expect(rows).toEqual([{ state: 'REJECTED', version: 2 }])
  })

  test('a batch and single actions make exactly one decision for each record', async () => {
    const ids = await putAbsences(workflow, 6)
    const [batch, ...singles] = await Promise.all([
      perform('chief', undefined, 'bulk-approve', { ids: [...ids].reverse() }),
      ...ids.map((id) => perform('lead', id, 'reject', { comment: 'no' })),
    ])
    const rejected = singles.filter(({ statusCode }) => statusCode === 200).length
    expect(['200', '409 RESOURCE_STATE_BLOCKED']).toContain(codeOf(batch))
    expect(rejected).toBe(codeOf(batch) === '200' ? 0 : ids.length)
  })
})
