/** What a case is made of. */
import type pg from 'pg'
import type { HttpRequest, NextRequest } from '../load.js'

export const base = '/api/human-resources/employees'

/**
 * `bare` and `service` know no callers; `equal` and `secured` require tokens: the hand-written
 * server and the service, each in both ways.
 */
export type ServerName = 'bare' | 'service' | 'equal' | 'secured'
export type PeerName = 'remult' | 'feathers' | 'postgraphile'

/** The servers that a server is compared with. */
export const pairs = [
  ['service', 'bare'],
  ['secured', 'equal'],
] as const satisfies readonly (readonly [ServerName, ServerName])[]

export interface CaseContext {
  readonly server: ServerName | PeerName
  readonly url: string
  readonly employees: number
  /** Headers of a caller who sees every row; without tokens there are none. */
  readonly everybody: Readonly<Record<string, string>>
  /** As many other callers who see every row. */
  readonly colleagues: readonly Readonly<Record<string, string>>[]
  /** A caller who sees one department. */
  readonly restricted: Readonly<Record<string, string>>
  /** A number that differs for each start of the benchmark. */
  readonly run: string
}

export interface Case {
  readonly id: string
  readonly name: string
  readonly servers: readonly ServerName[]
  /** The goals for the throughput of the service, divided by that of the hand-written server. */
  readonly goals: { readonly bare?: number; readonly equal?: number }
  /** The same sequence of requests for every server, which goes on from round to round. */
  readonly requests: (context: CaseContext) => NextRequest | Promise<NextRequest>
  /** Default: 200. */
  readonly status?: number
  readonly readsBodies?: boolean
  /** Default: the value of the option. */
  readonly connections?: number
  /** True if a round is one long request. */
  readonly single?: boolean
  /** True if the responses of a round must have the same number of lines. */
  readonly hasLines?: boolean
  /** The case whose requests are the same to V8, so that its warm-up serves this one too. */
  readonly like?: string
  /** Pages by cursor start behind as many rows. */
  readonly depth?: number
  /** A statement that runs every second while requests are sent. */
  readonly everySecond?: string
  /** Removes what the case wrote. */
  readonly cleanUp?: (client: pg.ClientBase, employees: number) => Promise<void>
  /** True if responses are not compared, because they contain values that the database made. */
  readonly isUnique?: boolean
}

export const post = (path: string, body: unknown, headers = {}): HttpRequest => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
})

/** Returns one request after the other, and starts again at the end. */
export const cycle = (requests: readonly HttpRequest[]): NextRequest => {
  let next = 0
  return () => requests[next++ % requests.length]!
}

/** Calls `make` with 0, 1, 2 …, so that no request is like an earlier one. */
export const counted = (make: (index: number) => HttpRequest): NextRequest => {
  let next = 0
  return () => make(next++)
}

/** Returns the same numbers in every run (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
