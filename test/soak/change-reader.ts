/**
 * Follows the changes of employees on all nodes, and is cut from time to time. At the end, what it
 * has received is compared with what the database has recorded: every committed change once, those
 * of a record in order.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client as Database } from 'pg'
import type { employees } from '../../examples/people/resources/employees.js'
import { createClient } from '../../src/client.js'
import { groupBy } from '../../src/foundation/sequences/group-by.js'
import type { Traffic } from './traffic.js'

/** How often a reader gives up its connection and goes on at another node. */
const cutMs = 20_000
/** After the last write. */
const patienceMs = 60_000

export class ChangeReader {
  readonly #traffic: Traffic
  readonly #urls: readonly string[]
  readonly #seen: string[] = []
  readonly #delaysMs: number[] = []
  #position: string | undefined
  #isStopped = false
  #connection = new AbortController()

  constructor(traffic: Traffic, urls: readonly string[]) {
    this.#traffic = traffic
    this.#urls = urls
  }

  get received(): number {
    return this.#seen.length
  }

  /** Milliseconds from the start of a transaction, or of a later stream, until the event. */
  delayMs(share: number): number {
    const sorted = this.#delaysMs.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  }

  /** Resolves when the stream has begun: changes from then on are received. */
  async start(): Promise<void> {
    void this.#follow()
    while (this.#position === undefined) await sleep(10)
  }

  /** Compares with the changes that the database has recorded since the start. */
  async check(database: Database): Promise<void> {
    const { rows } = await database.query({
      text: `select concat_ws(' ', record, operation, new_version)
        from corollary.change where source = 'employees' order by seq`,
      rowMode: 'array',
    })
    const recorded = rows.map(([change]) => change as string)
    const end = Date.now() + patienceMs
    while (this.#seen.length < recorded.length && Date.now() < end) await sleep(100)
    this.#isStopped = true
    this.#connection.abort()
    const [expected, seen] = [byRecord(recorded), byRecord(this.#seen)]
    const wrong = [...new Set([...expected.keys(), ...seen.keys()])].filter(
      (record) => expected.get(record)?.join() !== seen.get(record)?.join(),
    )
    for (const record of wrong.slice(0, 5)) {
      const [received, all] = [seen.get(record)?.join(), expected.get(record)?.join()]
      this.#traffic.refute(`changes of ${record}: ${received} instead of ${all}`)
    }
  }

  async #follow(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      this.#connection = new AbortController()
      const cut = setTimeout(() => this.#connection.abort(), cutMs)
      const baseUrl = this.#urls[turn % this.#urls.length]!
      try {
        await this.#read(baseUrl, this.#connection.signal)
      } catch (error) {
        this.#traffic.refute(`a stream of changes: ${error}`)
        await sleep(1_000)
      }
      clearTimeout(cut)
    }
  }

  async #read(baseUrl: string, signal: AbortSignal): Promise<void> {
    const client = createClient<readonly [typeof employees]>({ baseUrl })
    const resource = client.resource('human-resources.employees')
    let openedAt = Date.now()
    for await (const event of resource.changes({ after: this.#position, signal })) {
      if (event.type === 'reset') this.#traffic.refute('a position of changes was forgotten')
      if (event.type === 'ready') openedAt = Date.now()
      if (event.type !== 'interrupted') this.#position = event.position
      if (event.type !== 'change') continue
      this.#seen.push(describe(event.id, event.operation, event.version))
      this.#delaysMs.push(Date.now() - Math.max(openedAt, Date.parse(event.at)))
    }
  }
}

const describe = (id: number, operation: string, version: number | null): string =>
  [id, operation, version].filter((part) => part !== null).join(' ')

const byRecord = (changes: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  groupBy(changes, (change) => change.split(' ')[0]!)
