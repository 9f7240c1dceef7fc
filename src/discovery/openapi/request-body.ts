/** Describes the request body of an operation: JSON, a file of a record, or a file to import. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { joinedName, named, refName } from '../schemas/components.js'
import { operationIdOf, type Published } from '../schemas/published.js'
import { requestExamples } from './endpoints.js'
import { examplesOf } from './examples.js'
import { fileContent, importContent } from './file-content.js'
import { operationDocs } from './operation-docs.js'

/**
 * @param schemas by name; that of the body is added
 * @returns undefined if the operation reads no body
 */
export const requestBodyOf = (
  published: Published,
  schemas: Record<string, JsonSchema>,
): JsonSchema | undefined => {
  const { operation } = published
  if (operation.takesFile) return { required: true, content: importContent }
  if (operation.bytes === 'request') return { required: true, content: fileContent(published) }
  const body = operationDocs[operation.name].request?.(published)
  if (!body) return undefined
  const name = joinedName(operationIdOf(published), 'Body')
  return jsonBody(published, body['type'] === 'object' ? named(name, body, schemas) : body, schemas)
}

const jsonBody = (
  { resource, operation }: Published,
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema => {
  const name = refName(schema)
  const { required } = name === undefined ? schema : schemas[name]!
  const needsMembers = Array.isArray(required) && required.length > 0
  const examples = examplesOf(requestExamples(resource, operation), schema, schemas)
  return {
    required: needsMembers || !operationDocs[operation.name].isBodyOptional,
    content: { 'application/json': { schema, examples } },
  }
}
