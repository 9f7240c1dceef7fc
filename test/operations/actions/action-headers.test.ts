/** `If-Match` and `Idempotency-Key` on workflow actions. */
import { describe, expect, test } from 'vitest'
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
import { useActions } from './use-actions.js'

const workflow = usePeopleCallers()
const { perform } = useActions(workflow, absencesPath)
const tagOf = async (id: number): Promise<string> =>
  String((await workflow.get('chief', `${absencesPath}/${id}`)).headers['etag'])

describe('If-Match', () => {
  const cases: readonly (readonly [string, (tag: string) => string, string])[] = [
    ['the tag of the record', (tag) => tag, '200'],
    ['a star', () => '*', '200'],
    ['a list that contains it', (tag) => `"7.other", ${tag}`, '200'],
    ['a list with empty items', (tag) => `, ,${tag},`, '200'],
    ['the same version of another representation', () => '"1.other"', '200'],
    ['another version', () => '"9.other"', '412 STALE_RESOURCE_VERSION'],
    ['a list without it', () => '"8.a", "9.b"', '412 STALE_RESOURCE_VERSION'],
    ['its weak tag', (tag) => `W/${tag}`, '412 STALE_RESOURCE_VERSION'],
    ['a tag without a version', () => '"nonsense"', '412 STALE_RESOURCE_VERSION'],
    ['an empty tag', () => '""', '412 STALE_RESOURCE_VERSION'],
    ['a tag without quotes', () => '1.abc', '400 INVALID_RESOURCE_VERSION'],
    ['a tag without a closing quote', () => '"1.abc', '400 INVALID_RESOURCE_VERSION'],
    ['nothing', () => '', '400 INVALID_RESOURCE_VERSION'],
    ['a star in a list', () => '*, "1.a"', '400 INVALID_RESOURCE_VERSION'],
  ]
  test.each(cases)('If-Match with %s', async (_, header, expected) => {
    const id = await putAbsence(workflow)
    const headers = { 'if-match': header(await tagOf(id)) }
    const answer = await perform('chief', id, 'approve', {}, headers)
    expect(codeOf(answer)).toBe(expected)
    expect(await statesOf(workflow, [id])).toEqual([expected === '200' ? 'APPROVED' : 'SUBMITTED'])
  })

  test('the tag in the response of an action can be used for the next one', async () => {
    const id = await putAbsence(workflow)
    const first = await perform('chief', id, 'reject', { comment: 'no' })
    const headers = { 'if-match': String(first.headers['etag']) }
    expect(codeOf(await perform('chief', id, 'resubmit', undefined, headers))).toBe('200')
    expect(codeOf(await perform('chief', id, 'approve', undefined, headers))).toBe(
      '412 STALE_RESOURCE_VERSION',
    )
  })
})

describe('Idempotency-Key', () => {
  const key = (value: string) => ({ 'idempotency-key': value })

  test('a repeated request gets the same response and runs the action once', async () => {
    const id = await putAbsence(workflow)
    const first = await perform('chief', id, 'approve', { comment: 'yes' }, key('once'))
    const second = await perform('chief', id, 'approve', { comment: 'yes' }, key('once'))
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.statusCode).toBe(200)
    expect(second.body).toBe(first.body)
    for (const name of ['etag', 'x-data-version', 'content-type']) {
      expect(second.headers[name], name).toBe(first.headers[name])
    }
    expect(dataOf(second).version).toBe(2)
  })

  test('another body with the same key is a conflict', async () => {
    const id = await putAbsence(workflow)
    dataOf(await perform('chief', id, 'approve', { comment: 'yes' }, key('conflict')))
    const other = await perform('chief', id, 'approve', { comment: 'no' }, key('conflict'))
    expect(codeOf(other)).toBe('409 IDEMPOTENCY_CONFLICT')
  })

  test('a refused request may be sent again', async () => {
    const id = await putAbsence(workflow, 'CANCELLED')
    const send = () => perform('chief', id, 'approve', {}, key('refused'))
    expect(codeOf(await send())).toBe('409 RESOURCE_STATE_BLOCKED')
    await workflow.rows("update absence_requests set state = 'SUBMITTED' where id = $1", [id])
    const answer = await send()
    expect(dataOf(answer)).toMatchObject({ state: 'APPROVED' })
    expect(answer.headers['idempotency-replayed']).toBeUndefined()
  })

  test('keys of other callers, records and actions are separate', async () => {
    const [a, b] = await putAbsences(workflow, 2)
    dataOf(await perform('chief', a, 'reject', { comment: 'no' }, key('shared')))
    dataOf(await perform('chief', b, 'reject', { comment: 'why' }, key('shared')))
    dataOf(await perform('chief', a, 'resubmit', undefined, key('shared')))
    const lead = await perform('lead', b, 'reject', { comment: 'why' }, key('shared'))
    expect(codeOf(lead)).toBe('409 RESOURCE_STATE_BLOCKED')
  })

  test('a response is not replayed when its record is no longer visible', async () => {
    const id = await putAbsence(workflow)
    dataOf(await perform('lead', id, 'approve', {}, key('moved')))
    await workflow.rows(
      `update absence_requests set employee_id =
       (select min(id) from employees where department_id = $2) where id = $1`,
      [id, departments.foreign],
    )
    const again = await perform('lead', id, 'approve', {}, key('moved'))
    expect(codeOf(again)).toBe('404 RESOURCE_NOT_FOUND')
  })

  test.each(['', 'with space', 'ü', 'x'.repeat(256)])('%j is not a valid key', async (value) => {
    const id = await putAbsence(workflow)
    const answer = await perform('chief', id, 'approve', {}, key(value))
    expect(codeOf(answer)).toBe('400 INVALID_PARAMETER')
    expect(await statesOf(workflow, [id])).toEqual(['SUBMITTED'])
  })

  test('concurrent requests with one key run the action once and get the same response', async () => {
    const id = await putAbsence(workflow)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => perform('chief', id, 'approve', {}, key('together'))),
    )
    expect(answers.map(codeOf)).toEqual(answers.map(() => '200'))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
    expect(replayed).toHaveLength(4)
    expect(dataOf(answers[0]!).version).toBe(2)
  })

  test('a bulk action is replayed as a whole', async () => {
    const ids = await putAbsences(workflow, 3)
    const send = () => perform('chief', undefined, 'bulk-approve', { ids }, key('bulk'))
    const first = await send()
    const second = await send()
    expect(second.body).toBe(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(dataOf(second)).toMatchObject({ total: 3, succeeded: 3, failed: 0 })
  })
})
