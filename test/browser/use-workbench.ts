/** The workbench of a service on a port, in a browser. */
import type { AddressInfo } from 'node:net'
import { createTestService, type TestService, type TestServiceOptions } from 'corollary/testing'
import { afterAll, beforeAll } from 'vitest'
import movies from '../../examples/movies/app.js'
import people from '../../examples/people/app.js'
import { messages } from '../../examples/people/messages.js'
import sales from '../../examples/sales/app.js'
import type { Look, Session } from '../support/browser.js'
import {
  type FreshDatabase,
  fewMoviesDatabase,
  fewSalesDatabase,
  startedManyPeopleDatabase,
} from '../support/database.js'
import { isNightly } from '../support/effort.js'
import { useBrowser } from './use-browser.js'

export type ServiceOptions = Omit<TestServiceOptions, 'connection'> & {
  /** Creates the database that the service uses. */
  readonly database: () => Promise<FreshDatabase>
}

export const samples = {
  people: {
    ...{ database: startedManyPeopleDatabase, resources: people.resources, messages },
    callers: people.callers ?? [],
  },
  movies: { database: fewMoviesDatabase, resources: movies.resources },
  sales: {
    ...{ database: fewSalesDatabase, resources: sales.resources },
    callers: sales.callers ?? [],
  },
} satisfies Record<string, ServiceOptions>

export type SampleName = keyof typeof samples

/** The nightly run goes through all journeys, the usual one through those with the most proof. */
export const nightly = { skip: !isNightly }

/** Returns the cases of the people sample; the nightly run takes those of all samples. */
export const usualSample = <C extends { readonly sample: SampleName }>(
  cases: readonly C[],
): readonly C[] => cases.filter(({ sample }) => isNightly || sample === 'people')

export interface Workbench {
  readonly origin: string
  readonly database: FreshDatabase
  /** A page of the workbench, for example `/resources/cinema.movies`, in a new profile. */
  open(path?: string, look?: Look): Promise<Session>
  /** Any page of the service, for example `/docs`, in a new profile. */
  visit(path: string): Promise<Session>
}

/** @param prepare options, or what makes them before the tests */
export const useWorkbench = (
  prepare: ServiceOptions | (() => Promise<ServiceOptions>),
): Workbench => {
  const browser = useBrowser()
  let database: FreshDatabase | undefined
  let service: TestService | undefined
  let origin = ''
  beforeAll(async () => {
    if (!browser.isThere) return
    const { database: create, ...options } =
      typeof prepare === 'function' ? await prepare() : prepare
    database = await create()
    service = await createTestService({ ...options, connection: database.connection })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    origin = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })
  return {
    get origin() {
      return origin
    },
    get database() {
      return database!
    },
    open: (path = '', look) => browser.open(origin, `/workbench${path}`, look),
    visit: (path) => browser.open(origin, path),
  }
}
