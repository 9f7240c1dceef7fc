/** Routes that read the dead letters of webhooks and send them again. */
import type { Route } from '../../contract/routes.js'
import type { Database } from '../../database/access/database.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { defaultPageSize } from '../../wire/page-size.js'
import type { DeadLetters } from '../../wire/webhooks.js'
import {
  deadLettersStatement,
  type LetterPosition,
  retryStatement,
} from './dead-letter-statements.js'
import { lockQueue, type WebhookName } from './delivery-statements.js'

export interface DeadLetterOptions {
  readonly database: Pick<Database, 'run' | 'write'>
  readonly settings: Settings
  /** Names of the declared webhooks. */
  readonly names: readonly string[]
  /** Called after a dead letter was queued again. */
  readonly wake: () => void
}

/** Queues one dead letter, or all, again. Returns how many there were. */
export const retryDeadLetters = (
  database: Pick<Database, 'write'>,
  webhook: WebhookName,
  id: string | 'all',
): Promise<number> =>
  database.write((transaction) => {
    transaction.defer(lockQueue(webhook))
    return transaction.finish(retryStatement(webhook, id))
  })

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isDeliveryId = (id: string): boolean => uuid.test(id)

/** The values of dead letters are not returned: the history of a record has them. */
export const deadLetterRoutes = ({
  database,
  settings,
  names,
  wake,
}: DeadLetterOptions): readonly Route[] => {
  const schema = settings['platform.database.schema']
  const authorities = [settings['platform.webhooks.authority']]
  const webhookOf = (name: string | undefined) => {
    if (name === undefined || !names.includes(name)) throw new AppError(problem('recordNotFound'))
    return { schema, name }
  }
  return [
    {
      ...{ method: 'GET', path: '/webhooks/{name}/dead-letters', authorities },
      handle: async ({ request: { parameters, query } }) => {
        const webhook = webhookOf(parameters['name'])
        const size = sizeOf(query.get('size'), settings['platform.pagination.max-size'])
        const after = positionOf(query.get('after'))
        const letters = await database.run(
          deadLettersStatement(webhook, { after, limit: size + 1 }),
        )
        const content = letters.slice(0, size)
        const last = letters.length > size ? content.at(-1) : undefined
        return { content, next: last ? cursorOf(last) : null, size } satisfies DeadLetters
      },
    },
    {
      ...{ method: 'POST', path: '/webhooks/{name}/dead-letters/{id}/retry', authorities },
      handle: async ({ request: { parameters } }) => {
        const webhook = webhookOf(parameters['name'])
        const id = parameters['id'] ?? ''
        if (!isDeliveryId(id)) throw new AppError(problem('recordNotFound'))
        if ((await retryDeadLetters(database, webhook, id)) === 0)
          throw new AppError(problem('recordNotFound'))
        wake()
      },
    },
  ]
}

const sizeOf = (text: string | null, limit: number): number => {
  if (text === null) return Math.min(defaultPageSize, limit)
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new AppError(problem('parameterNotInteger', { name: 'size', minimum: 1 }))
  }
  if (Number(text) > limit) throw new AppError(problem('pageTooLarge', { limit }))
  return Number(text)
}

const cursorOf = ({ diedAt, id }: LetterPosition): string =>
  Buffer.from(`${diedAt} ${id}`).toString('base64url')

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/

const positionOf = (cursor: string | null): LetterPosition | undefined => {
  if (cursor === null) return undefined
  const [diedAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (instant.test(diedAt) && isDeliveryId(id)) return { diedAt, id }
  throw new AppError(problem('cursorUnknown'))
}
