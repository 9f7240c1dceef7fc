/** An issuer's key server: sends configured responses and counts the requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuthenticator } from '../../src/access/authentication.js'
import type { Authenticator } from '../../src/access/authenticator.js'
import { keySet } from './files.js'
import { type Changes, jwtSettings, now, type TestKey } from './tokens.js'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export const keys =
  (...published: readonly TestKey[]): Answer =>
  (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(keySet(...published.map(({ jwk }) => jwk)))
  }
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) => {
    response.writeHead(code, headers).end('{"keys":[]}')
  }
export const body =
  (text: string): Answer =>
  (_, response) => {
    response.end(text)
  }
export const silence: Answer = () => {}

export interface KeyServer {
  readonly url: string
  /** The response to the next requests; tests set it. */
  answer: Answer
  readonly requests: readonly IncomingMessage[]
  close(): void
}

export const startKeyServer = async (answer: Answer): Promise<KeyServer> => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    keyServer.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const keyServer: KeyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    answer,
    requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return keyServer
}

export interface Client {
  readonly authenticator: Authenticator
  /** The messages that were logged. */
  readonly faults: readonly unknown[]
  /** Moves the clock forward. */
  wait(milliseconds: number): void
}

export const connect = async (server: KeyServer, changes: Changes = {}): Promise<Client> => {
  const faults: unknown[] = []
  let time = now().getTime()
  const authenticator = await createAuthenticator(
    jwtSettings({ 'platform.auth.jwt.jwks-url': server.url, ...changes }),
    { now: () => new Date(time), onKeysUnavailable: (error) => faults.push(error) },
  )
  const wait = (milliseconds: number): void => {
    time += milliseconds
  }
  return { authenticator, faults, wait }
}
