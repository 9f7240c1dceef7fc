/** Dry runs of tenants: each write has its usual response, and nothing of it is left. */
import { describe, expect, test } from 'vitest'
import { api, department, requests } from '../citus/requests.js'
import { databaseOf, sendTwice, type Tried } from '../support/dry-run.js'
import { type OpenDatabase, type TenantCaller, useBureau } from './bureau.js'

const batch = {
  items: [
    { operation: 'CREATE', data: { code: 'B1', name: 'First' } },
    { operation: 'CREATE', data: { code: 'B1', name: 'Taken' } },
    { operation: 'UPDATE', id: 2, data: { code: 'B2', name: 'Second' } },
  ],
}
const written = ['create', 'create-references', 'intent', 'update', 'action', 'action-bulk']
const writes = [
  ...requests.filter(([name]) => written.includes(name)),
  ...(['ATOMIC', 'PER_ITEM'] as const).map(
    (atomicity) =>
      [
        `batch ${atomicity}`,
        { method: 'POST', url: `${api}/departments/batch`, body: { ...batch, atomicity } },
      ] as const,
  ),
  ['delete', { method: 'DELETE', url: `${api}/payslips/24` }] as const,
]

export const describeDryRuns = (title: string, open?: OpenDatabase): void => {
  describe(title, () => {
    const bureau = useBureau({ open })
    const tried: Tried = {
      send: (caller, method, url, body, headers) =>
        bureau.send(
          {
            ...{ method, url },
            ...(body === undefined ? {} : { body: body as object }),
            ...(headers ? { headers } : {}),
          },
          caller as TenantCaller,
        ),
      rows: bureau.rows,
    }

    test.each(writes)('%s', async (name, { method, url, body }) => {
      const { statusCode, body: text } = await sendTwice(tried, {
        ...{ caller: 'aurora', method, url },
        ...(body === undefined ? {} : { body }),
      })
      expect(statusCode < 300, text).toBe(name !== 'batch ATOMIC')
    })

    test('an idempotency key is neither stored nor read', async () => {
      const headers = { 'idempotency-key': 'tried' }
      const body = { ...department, code: 'KEY' }
      const before = await databaseOf(bureau)
      const dry = { method: 'POST', url: `${api}/departments?dryRun=true`, body, headers } as const
      expect((await bureau.send(dry, 'aurora')).statusCode).toBe(201)
      expect(await databaseOf(bureau)).toEqual(before)
      const real = await bureau.send({ ...dry, url: `${api}/departments` }, 'aurora')
      expect([real.statusCode, real.headers['idempotency-replayed']]).toEqual([201, undefined])
    })
  })
}
