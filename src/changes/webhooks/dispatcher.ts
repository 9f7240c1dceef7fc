/**
 * Delivers changes to one webhook. Each node runs one; they share the work by claims in the
 * database, so that each delivery is sent once unless a node fails.
 */
import type { Views } from '../../access/views.js'
import type { Database } from '../../database/access/database.js'
import type { Relay } from '../../database/engines/engine.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { isRestrictedByRule, type ResourceView } from '../../query/rows/row-access.js'
import { sourceOf } from '../../query/statements/record-changes.js'
import { isOfTenant } from '../feed/change-statements.js'
import { bodyOf } from './delivery-body.js'
import {
  type ClaimedDelivery,
  claimStatement,
  endStatement,
  type Failure,
  lockQueue,
  queueStatement,
  registerStatement,
  shareQueue,
  type WebhookName,
} from './delivery-statements.js'
import { failureOf } from './retries.js'
import type { Send, Webhook } from './webhook.js'

export interface DispatcherOptions {
  readonly database: Pick<Database, 'write' | 'readToken'>
  /** Undefined if changes are recorded in the table that is read. */
  readonly relay: Relay | undefined
  readonly settings: Settings
  readonly views: Views
  readonly send: Send
  /** Logs errors; the work is repeated. */
  readonly report: (error: unknown) => void
  readonly onDeadLetter: (delivery: ClaimedDelivery, reason: string) => void
}

/** Milliseconds of a lease beyond the time limit of an attempt, for storing its result. */
const leaseReserveMs = 30_000

export class Dispatcher {
  readonly attempts = { delivered: 0, failed: 0, dead: 0 }
  readonly #webhook: Webhook
  readonly #options: DispatcherOptions
  readonly #name: WebhookName
  readonly #sending = new Set<Promise<void>>()
  #turn: Promise<void> | undefined
  #isAwaited = false
  /** True while there may be changes that were not moved yet. */
  #mayHaveChanges = false
  #isRegistered = false
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(webhook: Webhook, options: DispatcherOptions) {
    this.#webhook = webhook
    this.#options = options
    this.#name = { schema: options.settings['platform.database.schema'], name: webhook.name }
  }

  start(): void {
    this.#timer = setInterval(
      () => this.wake(),
      this.#options.settings['platform.webhooks.poll-ms'],
    )
    this.#timer.unref()
    this.wake()
  }

  /** Looks for changes and deliveries now. */
  wake(): void {
    this.#mayHaveChanges = true
    this.#look()
  }

  #look(): void {
    if (this.#isStopped) return
    this.#isAwaited = true
    this.#turn ??= this.#takeTurns().finally(() => {
      this.#turn = undefined
    })
  }

  /** Begins no further attempts, and waits for those in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#turn
    await Promise.all(this.#sending)
  }

  async #takeTurns(): Promise<void> {
    try {
      while (this.#isAwaited && !this.#isStopped) {
        this.#isAwaited = false
        await this.#take()
      }
    } catch (error) {
      this.#options.report(error)
    }
  }

  async #take(): Promise<void> {
    const { database, settings, relay, report } = this.#options
    const limit = settings['platform.webhooks.max-concurrent-deliveries'] - this.#sending.size
    if (limit <= 0) return
    if (!this.#isRegistered) await this.#register()
    const resources = this.#resources()
    if (this.#mayHaveChanges) {
      this.#mayHaveChanges = false
      // Changes that could not be moved come later; they do not hold back other deliveries.
      await relay?.run().catch(report)
    }
    const subscription = { ...subscriptionOf(resources), operations: this.#webhook.operations }
    const leaseMs = settings['platform.webhooks.timeout-ms'] + leaseReserveMs
    const claimed = await database.write(async (transaction) => {
      transaction.defer(lockQueue(this.#name))
      transaction.defer(queueStatement(this.#name, subscription))
      return transaction.finish(claimStatement(this.#name, { limit, leaseMs }))
    })
    if (claimed.length === 0) return
    const readToken = await database.readToken()
    for (const delivery of claimed) this.#begin(delivery, resources, readToken)
  }

  async #register(): Promise<void> {
    await this.#options.database.write(async (transaction) => {
      transaction.defer(lockQueue(this.#name))
      transaction.defer(registerStatement(this.#name))
    })
    this.#isRegistered = true
  }

  /** @throws Error if row access restricts what the webhook may see now */
  #resources(): readonly ResourceView[] {
    const view = this.#options.views(this.#webhook.principal)
    const resources = this.#webhook.resources.map((key) => view.resource(key))
    const restricted = resources.find((resource) => isRestrictedByRule(resource, resource.entity))
    if (!restricted) return resources
    throw new Error(`Row access restricts the webhook '${this.#name.name}' on '${restricted.key}'.`)
  }

  #begin(
    delivery: ClaimedDelivery,
    resources: readonly ResourceView[],
    readToken: string | undefined,
  ): void {
    const sending = this.#attempt(delivery, resources, readToken)
      .catch(this.#options.report)
      .finally(() => {
        this.#sending.delete(sending)
        const limit = this.#options.settings['platform.webhooks.max-concurrent-deliveries']
        // Several deliveries that end together cause one turn.
        if (this.#sending.size <= limit / 2) this.#look()
      })
    this.#sending.add(sending)
  }

  async #attempt(
    delivery: ClaimedDelivery,
    resources: readonly ResourceView[],
    readToken: string | undefined,
  ): Promise<void> {
    const { database, onDeadLetter } = this.#options
    const failure = await this.#send(delivery, resources, readToken)
    if (!failure) this.attempts.delivered++
    else if ('dead' in failure) {
      this.attempts.dead++
      onDeadLetter(delivery, failure.reason)
    } else this.attempts.failed++
    await database.write(async (transaction) => {
      transaction.defer(shareQueue(this.#name))
      transaction.defer(endStatement(this.#name, delivery, failure))
    })
  }

  async #send(
    delivery: ClaimedDelivery,
    resources: readonly ResourceView[],
    readToken: string | undefined,
  ): Promise<Failure | undefined> {
    const resource = resourceOf(delivery, resources)
    if (!resource || !isOfTenant(resource, delivery.change)) {
      return { dead: true, reason: 'NOT_SUBSCRIBED' }
    }
    const { settings, send } = this.#options
    const message = { id: delivery.id, body: bodyOf(resource, delivery), readToken }
    const attempt = await send(this.#webhook, message)
    const limits = {
      maxAttempts: settings['platform.webhooks.max-attempts'],
      maxAgeMs: settings['platform.webhooks.max-age-hours'] * 3_600_000,
    }
    const attempted = { attempts: delivery.attempts, ageMs: delivery.ageSeconds * 1_000 }
    return failureOf(attempt, attempted, limits, Math.random())
  }
}

const subscriptionOf = (resources: readonly ResourceView[]) => {
  const sources = (all: readonly ResourceView[]) => [
    ...new Set(all.map(({ entity }) => sourceOf(entity.table))),
  ]
  return {
    sources: sources(resources),
    ofTenants: sources(resources.filter(({ entity }) => entity.tenant)),
    tenant: resources[0]?.tenant,
  }
}

/** The resource that wrote, or another one of the same table that the webhook receives. */
const resourceOf = (
  { source, change }: ClaimedDelivery,
  resources: readonly ResourceView[],
): ResourceView | undefined => {
  const ofTable = resources.filter(({ entity }) => sourceOf(entity.table) === source)
  return ofTable.find(({ key }) => key === change.resource) ?? ofTable[0]
}
