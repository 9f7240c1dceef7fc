/** Actions on many records of the sample: ATOMIC and PER_ITEM. */
import { describe, expect, test } from 'vitest'
import { expectFailure } from '../../http/use-people.js'
import {
  absencesPath,
  anonymous,
  codeOf,
  dataOf,
  departments,
  fingerprintOf,
  putAbsence,
  putAbsences,
  statesOf,
  textsOf,
  usePeopleCallers,
} from '../../support/use-service.js'
import { useActions } from './use-actions.js'

const workflow = usePeopleCallers()
const { perform } = useActions(workflow, absencesPath)
const approve = (caller: string, body?: unknown) => perform(caller, undefined, 'bulk-approve', body)
const reject = (caller: string, body?: unknown) => perform(caller, undefined, 'bulk-reject', body)
const unknown = 99_999_999

describe('an ATOMIC bulk action', () => {
  test('an ATOMIC action approves all records, in the requested order', async () => {
    const ids = [...(await putAbsences(workflow, 3))].reverse()
    const answer = await approve('chief', { ids, comment: 'All fine' })
    expect(dataOf(answer)).toEqual({
      total: 3,
      succeeded: 3,
      failed: 0,
      items: ids.map((id) => ({ id, status: 'SUCCEEDED', code: null, message: null })),
    })
    expect(await statesOf(workflow, ids)).toEqual(ids.map(() => 'APPROVED'))
    const read = await workflow.get('chief', `${absencesPath}/${ids[0]}`)
    expect(answer.headers['x-data-version']).toBe(read.headers['x-data-version'])
    expect(read.json().data).toMatchObject({ decisionComment: 'All fine', decidedBy: 'chief' })
  })

  test('an ATOMIC action with an unknown record is refused and names it', async () => {
    const foreign = await putAbsence(workflow, 'SUBMITTED', departments.foreign)
    const ids = [...(await putAbsences(workflow, 2)), foreign, unknown]
    const before = await fingerprintOf(workflow)
    const [error] = expectFailure(await approve('lead', { ids }), {
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
    })
    expect(error.properties.items).toEqual([
      expect.objectContaining({ id: foreign, status: 'FAILED', code: 'RESOURCE_NOT_FOUND' }),
      expect.objectContaining({ id: unknown, status: 'FAILED', code: 'RESOURCE_NOT_FOUND' }),
    ])
    expect(await fingerprintOf(workflow)).toBe(before)
  })

  test('an ATOMIC action with a record in another state is refused and names it', async () => {
    const [first, last] = await putAbsences(workflow, 2)
    const blocked = await putAbsence(workflow, 'CANCELLED')
    const before = await fingerprintOf(workflow)
    const [error] = expectFailure(await approve('chief', { ids: [first, blocked, last] }), {
      status: 409,
      code: 'RESOURCE_STATE_BLOCKED',
    })
    expect(error.properties.items).toEqual([
      expect.objectContaining({ id: blocked, status: 'FAILED', code: 'RESOURCE_STATE_BLOCKED' }),
    ])
    expect(await fingerprintOf(workflow)).toBe(before)
  })
})

describe('a PER_ITEM bulk action', () => {
  test('a PER_ITEM action reports the outcome of each record', async () => {
    const [good, other] = await putAbsences(workflow, 2)
    const blocked = await putAbsence(workflow, 'APPROVED')
    const foreign = await putAbsence(workflow, 'SUBMITTED', departments.foreign)
    const ids = [good, blocked, unknown, foreign, other]
    const data = dataOf(await reject('lead', { ids, comment: 'No' }))
    expect(data).toMatchObject({ total: 5, succeeded: 2, failed: 3 })
    expect(
      data.items.map(({ id, status, code }: (typeof data.items)[0]) => [id, status, code]),
    ).toEqual([
      [good, 'SUCCEEDED', null],
      [blocked, 'FAILED', 'RESOURCE_STATE_BLOCKED'],
      [unknown, 'FAILED', 'RESOURCE_NOT_FOUND'],
      [foreign, 'FAILED', 'RESOURCE_NOT_FOUND'],
      [other, 'SUCCEEDED', null],
    ])
    expect(data.items[1].message).toMatch(/state/)
    expect(data.items[2].message).toBe(data.items[3].message)
    expect(await statesOf(workflow, [good!, blocked, foreign, other!])).toEqual([
      'REJECTED',
      'APPROVED',
      'SUBMITTED',
      'REJECTED',
    ])
  })

  test('a PER_ITEM action without a success is 200, and nothing is changed', async () => {
    const id = await putAbsence(workflow, 'CANCELLED')
    const before = await fingerprintOf(workflow)
    const data = dataOf(await reject('chief', { ids: [id, unknown], comment: 'No' }))
    expect(data).toMatchObject({ total: 2, succeeded: 0, failed: 2 })
    expect(await fingerprintOf(workflow)).toBe(before)
  })
})

describe('bodies that bulk actions refuse', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['no body', undefined, '400 RESOURCE_IDS_REQUIRED'],
    ['an empty body', {}, '400 RESOURCE_IDS_REQUIRED'],
    ['no ids in the list', { ids: [], comment: 'x' }, '400 RESOURCE_IDS_REQUIRED'],
    ['ids that are null', { ids: null, comment: 'x' }, '400 REQUEST_PAYLOAD_INVALID'],
    ['an id that is not a list', { ids: 7, comment: 'x' }, '400 REQUEST_PAYLOAD_INVALID'],
    ['ids that are texts', { ids: ['7'], comment: 'x' }, '400 INVALID_PARAMETER'],
    ['an id that is null', { ids: [1, null], comment: 'x' }, '400 INVALID_PARAMETER'],
    ['an id that is an object', { ids: [{ id: 1 }], comment: 'x' }, '400 INVALID_PARAMETER'],
    ['an id with a fraction', { ids: [1.5], comment: 'x' }, '400 INVALID_PARAMETER'],
    ['an unknown member', { ids: [1], comment: 'x', all: true }, '400 REQUEST_PAYLOAD_INVALID'],
    ['a comment that is not a text', { ids: [1], comment: 5 }, '400 REQUEST_PAYLOAD_INVALID'],
    ['a list', [1, 2], '400 REQUEST_PAYLOAD_INVALID'],
    ['null', 'null', '400 '],
    ['a text', '"ids"', '400 REQUEST_PAYLOAD_INVALID'],
    [
      'too many ids',
      { ids: Array.from({ length: 201 }, (_, index) => index + 1), comment: 'x' },
      '422 LIMIT_EXCEEDED',
    ],
  ]
  test.each(cases)('a bulk action refuses %s', async (_, body, code) => {
    const before = await fingerprintOf(workflow)
    expect(codeOf(await approve('chief', body))).toContain(code)
    expect(codeOf(await reject('chief', body))).toContain(code)
    expect(await fingerprintOf(workflow)).toBe(before)
  })

  test('a bulk action refuses a missing comment, and one that is too long', async () => {
    const ids = await putAbsences(workflow, 1)
    const missing = await reject('chief', { ids })
    expectFailure(missing, { status: 400, code: 'VALIDATION_FAILED', targets: ['comment'] })
    const long = await approve('chief', { ids, comment: 'x'.repeat(1_001) })
    expectFailure(long, { status: 400, code: 'VALIDATION_FAILED', targets: ['comment'] })
    expect(await statesOf(workflow, ids)).toEqual(['SUBMITTED'])
  })

  test('a repeated id is processed once', async () => {
    const [id] = await putAbsences(workflow, 1)
    expect(dataOf(await approve('chief', { ids: [id, id, id] }))).toMatchObject({ total: 1 })
    const [row] = await workflow.rows('select version from absence_requests where id = $1', [id])
    expect(row.version).toBe(2)
  })

  test('two hundred ids are accepted', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => 90_000_000 + index)
    expect(dataOf(await reject('chief', { ids, comment: 'x' }))).toMatchObject({ failed: 200 })
  })

  test('callers without the authority are refused', async () => {
    const ids = await putAbsences(workflow, 1)
    expect(codeOf(await approve(anonymous, { ids }))).toBe('401 AUTHENTICATION_REQUIRED')
    expect(codeOf(await reject('viewer', { ids, comment: 'x' }))).toBe('403 ACCESS_DENIED')
    expect(await statesOf(workflow, ids)).toEqual(['SUBMITTED'])
  })
})

test('a batch delete checks the state: it deletes all records or none', async () => {
  const ids = [await putAbsence(workflow), await putAbsence(workflow, 'APPROVED')]
  const before = await fingerprintOf(workflow)
  const answer = await workflow.send('hand', 'DELETE', `${absencesPath}/batch`, ids)
  const [error] = expectFailure(answer, { status: 409, code: 'RESOURCE_STATE_BLOCKED' })
  expect(error.properties.items).toEqual([
    expect.objectContaining({ id: ids[1], status: 'FAILED', code: 'RESOURCE_STATE_BLOCKED' }),
  ])
  expect(await fingerprintOf(workflow)).toBe(before)
})

test('a batch locks its records at once, and reads each again after a write', async () => {
  const locks = async (count: number): Promise<number> => {
    const ids = await putAbsences(workflow, count)
    const seen = await textsOf(async () => dataOf(await approve('chief', { ids })))
    return seen.filter((text) => / for (no key )?update/.test(text)).length
  }
  expect([await locks(1), await locks(8)]).toEqual([1, 8])
})
