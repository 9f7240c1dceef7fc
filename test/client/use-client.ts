/** The sample service on a port, and clients of it, for a test file. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { absenceRequests } from '../../examples/people/resources/absence-requests.js'
import { departments } from '../../examples/people/resources/departments.js'
import { employees } from '../../examples/people/resources/employees.js'
import { monthlyCosts, payslips } from '../../examples/people/resources/payroll.js'
import { skills } from '../../examples/people/resources/skills.js'
import {
  type Client,
  type ClientOptions,
  createClient,
  type Failure,
  type Fetch,
} from '../../src/client.js'
import { type PeopleService, startPeople } from '../support/people.js'

export const resources = [employees, departments, skills, absenceRequests, payslips, monthlyCosts]
export type People = Client<typeof resources>

export interface ClientSetup {
  readonly baseUrl: string
  readonly client: People
  readonly service: PeopleService
}

/** Starts the sample before the tests of the file, and stops it after them. */
export const useClient = (settings: Readonly<Record<string, unknown>> = {}): ClientSetup => {
  let service: PeopleService | undefined
  let baseUrl = ''
  beforeAll(async () => {
    service = await startPeople(settings)
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    baseUrl = `http://127.0.0.1:${port}`
  })
  afterAll(() => service?.close())
  return {
    get baseUrl() {
      return baseUrl
    },
    get client() {
      return createClient<typeof resources>({ baseUrl })
    },
    get service() {
      return service!
    },
  }
}

/** The result, which must be a success. */
export const succeeded = <A extends { readonly ok: true }>(result: A | Failure): A => {
  expect(result).toMatchObject({ ok: true })
  return result as A
}

/** The error of the result, which must be a failure. */
export const refused = (result: { readonly ok: true } | Failure) => {
  expect(result).toMatchObject({ ok: false })
  return (result as Failure).error
}

/** One request, as it was sent. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Headers
  readonly body: unknown
}

/** A client that only records what it sends; every request gets the same response. */
export const recordingClient = (
  options: Pick<ClientOptions<typeof resources>, 'headers'> = {},
): { readonly client: People; readonly sent: Sent[] } => {
  const sent: Sent[] = []
  const fetch: Fetch = async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address)
    const parsed = typeof body === 'string' ? JSON.parse(body) : body
    sent.push({ method, path: pathname, query: decodeURIComponent(search), headers, body: parsed })
    return new Response('{}')
  }
  const client = createClient<typeof resources>({ baseUrl: 'http://service', fetch, ...options })
  return { client, sent }
}

let made = 0

/** A valid create body, with unique values of its own. */
export const newEmployee = () => {
  made++
  return {
    code: `C-${made}`,
    fullName: `Client Person ${made}`,
    email: `client.person.${made}@example.com`,
    salary: '1000.00',
    hiredOn: '2026-03-01',
    departmentId: 2,
  }
}
