/** The servers that are compared: how each is started, and which requests it takes. */
import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { peerFile, serverFile } from './build.js'
import type { Case, CaseContext, PeerName, ServerName } from './cases/case.js'
import { peers } from './cases/peers.js'
import type { HttpRequest, NextRequest } from './load.js'
import type { Connection, StartMessage } from './messages.js'
import type { CallerHeaders, Callers } from './tokens.js'

export type AnyServer = ServerName | PeerName

type Start = Pick<StartMessage, 'connection' | 'tokenRules' | 'environment'>

/** Servers that promise no versions use tables without their triggers. */
const plain = (connection: Connection): Connection => ({
  ...connection,
  options: '-c search_path=plain,public',
})

const own: Readonly<
  Record<ServerName, { file: string; start: (connection: Connection, callers: Callers) => Start }>
> = {
  bare: { file: 'bare', start: (connection) => ({ connection: plain(connection) }) },
  equal: { file: 'equal', start: (connection, { tokenRules }) => ({ connection, tokenRules }) },
  service: { file: 'service', start: (connection) => ({ connection }) },
  secured: {
    file: 'service',
    start: (connection, { environment }) => ({ connection, environment }),
  },
}

export const serverNames = Object.keys(own) as ServerName[]
export const peerNames = Object.keys(peers) as PeerName[]

export const isPeerName = (name: AnyServer): name is PeerName => name in peers

export const takesPart = (one: Case, name: AnyServer): boolean =>
  isPeerName(name) ? peers[name].cases.includes(one.id) : one.servers.includes(name)

export const fileOf = (name: AnyServer): string =>
  isPeerName(name) ? peerFile(name) : serverFile(own[name].file)

export const startOf = (name: AnyServer, connection: Connection, callers: Callers): Start =>
  isPeerName(name) ? { connection: plain(connection) } : own[name].start(connection, callers)

const nodeOfPostgraphile = 22

/** The Node.js that a server needs, if it is a newer one than that of the benchmark. */
export const nodeOf = async (
  name: AnyServer,
  tell: (text: string) => void,
): Promise<string | undefined> => {
  const [major] = process.versions.node.split('.').map(Number)
  if (name !== 'postgraphile' || major! >= nodeOfPostgraphile) return undefined
  tell(`PostGraphile needs Node ${nodeOfPostgraphile}, which npm downloads`)
  const command = ['--yes', `--package=node@${nodeOfPostgraphile}`, '--', 'which', 'node']
  const { stdout } = await promisify(execFile)('npx', command)
  return realpath(stdout.trim())
}

export const hasCallers = (name: AnyServer): boolean => name === 'equal' || name === 'secured'

export const contextOf = (
  server: AnyServer,
  url: string,
  employees: number,
  callers: Callers,
): CaseContext => ({
  ...{ server, url, employees, run: Date.now().toString(36) },
  ...(hasCallers(server) ? callers : { ...callers, ...nobody }),
})

const nobody: Readonly<Record<'everybody' | 'restricted', CallerHeaders>> = {
  everybody: {},
  restricted: {},
}

/** The requests of a case to a server. */
export const requestsOf = async (one: Case, context: CaseContext): Promise<NextRequest> => {
  const next = await one.requests(context)
  const { server } = context
  if (!isPeerName(server)) return next
  const { translate, countOf } = peers[server]
  if (!countOf || exchangesOf(one, server) === 1) {
    return (connection, response) => translate(next(connection, response))
  }
  // Each connection reads a page, then its total.
  const pages = new Map<number, HttpRequest>()
  return (connection) => {
    const page = pages.get(connection)
    pages.delete(connection)
    if (page) return countOf(page)
    const request = next(connection)
    pages.set(connection, request)
    return translate(request)
  }
}

/** A page without a total takes a second request. */
export const exchangesOf = ({ hasTotal }: Case, name: AnyServer): number =>
  hasTotal && isPeerName(name) && peers[name].countOf ? 2 : 1

export const statusOf = ({ status = 200 }: Case, name: AnyServer): number =>
  isPeerName(name) && status === 201 ? peers[name].created : status

interface Rows {
  readonly ids: readonly number[]
  readonly total?: number
}

/** What a peer must have in common with the others: the rows, and the total if it has one. */
export const rowsOf = (name: AnyServer, body: unknown): Rows => {
  if (isPeerName(name)) return peers[name].rowsOf(body as never)
  const { data } = body as {
    data: { id: number } | { content: readonly { id: number }[]; totalElements: number }
  }
  return 'content' in data
    ? { ids: data.content.map(({ id }) => id), total: data.totalElements }
    : { ids: [data.id] }
}
