/** A webhook receives the changes of its own tenant. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Twin } from '../access/leaks/twins.js'
import { type Receiver, secretOf, startReceiver, until } from '../webhooks/receiver.js'
import { startBureau } from './bureau.js'

let receiver: Receiver
let bureau: Twin

const environment = { WEBHOOK_TENANT_SECRET: secretOf('first') }

const webhook = (members: object = {}) =>
  JSON.stringify([
    {
      ...{ name: 'crm', url: receiver.url, secrets: ['env:WEBHOOK_TENANT_SECRET'] },
      ...{ resources: ['bureau.employees'], authorities: ['payroll:audit'], tenant: 'aurora' },
      ...members,
    },
  ])

beforeAll(async () => {
  receiver = await startReceiver()
  bureau = await startBureau({
    environment,
    settings: {
      'platform.webhooks.endpoints': webhook(),
      'platform.webhooks.poll-ms': 20,
    },
  })
})
afterAll(async () => {
  await bureau?.service.close()
  await bureau?.database.close()
  await receiver?.close()
})

test('changes of other tenants are not delivered', async () => {
  await bureau.service.app.ready()
  await until(async () => (await bureau.rows('select from corollary.webhook')).length > 0)
  const raise = (caller: string, salary: string) =>
    bureau.send({ method: 'PATCH', url: '/api/bureau/employees/1/raise', body: { salary } }, caller)
  expect((await raise('borealis', '7001.00')).statusCode).toBe(200)
  expect((await raise('aurora', '7002.00')).statusCode).toBe(200)
  await until(() => receiver.received.length > 0)
  await until(async () => {
    const rows = await bureau.rows('select from corollary.webhook_delivery')
    return rows.length === 0
  })
  expect(receiver.received.map(({ body }) => body.data.values.salary.new)).toEqual([7002])
})

test('a webhook without a tenant cannot receive records of tenants', async () => {
  const settings = { 'platform.webhooks.endpoints': webhook({ tenant: undefined }) }
  await expect(startBureau({ environment, settings })).rejects.toThrow(
    "crm: the records of 'bureau.employees' belong to tenants, and the webhook has none that is valid.",
  )
})
