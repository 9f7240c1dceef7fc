/** The people sample as a whole service, with its housekeeping, for tests of what it reports. */
import { createServer, type RunningServer } from 'corollary'
import { afterAll, beforeAll } from 'vitest'
import people from '../../examples/people/app.js'
import { databaseUrl, type FreshDatabase, peopleDatabase } from '../support/database.js'
import { type Exposed, readExposition } from './exposition.js'

export const employees = '/api/human-resources/employees'

export interface Observed {
  readonly database: FreshDatabase
  readonly url: string
  send(method: string, path: string, body?: object, headers?: object): Promise<Response>
  metrics(): Promise<ReadonlyMap<string, Exposed>>
}

export const useObserved = (environment: Readonly<Record<string, string>> = {}): Observed => {
  let database: FreshDatabase
  let service: RunningServer
  beforeAll(async () => {
    database = await peopleDatabase()
    const { prepare: _, ...application } = people
    service = await createServer(application, {
      environment: {
        DATABASE_URL: databaseUrl(database.connection),
        PLATFORM_HTTP_PORT: '0',
        PLATFORM_HTTP_SHUTDOWN_DRAIN_MS: '0',
        PLATFORM_LOG_LEVEL: 'silent',
        ...environment,
      },
    })
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })
  const send: Observed['send'] = (method, path, body, headers = {}) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  return {
    get database() {
      return database
    },
    get url() {
      return service.url
    },
    send,
    metrics: async () => readExposition(await (await send('GET', '/metrics')).text()),
  }
}
