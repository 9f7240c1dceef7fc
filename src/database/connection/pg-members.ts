/**
 * Members of `pg` that its types omit. The service depends on them here only, and
 * `pg-members.test.ts` fails if a version of `pg` lacks one.
 */
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** A connection to a server. */
export interface Wire extends EventEmitter {
  readonly stream: Socket
  /** Statements that were parsed on this connection, by name. */
  readonly parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string; types: readonly number[] }): void
  bind(portal: { statement: string; values: readonly unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
  connect(port: number | string, host?: string): void
  /** Reads messages from now on. Called again if the connection becomes a secure one. */
  attachListeners(stream: EventEmitter): unknown
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
  end(): void
}

/** What a client knows about its connection. */
export interface WireClient {
  readonly connection: Wire
  readonly connectionParameters: { query_timeout: unknown }
  readonly host: string
  readonly port: number
  /** False: the connection is not encrypted. */
  readonly ssl: unknown
  /** `direct`: the connection is encrypted without a request. */
  readonly sslNegotiation: string
  /** Null before the connection is open; so is the key. */
  readonly processID: number | null
  readonly secretKey: number | null
}

export const wireClientOf = (client: object): WireClient => client as WireClient

/** Texts, lists and numbers in the form in which the protocol sends them. */
export const { prepareValue } = (
  pg as unknown as {
    utils: { prepareValue(value: unknown): string | Buffer | null }
  }
).utils
