/**
 * The servers of one cluster: a primary, and replicas that stream its log. Each second it looks at
 * all of them: which one is the primary, and which replicas keep up with it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Row } from '../../foundation/statement.js'
import type { Server } from '../server.js'
import { isReached, type LogPosition, type ServerState, stateStatement } from './position.js'

const intervalMs = 1_000

/** What changed of a server. */
export type MemberEvent = 'ready' | 'left out' | 'primary'

export interface MembersOptions {
  /** Replicas. */
  readonly addresses: readonly pg.ClientConfig[]
  /** Connects to one, and opens its pools. */
  readonly open: (address: pg.ClientConfig) => Promise<Server>
  readonly onEvent: (event: MemberEvent, server: Server) => void
}

class Member {
  /** Undefined until it was reached for the first time. */
  server: Server | undefined
  /** A replica that keeps up with the primary. */
  isReady = false
  readonly #open: () => Promise<Server>

  constructor(open: () => Promise<Server>, server?: Server) {
    this.#open = open
    this.server = server
  }

  /** Undefined: it cannot be reached. */
  async look(): Promise<ServerState | undefined> {
    try {
      this.server ??= await this.#open()
      const rows: readonly Row[] = await this.server.query(stateStatement, {}, [], 'probe')
      return stateStatement.decode(rows)
    } catch {
      return undefined
    }
  }
}

/** One that does not answer must not delay what is found of the others. */
const lookAt = (member: Member): Promise<ServerState | undefined> =>
  Promise.race([member.look(), sleep(intervalMs, undefined, { ref: false })])

/** It has the history of the primary, and what the primary had at the look before. */
const keepsUp = (
  state: ServerState | undefined,
  primary: ServerState | undefined,
  before: LogPosition | undefined,
): boolean => {
  if (!state?.isReplica || !primary) return false
  const isSame = state.system === primary.system && state.timeline === primary.timeline
  return isSame && isReached(state.position, before ?? primary.position)
}

export class Members {
  readonly #options: MembersOptions
  readonly #all: readonly Member[]
  #primary: Member
  /** The primary at the last look. */
  #known: ServerState | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #turn = 0

  constructor(primary: Server, options: MembersOptions) {
    this.#options = options
    this.#primary = new Member(async () => primary, primary)
    const { addresses, open } = options
    this.#all = [this.#primary, ...addresses.map((one) => new Member(() => open(one)))]
    this.#repeat()
  }

  get primary(): Server {
    return this.#primary.server!
  }

  get ready(): number {
    return this.#all.filter(({ isReady }) => isReady).length
  }

  /** The next one that is ready. */
  next(): Server | undefined {
    const ready = this.#all.filter(({ isReady }) => isReady)
    return ready[this.#turn++ % ready.length]?.server
  }

  /** Until a look finds that it is ready again. */
  leaveOut(server: Server): void {
    const member = this.#all.find((one) => one.server === server)
    if (member) this.#setReady(member, false)
  }

  async close(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.all(this.#all.map(({ server }) => server?.close()))
  }

  #repeat(): void {
    void this.#look().finally(() => {
      if (!this.#isStopped) this.#timer = setTimeout(() => this.#repeat(), intervalMs).unref()
    })
  }

  async #look(): Promise<void> {
    // The primary first: what it has now, replicas are to have at the next look.
    const states = new Map([[this.#primary, await lookAt(this.#primary)]])
    const others = this.#all.filter((member) => member !== this.#primary)
    const looked = others.map(async (one) => void states.set(one, await lookAt(one)))
    await Promise.all(looked)
    if (this.#isStopped) {
      await Promise.all(others.map(({ server }) => server?.close()))
      return
    }
    this.#choosePrimary(states)
    const found = states.get(this.#primary)
    const primary = found?.isReplica ? undefined : found
    const before = this.#known?.position
    this.#known = primary ?? this.#known
    for (const [member, state] of states) {
      this.#setReady(member, keepsUp(state, primary, before))
    }
  }

  /**
   * The server that accepts writes. Of several, the one with the latest history: a former primary,
   * which nobody has stopped, must not be written to. Another cluster never becomes the primary.
   */
  #choosePrimary(states: ReadonlyMap<Member, ServerState | undefined>): void {
    const known = states.get(this.#primary) ?? this.#known
    if (!known) return
    let best: readonly [Member, number] | undefined
    for (const [member, state] of states) {
      if (!state || state.isReplica || state.system !== known.system) continue
      if (!best || state.timeline > best[1]) best = [member, state.timeline]
    }
    if (!best || best[0] === this.#primary || best[1] <= this.#timelineOf(states)) return
    this.#primary = best[0]
    this.#known = undefined
    this.#options.onEvent('primary', this.primary)
  }

  #timelineOf(states: ReadonlyMap<Member, ServerState | undefined>): number {
    const state = states.get(this.#primary)
    if (state && !state.isReplica) return state.timeline
    return this.#known?.timeline ?? 0
  }

  #setReady(member: Member, isReady: boolean): void {
    if (member.isReady === isReady) return
    member.isReady = isReady
    this.#options.onEvent(isReady ? 'ready' : 'left out', member.server!)
  }
}
