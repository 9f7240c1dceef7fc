/** Describes dry runs, which all operations that write take, except actions that decline them. */
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Parameter } from '../../wire/catalogs/schema-catalog.js'
import { dryRunHeader } from '../../wire/headers.js'
import type { Published } from '../schemas/published.js'

const declinesDryRun = ({ resource, operation }: Published): boolean =>
  resource.actions.get(operation.action ?? '')?.dryRun === false

const takesDryRun = (published: Published): boolean =>
  published.operation.writes === true && !declinesDryRun(published)

const parameter: Parameter = {
  ...{ name: 'dryRun', in: 'query' },
  description:
    'True: everything is checked and executed, then undone; the response is that of the request. Default false.',
  schema: { type: 'boolean' },
}
const header: JsonSchema = {
  schema: { type: 'string', enum: ['true'] },
  description: 'The request was a dry run: nothing has changed.',
}

export const dryRunParameters = (published: Published): readonly Parameter[] =>
  takesDryRun(published) ? [parameter] : []

export const dryRunHeaders = (published: Published): JsonSchema =>
  takesDryRun(published) ? { [dryRunHeader]: header } : {}

export const dryRunErrors = (published: Published): readonly ErrorCode[] =>
  declinesDryRun(published) ? ['NOT_SUPPORTED'] : []
