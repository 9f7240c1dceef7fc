/** The command for operators of webhooks: their state, and their dead letters. */

import {
  deadLettersStatement,
  type QueueState,
  queueStatesStatement,
} from '../../changes/webhooks/dead-letter-statements.js'
import { isDeliveryId, retryDeadLetters } from '../../changes/webhooks/dead-letters.js'
import type { Database } from '../../database/access/database.js'
import { didYouMean } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { isMigrated } from '../../platform/migrations.js'
import { type Declaration, readDeclarations } from '../compose/read-webhooks.js'
import { counted, log, type Run, withDatabase } from './run-command.js'

/** Dead letters that one call prints. */
const maxPrinted = 200

export const webhooksCommand: Run = async ({ options: { config, retry }, argument: name }) => {
  if (retry !== undefined && name === undefined) {
    throw new StartError(
      "'--retry' needs the name of a webhook: corollary webhooks crm --retry all",
    )
  }
  if (retry !== undefined && retry !== 'all' && !isDeliveryId(retry)) {
    throw new StartError(
      `'${retry}' is not the id of a dead letter; '--retry' takes an id, or all.`,
    )
  }
  await withDatabase({ config, needsTables: true }, async (database, settings) => {
    await requireTables(database, settings)
    if (name === undefined) return log(await printStates(database, settings))
    requireName(
      name,
      readDeclarations(settings).map((declaration) => declaration.name),
    )
    const webhook = { schema: settings['platform.database.schema'], name }
    if (retry === undefined) return log(await printDeadLetters(database, webhook))
    const count = await retryDeadLetters(database, webhook, retry)
    if (retry !== 'all' && count === 0) {
      throw new StartError(`'${name}' has no dead letter '${retry}'.`)
    }
    log(`${counted(count, 'dead letter')} of '${name}' will be sent again.`)
  })
}

const requireTables = async (database: Database, settings: Settings): Promise<void> => {
  const schema = settings['platform.database.schema']
  if (await database.withConnection((client) => isMigrated(client, schema))) return
  throw new StartError(
    `Platform tables are missing in schema '${schema}': start the application, or run 'corollary migrate'.`,
  )
}

const requireName = (name: string, names: readonly string[]): void => {
  if (names.includes(name)) return
  throw new StartError(`No webhook '${name}' is declared${didYouMean(name, names) || '.'}`)
}

const printStates = async (database: Database, settings: Settings): Promise<string> => {
  const schema = settings['platform.database.schema']
  const states = await database.run(queueStatesStatement(schema))
  const declared = readDeclarations(settings)
  const forgotten = states.filter(({ name }) => declared.every((other) => other.name !== name))
  const rows = [
    ...declared.map((declaration) => {
      const state = states.find(({ name }) => name === declaration.name)
      return stateRow(declaration.name, stateOf(declaration, state), state, declaration.url)
    }),
    ...forgotten.map((state) => stateRow(state.name, 'not declared', state)),
  ]
  if (rows.length === 0) return 'No webhooks are declared.'
  return tableOf(['NAME', 'STATE', 'WAITING', 'OLDEST', 'DEAD', 'HOST'], rows)
}

const stateOf = ({ enabled = true }: Declaration, state: QueueState | undefined): string => {
  if (!enabled) return 'disabled'
  if (!state) return 'never started'
  return state.pausedUntil === null ? 'enabled' : `paused until ${state.pausedUntil}`
}

/** Of an address only the host: its path may be a secret. */
const stateRow = (
  name: string,
  text: string,
  { waiting, oldestSeconds, dead }: Partial<QueueState> = {},
  url?: string,
): readonly string[] => [
  ...[name, text, String(waiting ?? 0), waiting ? `${oldestSeconds} s` : '-'],
  ...[String(dead ?? 0), url === undefined ? '-' : new URL(url).host],
]

const printDeadLetters = async (
  database: Database,
  webhook: Parameters<typeof deadLettersStatement>[0],
): Promise<string> => {
  const letters = await database.run(
    deadLettersStatement(webhook, { after: undefined, limit: maxPrinted + 1 }),
  )
  if (letters.length === 0) return `'${webhook.name}' has no dead letters.`
  const rows = letters
    .slice(0, maxPrinted)
    .map(({ id, diedAt, resource, record, operation, attempts, failure }) => [
      ...[id, diedAt, resource, record ?? '-', operation, String(attempts), failure],
    ])
  const head = ['ID', 'DIED', 'RESOURCE', 'RECORD', 'OPERATION', 'ATTEMPTS', 'FAILURE']
  const note = letters.length > maxPrinted ? `\nThese are the oldest ${maxPrinted}.` : ''
  return `${tableOf(head, rows)}${note}`
}

/** Columns as wide as their widest value. */
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((value, column) => value.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
