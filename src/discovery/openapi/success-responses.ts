/** The responses of an operation that are not errors: their headers, content and links. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { storedFieldsOf } from '../../model/types/stats-model.js'
import { Links, successOf } from '../../wire/envelope.js'
import { countedPageOf, cursorPageOf, pageOf } from '../../wire/page.js'
import { named, refName } from '../schemas/components.js'
import { operationIdOf, type Published, publishedOf } from '../schemas/published.js'
import { listOf, text } from '../schemas/schema-forms.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { dryRunHeaders } from './dry-run.js'
import { examplesOf } from './examples.js'
import { exportContent, fileContent } from './file-content.js'
import { type Container, type OperationDoc, operationDocs } from './operation-docs.js'
import { readTokenHeaders } from './read-token.js'

/**
 * By status.
 *
 * @param schemas by name; those of bodies and envelopes are added
 */
export const successResponses = (
  published: Published,
  schemas: Record<string, JsonSchema>,
): Readonly<Record<number, JsonSchema>> => {
  const { status, parameters, isRedirect } = operationDocs[published.operation.name]
  return {
    [status]: successResponse(published, schemas),
    ...(parameters.includes('Range') ? { 206: partOfFile(published) } : {}),
    ...(isRedirect ? { 302: redirect } : {}),
    ...(parameters.includes('If-None-Match') ? { 304: notModified } : {}),
  }
}

const notModified: JsonSchema = { description: 'The client already has this version.' }

/** Most clients follow it by themselves, and receive the success response of the operation. */
const redirect: JsonSchema = {
  description: 'See Location.',
  headers: { Location: { schema: text } },
}

const eventContent = { 'text/event-stream': { schema: text } }

const successResponse = (published: Published, schemas: Record<string, JsonSchema>): JsonSchema => {
  const { operation } = published
  if (operation.bytes === 'response') return wholeFile(published)
  const headers = headersOf(published)
  if (operation.file) return { description: 'The file.', headers, content: exportContent }
  if (operation.events) {
    return { description: 'Events, without an end.', headers, content: eventContent }
  }
  const schema = bodySchema(published, schemas)
  if (!schema) return { description: 'Done.', headers }
  const examples = examplesOf(undefined, schema, schemas)
  return {
    description: operationDocs[operation.name].status === 201 ? 'Created.' : 'Success.',
    headers,
    content: {
      'application/json': { schema, examples },
      ...(operation.takesFile ? eventContent : {}),
    },
    ...(operation.name === 'create' ? { links: linksToRecord(published) } : {}),
  }
}

const requestId = {
  'X-Request-ID': { schema: text, description: 'Trace id, also in errors and logs.' },
}
const dataVersion = {
  'X-Data-Version': { schema: text, description: 'Version of the dataset that was read.' },
}
const age = {
  Age: {
    schema: { type: 'integer', minimum: 0 },
    description:
      'Of a stored result that changes may have followed: seconds since it was computed.',
  },
}

const headersOf = (published: Published): JsonSchema => {
  const { resource, operation } = published
  const { parameters } = operationDocs[operation.name]
  const isAged = parameters.includes('Cache-Control') && storedFieldsOf(resource.stats).length > 0
  return {
    ...requestId,
    ...(resource.dataset ? dataVersion : {}),
    ...(isAged ? age : {}),
    ...readTokenHeaders(published),
    ...dryRunHeaders(published),
  }
}

const fileHeaders = {
  ...requestId,
  ETag: { schema: text, description: 'SHA-256 of the file.' },
  'Content-Disposition': { schema: text, description: 'Name of the file.' },
}

const wholeFile = (published: Published): JsonSchema => ({
  description: 'The file.',
  headers: fileHeaders,
  content: fileContent(published),
})

const partOfFile = (published: Published): JsonSchema => ({
  description: 'A part of the file.',
  headers: { ...fileHeaders, 'Content-Range': { schema: text } },
  content: fileContent(published),
})

interface ContainerDoc {
  /** Part of the name of a response, between the names of the shape and of the envelope. */
  readonly name: string
  readonly of: (shape: JsonSchema, doc: OperationDoc, published: Published) => JsonSchema
}

const containers: Readonly<Record<Container, ContainerDoc>> = {
  object: { name: '', of: (shape) => shape },
  list: { name: 'List', of: listOf },
  page: {
    name: 'Page',
    of: (row, { parameters }, { resource }) =>
      schemaOf(
        resource.count && parameters.includes('preferredCount') ? countedPageOf(row) : pageOf(row),
      ),
  },
  cursor: { name: 'CursorPage', of: (row) => schemaOf(cursorPageOf(row)) },
}

/** The schema of a whole response body. The envelope of `OrdersResponse` is `OrdersSuccess`. */
const bodySchema = (
  published: Published,
  schemas: Record<string, JsonSchema>,
): JsonSchema | undefined => {
  const doc = operationDocs[published.operation.name]
  const shape = doc.response?.(published)
  if (!shape) return undefined
  const container = containers[doc.container]
  const shapeName = refName(shape)?.replace(/Response$/, '') ?? 'Empty'
  const name = `${shapeName}${container.name}`
  const contained = container.of(shape, doc, published)
  const data =
    contained !== shape && contained['type'] === 'object'
      ? named(name, contained, schemas)
      : contained
  if (doc.isBare) return data
  return named(`${name}Success`, schemaOf(successOf(data, doc.links ?? Links)), schemas)
}

/** Links from a created record to the operations on it. */
const linksToRecord = ({ resource, settings }: Published): JsonSchema =>
  Object.fromEntries(
    publishedOf(resource, settings)
      .filter(({ operation }) => operation.scope === 'ITEM')
      .map((published) => [
        published.operation.id,
        {
          operationId: operationIdOf(published),
          parameters: { id: `$response.body#/data/${resource.idField}` },
        },
      ]),
  )
