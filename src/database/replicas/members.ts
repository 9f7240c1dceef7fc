/**
 * The servers of one cluster: a primary, and replicas that stream its log. Each second it looks at
 * all of them: which one is the primary, and which replicas keep up with it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Row } from '../../foundation/execution/statement.js'
import {
  isReached,
  type LogPosition,
  type ServerState,
  stateStatement,
} from '../connection/log-position.js'
import type { Server } from '../connection/postgres-server.js'

const intervalMs = 1_000

/** What changed of a server. */
export type MemberEvent = 'ready' | 'left out' | 'primary'

export interface MembersOptions {
  /** Replicas. */
  readonly addresses: readonly pg.ClientConfig[]
  /** Connects to one, and opens its pools. */
  readonly open: (address: pg.ClientConfig) => Promise<Server>
  readonly onEvent: (event: MemberEvent, server: Server) => void
  /**
   * Milliseconds by which a replica may be behind; it then gets reads also while there is no
   * primary. Undefined: a replica keeps up from one look to the next, with a primary.
   */
  readonly maxLagMs: number | undefined
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

/** It has the history of the primary, and what is needed of its log. */
const keepsUp = (
  state: ServerState | undefined,
  primary: ServerState | undefined,
  needed: LogPosition | undefined,
): boolean => {
  if (!state?.isReplica || !primary) return false
  const isSame = state.system === primary.system && state.timeline === primary.timeline
  return isSame && isReached(state.position, needed ?? primary.position)
}

/** What the primary had committed when a look began, or more. */
interface Milestone {
  readonly at: number
  readonly position: LogPosition
}

export class Members {
  readonly #options: MembersOptions
  readonly #all: readonly Member[]
  #primary: Member
  /** The primary at the last look. */
  #known: ServerState | undefined
  /** Of the primary, in the order of time: those that count, and the last one. */
  #milestones: readonly Milestone[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #turn = 0

  constructor(primary: Server, options: MembersOptions) {
    this.#options = options
    this.#primary = new Member(async () => primary, primary)
    const { addresses, open } = options
    this.#all = [this.#primary, ...addresses.map((address) => new Member(() => open(address)))]
    this.#repeat()
  }

  get primary(): Server {
    return this.#primary.server!
  }

  get ready(): number {
    return this.#all.filter(({ isReady }) => isReady).length
  }

  /** The history of the primary. 0 before it was looked at. */
  get timeline(): number {
    return this.#known?.timeline ?? 0
  }

  /** What a replica must have replayed to be no further behind than it may. */
  get needed(): LogPosition | undefined {
    const oldest = performance.now() - (this.#options.maxLagMs ?? 0)
    const found = this.#milestones.find(({ at }) => at >= oldest) ?? this.#milestones.at(-1)
    return found?.position
  }

  /** Those that are ready; each time another one comes first. */
  inTurn(): readonly Server[] {
    const ready = this.#all.filter(({ isReady }) => isReady).map(({ server }) => server!)
    const first = this.#turn++ % ready.length
    return [...ready.slice(first), ...ready.slice(0, first)]
  }

  /** Until a look finds that it is ready again. */
  leaveOut(server: Server): void {
    const member = this.#all.find((candidate) => candidate.server === server)
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
    const at = performance.now()
    // The primary first: what it has now, replicas are to have at the next look.
    const states = new Map([[this.#primary, await lookAt(this.#primary)]])
    const others = this.#all.filter((member) => member !== this.#primary)
    const looked = others.map(async (member) => void states.set(member, await lookAt(member)))
    await Promise.all(looked)
    if (this.#isStopped) {
      await Promise.all(others.map(({ server }) => server?.close()))
      return
    }
    this.#choosePrimary(states)
    const found = states.get(this.#primary)
    const primary = found?.isReplica ? undefined : found
    const { needed } = this
    this.#known = primary ?? this.#known
    if (primary) this.#note({ at, position: primary.position })
    const leading = this.#options.maxLagMs === undefined ? primary : this.#known
    for (const [member, state] of states) {
      this.#setReady(member, keepsUp(state, leading, needed))
    }
  }

  #note(milestone: Milestone): void {
    const oldest = performance.now() - (this.#options.maxLagMs ?? 0)
    this.#milestones = [...this.#milestones.filter(({ at }) => at >= oldest), milestone]
  }

  /**
   * The server that accepts writes. Of several, the one with the latest history: a former primary,
   * which nobody has stopped, must not be written to. Another cluster never becomes the primary.
   */
  #choosePrimary(states: ReadonlyMap<Member, ServerState | undefined>): void {
    const primaryState = states.get(this.#primary) ?? this.#known
    if (!primaryState) return
    let best: readonly [Member, number] | undefined
    for (const [member, state] of states) {
      if (!state || state.isReplica || state.system !== primaryState.system) continue
      if (!best || state.timeline > best[1]) best = [member, state.timeline]
    }
    if (!best || best[0] === this.#primary || best[1] <= this.#timelineOf(states)) return
    this.#primary = best[0]
    this.#known = undefined
    this.#milestones = []
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
