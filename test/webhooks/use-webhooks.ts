/** A service with webhooks for a test, on a database of its own, and its receivers. */
import { createTestService, type TestService, type TestServiceOptions } from 'corollary/testing'
import { afterEach, beforeEach } from 'vitest'
import people from '../../examples/people/app.js'
import {
  type Answer,
  type Headers,
  type Json,
  type Method,
  newEmployee,
  paths,
} from '../http/use-people.js'
import { type FreshDatabase, startedPeopleDatabase } from '../support/database.js'
import { dataOf } from '../support/use-service.js'
import { type Receiver, secretOf, startReceiver } from './receiver.js'

export interface WebhookTest {
  readonly database: FreshDatabase
  readonly receiver: Receiver
  start(
    webhook?: object,
    settings?: Readonly<Record<string, unknown>>,
    options?: Pick<TestServiceOptions, 'routes'>,
  ): Promise<TestService>
  send(
    service: TestService,
    method: Method,
    url: string,
    body?: object,
    headers?: Headers,
  ): Promise<Answer>
  /** Stops a service before the end of the test. */
  stop(service: TestService): Promise<void>
  /** Creates an employee. */
  create(service: TestService, members?: Readonly<Record<string, unknown>>): Promise<Json>
  setPhone(service: TestService, employee: Json, phone: string): Promise<void>
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Json[]>
}

export const employees = 'human-resources.employees'

/** The declared webhook of a receiver. */
export const webhookOf = (url: string, members: object = {}): object => ({
  ...{ name: 'crm', url, secrets: ['env:WEBHOOK_TEST_SECRET'], resources: [employees] },
  authorities: ['hr:all', 'employee:history'],
  ...members,
})

const environment = {
  WEBHOOK_TEST_SECRET: secretOf('first'),
  WEBHOOK_OTHER_SECRET: secretOf('second'),
}

const callers = {
  hr: { authorities: ['hr:all', 'employee:compensation', 'webhooks:operate'] },
  clerk: { authorities: ['hr:all'] },
}

export const useWebhooks = (): WebhookTest => {
  const services: TestService[] = []
  let database: FreshDatabase
  let receiver: Receiver
  beforeEach(async () => {
    database = await startedPeopleDatabase()
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()))
    await receiver.close()
    await database.close()
  })
  const send: WebhookTest['send'] = ({ app }, method, url, body, headers = {}) =>
    app.inject({
      ...{ method, url, headers: { authorization: 'Bearer hr', ...headers } },
      ...(body ? { payload: body } : {}),
    })
  const test: WebhookTest = {
    get database() {
      return database
    },
    get receiver() {
      return receiver
    },
    start: async (webhook = {}, settings = {}, options = {}) => {
      const endpoints = [webhookOf(receiver.url, webhook)]
      const service = await createTestService({
        ...{ resources: people.resources, connection: database.connection, callers },
        ...{ environment, ...options },
        settings: {
          'platform.webhooks.endpoints': JSON.stringify(endpoints),
          'platform.webhooks.poll-ms': 20,
          ...settings,
        },
      })
      services.push(service)
      await service.app.ready()
      const isKnown = async () => (await test.rows('select from corollary.webhook')).length > 0
      while (!(await isKnown())) await new Promise(setImmediate)
      return service
    },
    stop: async (service) => {
      services.splice(services.indexOf(service), 1)
      await service.close()
    },
    send,
    create: async (service, members) =>
      dataOf(await send(service, 'POST', paths.employees, newEmployee(members)), 201),
    setPhone: async (service, { id }, phone) => {
      dataOf(await send(service, 'PATCH', `${paths.employees}/${id}/profile`, { phone }))
    },
    rows: async (sql, values = []) => (await database.client.query(sql, [...values])).rows,
  }
  return test
}
