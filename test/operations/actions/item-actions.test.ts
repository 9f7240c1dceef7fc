/** Actions on one record of the sample, end to end. */
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
  statesOf,
  textsOf,
  usePeopleCallers,
} from '../../support/use-service.js'
import { useActions } from './use-actions.js'

const now = new Date('2026-07-01T08:30:00.000Z')
const workflow = usePeopleCallers({}, () => now)
const { perform } = useActions(workflow, absencesPath)
const unknown = 99_999_999

describe('actions that succeed', () => {
  test('approve writes the record and returns it', async () => {
    const id = await putAbsence(workflow)
    const before = (await workflow.get('chief', `${absencesPath}/${id}`)).headers
    const answer = await perform('chief', id, 'approve', { comment: 'Enjoy' })
    const data = dataOf(answer)
    expect(data).toMatchObject({ id, state: 'APPROVED', decisionComment: 'Enjoy', version: 2 })
    expect(data).toMatchObject({ decidedBy: 'chief', decidedAt: '2026-07-01T08:30:00Z' })
    expect(answer.headers['etag']).toMatch(/^"2\./)
    expect(answer.headers['x-data-version']).toBe(data.datasetVersion)
    expect(answer.headers['x-data-version']).not.toBe(before['x-data-version'])
    const read = await workflow.get('chief', `${absencesPath}/${id}`)
    expect(read.json().data).toEqual(data)
    expect(read.headers['etag']).toBe(answer.headers['etag'])
    expect(read.headers['x-data-version']).toBe(answer.headers['x-data-version'])
    expect(Object.keys(answer.json()._links)).not.toContain('update')
  })

  test('the record is read back once', async () => {
    const id = await putAbsence(workflow)
    const statements = await textsOf(async () =>
      dataOf(await perform('chief', id, 'approve', { comment: 'Enjoy' })),
    )
    // Only records in responses are read with their dataset version.
    const reads = statements.filter((text) => text.includes('from "corollary"."dataset"'))
    expect(reads).toHaveLength(1)
  })

  test('the body is optional if no member is required', async () => {
    for (const body of [undefined, {}, { comment: null }]) {
      const data = dataOf(await perform('lead', await putAbsence(workflow), 'approve', body))
      expect(data).toMatchObject({ state: 'APPROVED', decisionComment: null, decidedBy: 'lead' })
    }
  })

  test('reject, then resubmit by a caller who sees the record', async () => {
    const id = await putAbsence(workflow)
    const rejected = dataOf(await perform('chief', id, 'reject', { comment: 'Too busy' }))
    expect(rejected).toMatchObject({ state: 'REJECTED', decisionComment: 'Too busy' })
    const again = dataOf(await perform('hand', id, 'resubmit'))
    expect(again).toMatchObject({ state: 'SUBMITTED', decisionComment: null, version: 3 })
    expect(again).toMatchObject({ decidedAt: null, decidedBy: null })
    expect(dataOf(await perform('chief', id, 'approve'))).toMatchObject({ state: 'APPROVED' })
  })
})

describe('actions that are refused', () => {
  const invalid: readonly (readonly [string, unknown, string, string | null])[] = [
    ['an unknown member', { comment: 'x', surprise: 1 }, 'REQUEST_PAYLOAD_INVALID', 'surprise'],
    ['a member of the record', { comment: 'x', state: 'X' }, 'REQUEST_PAYLOAD_INVALID', 'state'],
    ['a number for a text', { comment: 5 }, 'REQUEST_PAYLOAD_INVALID', 'comment'],
    ['a list for a text', { comment: ['x'] }, 'REQUEST_PAYLOAD_INVALID', 'comment'],
    ['a list', [], 'REQUEST_PAYLOAD_INVALID', null],
    ['a text', '"x"', 'REQUEST_PAYLOAD_INVALID', null],
    ['broken JSON', '{', 'REQUEST_PAYLOAD_INVALID', null],
    ['a comment that is missing', {}, 'VALIDATION_FAILED', 'comment'],
    ['a comment that is null', { comment: null }, 'VALIDATION_FAILED', 'comment'],
    ['an empty comment', { comment: '' }, 'VALIDATION_FAILED', 'comment'],
    ['no body', undefined, 'VALIDATION_FAILED', 'comment'],
    ['a comment that is too long', { comment: 'x'.repeat(1_001) }, 'VALIDATION_FAILED', 'comment'],
  ]
  test.each(invalid)('an action refuses %s and changes nothing', async (_, body, code, target) => {
    const id = await putAbsence(workflow)
    const before = await fingerprintOf(workflow)
    const answer = await perform('chief', id, 'reject', body)
    expectFailure(answer, { status: 400, code, targets: [target] })
    expect(await fingerprintOf(workflow)).toBe(before)
  })

  test('a member is refused if none is declared', async () => {
    const id = await putAbsence(workflow, 'REJECTED')
    const answer = await perform('chief', id, 'resubmit', { comment: 'x' })
    const code = 'REQUEST_PAYLOAD_INVALID'
    expectFailure(answer, { status: 400, code, targets: ['comment'] })
    expect(codeOf(await perform('chief', id, 'resubmit', {}))).toBe('200')
  })

  test('the maximum length of a comment is counted in characters', async () => {
    const comment = '😀'.repeat(1_000)
    const answer = await perform('chief', await putAbsence(workflow), 'reject', { comment })
    expect(dataOf(answer).decisionComment).toBe(comment)
  })

  test('unknown and invisible records get the same response', async () => {
    const foreign = await putAbsence(workflow, 'SUBMITTED', departments.foreign)
    const before = await fingerprintOf(workflow)
    for (const id of [foreign, unknown]) {
      expectFailure(await perform('lead', id, 'approve'), {
        status: 404,
        code: 'RESOURCE_NOT_FOUND',
      })
    }
    expect(codeOf(await perform('chief', 'seven', 'approve'))).toBe('400 INVALID_PARAMETER')
    expect(await fingerprintOf(workflow)).toBe(before)
  })

  test.each(['APPROVED', 'REJECTED', 'CANCELLED'])(
    'an approval is refused in the state %s',
    async (state) => {
      const id = await putAbsence(workflow, state)
      const answer = await perform('chief', id, 'approve')
      const [error] = expectFailure(answer, { status: 409, code: 'RESOURCE_STATE_BLOCKED' })
      expect(error.properties).toMatchObject({
        reason: 'resource-state-blocked',
        state,
        allowedStates: ['SUBMITTED'],
      })
      expect(await statesOf(workflow, [id])).toEqual([state])
    },
  )

  test('callers without an authority are refused, and only authenticated ones learn which is required', async () => {
    const id = await putAbsence(workflow)
    const nobody = await perform(anonymous, id, 'approve')
    expectFailure(nobody, { status: 401, code: 'AUTHENTICATION_REQUIRED' })
    expect(nobody.body).not.toContain('absence:decide')
    const [error] = expectFailure(await perform('viewer', id, 'approve'), {
      status: 403,
      code: 'ACCESS_DENIED',
    })
    expect(error.properties).toMatchObject({
      reason: 'missing-authority',
      requiredAuthorities: ['absence:decide'],
    })
  })

  test('other methods and names are refused', async () => {
    const id = await putAbsence(workflow)
    const wrong = await workflow.get('chief', `${absencesPath}/${id}/actions/approve`)
    expect(codeOf(wrong)).toBe('405 METHOD_NOT_ALLOWED')
    expect(wrong.headers['allow']).toBe('POST, OPTIONS')
    const paths = [`${id}/actions/bulk-approve`, 'actions/approve', `${id}/actions/cancel`]
    for (const path of paths) {
      const answer = await workflow.send('chief', 'POST', `${absencesPath}/${path}`, {})
      expect(codeOf(answer), path).toBe('404 ROUTE_NOT_FOUND')
    }
  })
})

describe('order of checks of an action', () => {
  const approve = async (caller: string, id: unknown, body: unknown, headers = {}) =>
    codeOf(
      await workflow.send(caller, 'POST', `${absencesPath}/${id}/actions/approve`, body, headers),
    )
  const stale = { 'if-match': '"99.x"' }
  const wrongType = { 'content-type': 'text/plain' }

  test('credentials, authority, media type, request, record, version and state are checked in this order', async () => {
    const blocked = await putAbsence(workflow, 'APPROVED')
    const everything = { ...stale, ...wrongType }
    expect(await approve(anonymous, unknown, '{', everything)).toBe('401 AUTHENTICATION_REQUIRED')
    expect(await approve('hand', unknown, '{', everything)).toBe('403 ACCESS_DENIED')
    expect(await approve('chief', unknown, '{', everything)).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await approve('chief', unknown, { comment: 'x' }, { accept: 'text/html' })).toBe(
      '406 NOT_ACCEPTABLE',
    )
    expect(await approve('chief', unknown, { comment: 5 }, stale)).toBe(
      '400 REQUEST_PAYLOAD_INVALID',
    )
    expect(await approve('chief', unknown, {}, stale)).toBe('404 RESOURCE_NOT_FOUND')
    expect(await approve('chief', blocked, {}, stale)).toBe('412 STALE_RESOURCE_VERSION')
    expect(await approve('chief', blocked, {})).toBe('409 RESOURCE_STATE_BLOCKED')
  })

  test('a body that is too large is refused after the authority and before its content', async () => {
    const huge = JSON.stringify({ comment: 'x'.repeat(3_000_000) })
    expect(await approve('hand', unknown, huge)).toBe('403 ACCESS_DENIED')
    expect(await approve('chief', unknown, huge)).toBe('413 PAYLOAD_TOO_LARGE')
  })
})
