/** The commands of the command line. */
import { checkCommand } from './check-command.js'
import type { CommandName } from './command.js'
import { conformCommand } from './conform-command.js'
import { contractCommand } from './contract-command.js'
import { diffCommand } from './diff-command.js'
import { explainCommand } from './explain-command.js'
import { initCommand } from './init-command.js'
import { introspectCommand } from './introspect-command.js'
import { mcpCommand } from './mcp-command.js'
import { messagesCommand } from './messages-command.js'
import { migrateCommand } from './migrate-command.js'
import { openapiCommand } from './openapi-command.js'
import type { Run } from './run-command.js'
import { startCommand } from './start-command.js'
import { webhooksCommand } from './webhooks-command.js'

export const commands: Readonly<Record<Exclude<CommandName, 'help' | 'version'>, Run>> = {
  start: startCommand,
  check: checkCommand,
  migrate: migrateCommand,
  webhooks: webhooksCommand,
  explain: explainCommand,
  introspect: introspectCommand,
  init: initCommand,
  mcp: mcpCommand,
  openapi: openapiCommand,
  contract: contractCommand,
  diff: diffCommand,
  conform: conformCommand,
  messages: messagesCommand,
}
