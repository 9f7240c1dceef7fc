/**
 * The sample service for a test file, requests to it, and the rules that every response must
 * satisfy.
 */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { type PeopleService, startPeople } from '../support/people.js'

export const paths = {
  employees: '/api/human-resources/employees',
  departments: '/api/human-resources/departments',
  skills: '/api/human-resources/skills',
  absences: '/api/human-resources/absence-requests',
  payslips: '/api/payroll/payslips',
  costs: '/api/payroll/monthly-costs',
} as const

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
export type Headers = Readonly<Record<string, string>>
export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>
/** JSON of unknown structure. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any member of a body
export type Json = any

export interface People {
  readonly service: PeopleService
  get(url: string, headers?: Headers): Promise<Answer>
  /** A body that is a text or a Buffer is sent unchanged, by default as `application/json`. */
  send(method: Method, url: string, body?: unknown, headers?: Headers): Promise<Answer>
  /** `data` of `POST {resource}/filter`; the request must succeed. */
  page(resource: string, query?: string, body?: unknown): Promise<Json>
  /** `data` of a created record. */
  create(resource: string, body: unknown): Promise<Json>
  /** Rows of the database itself, read without the service. */
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Json[]>
}

/** Starts the sample before the tests of the file, and stops it after them. */
export const usePeople = (
  settings: Readonly<Record<string, unknown>> = {},
  now?: () => Date,
): People => {
  let service: PeopleService | undefined
  beforeAll(async () => {
    service = await startPeople(settings, now)
  })
  afterAll(() => service?.close())
  const running = (): PeopleService => service!

  const send: People['send'] = async (method, url, body, headers = {}) => {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const type = isRaw ? { 'content-type': 'application/json' } : {}
    const payload = body === undefined ? {} : { payload: body as string }
    return running().app.inject({ method, url, headers: { ...type, ...headers }, ...payload })
  }
  return {
    get service() {
      return running()
    },
    send,
    get: (url, headers) => send('GET', url, undefined, headers),
    page: async (resource, query = '', body = {}) => {
      const answer = await send('POST', `${resource}/filter${query}`, body)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    },
    create: async (resource, body) => {
      const answer = await send('POST', resource, body)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().data
    },
    rows: async (sql, values = []) =>
      (await running().database.client.query(sql, [...values])).rows,
  }
}

let made = 0

/** A valid create body, with unique values of its own. */
export const newEmployee = (members: Readonly<Record<string, unknown>> = {}) => {
  made++
  return {
    code: `T-${made}`,
    fullName: `Test Person ${made}`,
    email: `test.person.${made}@example.com`,
    salary: '1000.00',
    hiredOn: '2026-03-01',
    departmentId: 2,
    ...members,
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const itemMembers = [
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'message',
  'category',
  'code',
  'target',
  'properties',
]

export interface Failure {
  readonly status: number
  readonly code: string
  /** Targets of all items, in any order. Default: one item without a target. */
  readonly targets?: readonly (string | null)[]
}

/** Checks every member of an error response, and returns its items. */
export const expectFailure = (answer: Answer, failure: Failure): readonly Json[] => {
  const { status, code, targets = [null] } = failure
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status })
  expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/)
  const body = answer.json()
  expect(Object.keys(body).sort()).toEqual(['errors', 'message', 'status', 'timestamp'])
  expect(body).toMatchObject({ status: 'failure', message: body.errors[0].message })
  expect(body.timestamp).toMatch(instant)
  expect(body.errors[0]).toMatchObject({ code, status })
  for (const item of body.errors) expectItem(item, String(answer.headers['x-request-id']))
  expect(body.errors.map(({ target }: Json) => target).sort()).toEqual([...targets].sort())
  return body.errors
}

const expectItem = (item: Json, traceId: string): void => {
  expect(Object.keys(item).sort()).toEqual([...itemMembers].sort())
  expect(item.type).toContain(item.code)
  expect(item.title).toMatch(/\w/)
  expect(item.message).toMatch(/\w/)
  expect(item.detail).toBe(item.message)
  expect(['VALIDATION', 'BUSINESS_LOGIC', 'SECURITY', 'SYSTEM']).toContain(item.category)
  expect(item.properties).toMatchObject({ code: item.code, traceId })
  if (item.target !== null) expect(item.properties.target).toBe(item.target)
}
