/** The servers that are compared: how each is started, and which requests it takes. */
import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { peerFile, serverFile } from './build.js'
import { type Case, type CaseContext, type PeerName, pairs, type ServerName } from './cases/case.js'
import {
  bucketsOf,
  type Content,
  type PeerRequest,
  rounded,
  translate,
} from './cases/peers/peer.js'
import { peers } from './cases/peers/peers.js'
import { walkPeer } from './cases/walks.js'
import type { NextRequest } from './load.js'
import type { Connection, StartMessage } from './messages.js'
import type { ServerResult } from './results.js'
import type { CallerHeaders, Callers } from './tokens.js'

export type AnyServer = ServerName | PeerName

type Start = Pick<StartMessage, 'connection' | 'tokenRules' | 'environment'>

/** Servers that promise no versions use tables without their triggers. */
export const plain = (connection: Connection): Connection => ({
  ...connection,
  options: '-c search_path=plain,public',
})

const handWritten: Readonly<
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

export const serverNames = Object.keys(handWritten) as ServerName[]
export const peerNames = Object.keys(peers) as PeerName[]

export const isPeerName = (name: AnyServer): name is PeerName => name in peers

export const takesPart = (benchCase: Case, name: AnyServer): boolean =>
  isPeerName(name) ? peers[name].cases.includes(benchCase.id) : benchCase.servers.includes(name)

export const fileOf = (name: AnyServer): string =>
  isPeerName(name) ? peerFile(name) : serverFile(handWritten[name].file)

export const startOf = (name: AnyServer, connection: Connection, callers: Callers): Start =>
  isPeerName(name)
    ? { connection: plain(connection) }
    : handWritten[name].start(connection, callers)

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
  server,
  url,
  employees,
  run: Date.now().toString(36),
  ...(hasCallers(server) ? callers : { ...callers, ...nobody }),
})

const nobody: Readonly<Record<'everybody' | 'restricted', CallerHeaders>> = {
  everybody: {},
  restricted: {},
}

/** The requests of a case to a server. */
export const requestsOf = async (benchCase: Case, context: CaseContext): Promise<NextRequest> => {
  const { server } = context
  if (!isPeerName(server)) return benchCase.requests(context)
  const peer = peers[server]
  if (benchCase.depth !== undefined) return walkPeer(benchCase.depth, context, peer.cursors!)
  const next = await benchCase.requests(context)
  return (connection, response) => translate(peer, next(connection, response))
}

export const statusOf = ({ id, status = 200 }: Case, name: AnyServer): number =>
  isPeerName(name) ? (peers[name].statuses[id] ?? 200) : status

/** What a server is compared with in a case: by hand with goals, a peer with the service. */
export const comparisonOf = (
  { servers, goals }: Pick<Case, 'servers' | 'goals'>,
  name: AnyServer,
): Omit<ServerResult, 'name' | 'rounds'> => {
  if (isPeerName(name)) {
    return { isPeer: true, opponent: servers.find((server) => server === 'service') ?? 'secured' }
  }
  const opponent = pairs.find(([service]) => service === name)?.[1]
  if (!opponent || !servers.includes(opponent)) return {}
  return { opponent, goal: goals[opponent] }
}

/** What a peer must have in common with the others. */
export const contentOf = (body: unknown): Content => {
  // Pages of options have no envelope.
  const { data = body as Data } = body as { readonly data?: Data }
  if (data.points) return bucketsOf(data.points, ({ label, count }) => [label, count])
  if (data.buckets) {
    return bucketsOf(data.buckets, ({ key, count, values }) =>
      values ? [String(key), count, rounded(values.salary)] : [String(key), count],
    )
  }
  if (!data.content) return { ids: [data.id] }
  const ids = data.content.map(({ id }) => id)
  return data.totalElements === undefined ? { ids } : { ids, total: data.totalElements }
}

interface Data {
  readonly id: number
  readonly content?: readonly { readonly id: number }[]
  readonly totalElements?: number
  readonly buckets?: readonly Bucket[]
  readonly points?: readonly { readonly label: string; readonly count: number }[]
}

interface Bucket {
  readonly key: number
  readonly count: number
  readonly values?: { readonly salary: number | string }
}

/** Undefined for a response that is not compared. */
export const contentOfPeer = ({ read }: PeerRequest, body: unknown): Content | undefined =>
  read?.(body as never)
