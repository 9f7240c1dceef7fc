/** All webhooks of a service: starts and stops their dispatchers, and measures them. */
import type { Route } from '../../contract/routes.js'
import type { Database } from '../../database/access/database.js'
import { counter, gauge, type Metric } from '../../foundation/metrics/metrics.js'
import type { ChangeNotifications } from '../feed/change-notifications.js'
import { type QueueState, queueStatesStatement } from './dead-letter-statements.js'
import { deadLetterRoutes } from './dead-letters.js'
import { Dispatcher, type DispatcherOptions } from './dispatcher.js'
import type { Webhook } from './webhook.js'

export interface WebhooksOptions extends Omit<DispatcherOptions, 'database' | 'onDeadLetter'> {
  readonly database: Pick<Database, 'write' | 'run' | 'readToken'>
  /** Default: deliveries are looked for from time to time only. */
  readonly notifications?: ChangeNotifications | undefined
  readonly onDeadLetter: (webhook: Webhook, ...rest: Parameters<OnDeadLetter>) => void
  /** Closes what `send` keeps open. */
  readonly close: () => void
}

type OnDeadLetter = DispatcherOptions['onDeadLetter']

/** Milliseconds between two counts of the queues; scrapes are usually less frequent. */
const countMs = 10_000

export class Webhooks {
  readonly #webhooks: readonly Webhook[]
  readonly #options: WebhooksOptions
  readonly #dispatchers: ReadonlyMap<string, Dispatcher>
  readonly #states = new Map<string, QueueState>()
  #timer: NodeJS.Timeout | undefined
  #stopFollowing: (() => void) | undefined

  constructor(webhooks: readonly Webhook[], options: WebhooksOptions) {
    this.#webhooks = webhooks
    this.#options = options
    this.#dispatchers = new Map(
      webhooks
        .filter(({ isEnabled }) => isEnabled)
        .map((webhook) => [webhook.name, this.#dispatcherOf(webhook)]),
    )
  }

  start(): void {
    for (const dispatcher of this.#dispatchers.values()) dispatcher.start()
    this.#timer = setInterval(() => void this.#count(), countMs).unref()
    this.#stopFollowing = this.#options.notifications?.follow(() => this.wake())
    void this.#count()
  }

  /** Looks for deliveries now. */
  wake(): void {
    for (const dispatcher of this.#dispatchers.values()) dispatcher.wake()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopFollowing?.()
    await Promise.all([...this.#dispatchers.values()].map((dispatcher) => dispatcher.stop()))
    this.#options.close()
  }

  /** Routes of dead letters, beside those of resources. */
  get routes(): readonly Route[] {
    const { database, settings } = this.#options
    const names = this.#webhooks.map(({ name }) => name)
    return deadLetterRoutes({ database, settings, names, wake: () => this.wake() })
  }

  get metrics(): readonly Metric[] {
    const states = (read: (state: QueueState) => number) => () =>
      [...this.#states].map(([webhook, state]) => [{ webhook }, read(state)] as const)
    return [
      counter('webhook_attempts_total', 'Attempts to deliver, by their outcome.', () =>
        [...this.#dispatchers].flatMap(([webhook, { attempts }]) =>
          Object.entries(attempts).map(
            ([outcome, count]) => [{ webhook, outcome }, count] as const,
          ),
        ),
      ),
      gauge(
        'webhook_deliveries_waiting',
        'Deliveries that were not successful yet, counted every ten seconds.',
        states(({ waiting }) => waiting),
        'max',
      ),
      gauge(
        'webhook_oldest_delivery_age_seconds',
        'Age of the oldest of them; 0: there is none.',
        states(({ oldestSeconds }) => oldestSeconds),
        'max',
      ),
      gauge(
        'webhook_dead_letters',
        'Deliveries that are not attempted any more.',
        states(({ dead }) => dead),
        'max',
      ),
    ]
  }

  #dispatcherOf(webhook: Webhook): Dispatcher {
    const onDeadLetter: OnDeadLetter = (...rest) => this.#options.onDeadLetter(webhook, ...rest)
    return new Dispatcher(webhook, { ...this.#options, onDeadLetter })
  }

  async #count(): Promise<void> {
    const { database, settings, report } = this.#options
    const schema = settings['platform.database.schema']
    try {
      const declared = new Set(this.#webhooks.map(({ name }) => name))
      for (const state of await database.run(queueStatesStatement(schema))) {
        if (declared.has(state.name)) this.#states.set(state.name, state)
      }
    } catch (error) {
      report(error)
    }
  }
}
