/** Descriptions of resources and of the operations on them, for tools and as MCP resources. */
import { AppError, problem } from '../foundation/errors/app-error.js'
import type { StatsCapability } from '../wire/catalogs/capabilities.js'
import type { ResourceEntry } from '../wire/catalogs/resources.js'
import type { Api } from './api.js'
import { type Catalog, type Command, mayUse, readingTools } from './catalog.js'
import { shortSchema } from './short-schema.js'

type StatsField = StatsCapability['fields'][number]

export interface DescribeContext {
  readonly api: Api
  readonly catalog: Catalog
}

/** What agents learn of a command before they use it. */
const shownCommand = ({ tool, name, title, scope, risk, allowedStates = [] }: Command) => ({
  ...{ tool, operation: name, title, scope, risk },
  ...(allowedStates.length > 0 ? { allowedStates } : {}),
})

/** Fields, filter, statistics and operations of a resource, as the caller may use them. */
export const describeResource = async ({ api, catalog }: DescribeContext, key: string) => {
  const entry = await catalog.resource(key)
  const offer = await catalog.offer(entry)
  const { schemas, canonicalOperations } = entry
  const [record, filter] = await Promise.all(
    [schemas.detail ?? schemas.list, schemas.filter].map((url) =>
      url === null ? null : api.read(url),
    ),
  )
  return {
    resource: key,
    ...titleOf(entry),
    idField: entry.idField,
    versioned: entry.versioned,
    defaultSort: entry.defaultSort,
    optionSources: entry.optionSources,
    reading: readingNames.filter((tool) => mayUse(tool, offer)),
    writing: offer.commands.map(shownCommand),
    record: shortSchema(record),
    filter: shortSchema(filter),
    combinesFilters: canonicalOperations['filterExpression'] ?? false,
    statistics: offer.capabilities.stats.fields.map(shownStatistic),
  }
}

const shownStatistic = ({ field, label, type, metrics, modes }: StatsField) => ({
  ...{ field, label, type, metrics, modes },
})

const readingNames = Object.keys(readingTools) as (keyof typeof readingTools)[]

export const titleOf = ({ title, description, group, readOnly }: ResourceEntry) => ({
  ...{ title, description, group, readOnly },
})

/** One command with the schema of its body. */
export const describeCommand = async (
  { api, catalog }: DescribeContext,
  key: string,
  name: string,
) => {
  const entry = await catalog.resource(key)
  const { commands } = await catalog.offer(entry)
  const command = commandOf(commands, name)
  const { requestSchemaUrl } = command
  return {
    resource: key,
    ...shownCommand(command),
    body: requestSchemaUrl === null ? null : shortSchema(await api.read(requestSchemaUrl)),
  }
}

/** @throws AppError SCHEMA_NOT_FOUND */
export const commandOf = (commands: readonly Command[], name: string): Command => {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const operations = commands.map((command) => command.name)
  throw new AppError(
    operations.length > 0
      ? problem('mcpOperationUnknown', { operations })
      : problem('mcpOperationNone'),
  )
}
