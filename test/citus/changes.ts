/** Writers of employees on a cluster, and what history and streams say of their changes. */

import type { TestService } from 'corollary/testing'
import { expect } from 'vitest'
import { sender } from '../access/leaks/twins.js'
import type { Json } from '../http/use-people.js'
import type { TenantCaller } from '../tenants/bureau.js'

const api = '/api/bureau/employees'

/** A write that succeeded: which version of the record it made, and the id of its request. */
export interface Written {
  readonly caller: TenantCaller
  readonly id: number
  readonly version: number
  readonly trace: string
}

let requests = 0

/** Undefined: it failed, or nobody knows whether it was committed. */
export const raise = async (
  service: TestService,
  caller: TenantCaller,
  id: number,
): Promise<Written | undefined> => {
  const trace = `raise-${++requests}`
  const answer = await sender(service)(
    {
      ...{ method: 'PATCH', url: `${api}/${id}/raise`, headers: { 'x-request-id': trace } },
      body: { salary: `${1_000 + requests}.00` },
    },
    caller,
  )
  if (answer.statusCode !== 200) return undefined
  return { caller, id, trace, version: answer.json().data.version }
}

/** The request ids of all changes of a record, oldest first. */
export const historyOf = async (
  service: TestService,
  caller: TenantCaller,
  id: number,
): Promise<readonly string[]> => {
  const traces: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const url: string = `${api}/${id}/history?size=100${after && `&after=${after}`}`
    const answer = await sender(service)({ method: 'GET', url }, caller)
    expect(answer.statusCode, answer.body).toBe(200)
    const { content, next } = answer.json().data
    traces.push(...content.map(({ traceId }: Json) => traceId))
    after = next
  }
  return traces.reverse()
}

/** A reader of the stream of a tenant, which resumes where it was. */
export const streamReader = (service: TestService, caller: TenantCaller) => {
  let lastId: string | undefined
  const received: Json[] = []
  return {
    received,
    /** Reads what is committed now; false if the stream could not be read. */
    read: async (): Promise<boolean> => {
      const headers = { ...(lastId === undefined ? {} : { 'last-event-id': lastId }) }
      const url = `${api}/changes?follow=false`
      // The response is cut if the database goes away.
      const answer = await sender(service)({ method: 'GET', url, headers }, caller).catch(
        () => undefined,
      )
      if (answer?.statusCode !== 200) return false
      for (const block of answer.body.split('\n\n')) {
        const lines = block.split('\n')
        const memberOf = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const [type, id, data] = [memberOf('event'), memberOf('id'), memberOf('data')]
        if (type === 'reset') throw new Error('the stream lost its place')
        if (type === 'change') received.push(JSON.parse(data!))
        lastId = id ?? lastId
      }
      return true
    },
  }
}
