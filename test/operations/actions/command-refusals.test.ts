/** Refusals by code of a contract, by the database and by rules. */
import { describe, expect, test } from 'vitest'
import { expectFailure } from '../../http/use-people.js'
import { codeOf, dataOf, fingerprintOf } from '../../support/use-service.js'
import { control, jobsPath } from '../jobs.js'
import { newTitle, useJobs } from '../use-jobs.js'
import { useActions } from './use-actions.js'

const jobs = useJobs()
const { perform } = useActions(jobs, jobsPath)

describe('refusals in commands', () => {
  test('a refusal is returned with its reason, and everything is undone', async () => {
    const id = await jobs.put()
    const before = await fingerprintOf(jobs)
    control.perform = async ({ update, refuse }) => {
      await update({ note: 'never' })
      throw refuse('too-late')
    }
    const [error] = expectFailure(await perform('ann', id, 'act'), {
      status: 400,
      code: 'BUSINESS_RULE_VIOLATION',
    })
    expect(error).toMatchObject({
      message: 'The request was refused: too-late.',
      properties: { reason: 'too-late' },
    })
    expect(await fingerprintOf(jobs)).toBe(before)
  })

  test('a violated constraint is reported as in any write', async () => {
    const id = await jobs.put()
    control.perform = ({ update }) => update({ amount: -1 })
    const [check] = expectFailure(await perform('ann', id, 'act'), {
      status: 400,
      code: 'VALIDATION_FAILED',
      targets: ['amount'],
    })
    expect(check.message).toBe('An amount is never negative.')
    const title = newTitle()
    await jobs.put({ title })
    control.perform = ({ update }) => update({ title })
    const unique = await perform('ann', id, 'act')
    expect(codeOf(unique)).toBe('409 DATA_INTEGRITY_VIOLATION')
    expect(unique.body).not.toContain(title)
  })

  test('a rule can return any reason', async () => {
    const answer = await perform('ann', await jobs.put(), 'odd')
    const [error] = expectFailure(answer, { status: 403, code: 'ACCESS_DENIED' })
    expect(error.properties.reason).toBe('resource-state-blocked')
  })
})

describe('rules of operations', () => {
  const reasonInCatalog = async (id: number, action: string) => {
    const { actions } = (await jobs.get('ann', `${jobsPath}/${id}/actions`)).json()
    return actions.find((candidate: (typeof actions)[0]) => candidate.id === action).availability
      .reason
  }
  const reasonOfCall = async (id: number, action: string) => {
    const answer = await perform('ann', id, action)
    return answer.statusCode === 200 ? null : answer.json().errors[0].properties.reason
  }

  test('a rule may need the key of a relation', async () => {
    const first = await jobs.put()
    const second = dataOf(
      await jobs.ask('POST', '', { title: newTitle(), parentId: first }),
      201,
    ).id
    expect([await reasonInCatalog(first, 'kin'), await reasonOfCall(first, 'kin')]).toEqual([
      'no-kin',
      'no-kin',
    ])
    expect([await reasonInCatalog(second, 'kin'), await reasonOfCall(second, 'kin')]).toEqual([
      null,
      null,
    ])
  })

  test('a rule decides only by the columns that it needs, in catalogs and calls alike', async () => {
    const id = await jobs.put()
    expect(await reasonInCatalog(id, 'bare')).toBe(await reasonOfCall(id, 'bare'))
  })
})
