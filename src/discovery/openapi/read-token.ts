/** Where `X-Read-Token` is described: only where replicas may run reads. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { readConsistencyOf } from '../../foundation/settings/read-consistency.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { mayReadReplicas } from '../../model/operation-table.js'
import type { Parameter } from '../../wire/catalogs/schema-catalog.js'
import { readTokenHeader, readTokenPattern } from '../../wire/headers.js'
import type { Published } from '../schemas/published.js'
import { text } from '../schemas/schema-forms.js'

const schema: JsonSchema = { ...text, pattern: readTokenPattern }

const parameter: Parameter = {
  ...{ name: readTokenHeader, in: 'header', schema },
  description: '`X-Read-Token` of an earlier response: this response is not older.',
}
const sent: JsonSchema = {
  schema,
  description: 'What this response has seen or written, for requests that must see it.',
}

const hasReplicas = (settings: Settings): boolean => readConsistencyOf(settings) !== 'primary'

export const takesReadToken = ({ operation, settings }: Published): boolean =>
  hasReplicas(settings) && mayReadReplicas(operation)

/** Of a request that replicas may answer. */
export const readTokenParameters = (settings: Settings): readonly Parameter[] =>
  hasReplicas(settings) ? [parameter] : []

type ResponseHeaders = Readonly<Record<string, JsonSchema>>

/** Of a successful response from a replica. */
export const replicaHeaders = (settings: Settings): ResponseHeaders =>
  readConsistencyOf(settings) === 'token' ? { [readTokenHeader]: sent } : {}

/** Of a successful response. */
export const readTokenHeaders = ({ operation, settings }: Published): ResponseHeaders => {
  if (mayReadReplicas(operation)) return replicaHeaders(settings)
  return operation.writes && hasReplicas(settings) ? { [readTokenHeader]: sent } : {}
}
