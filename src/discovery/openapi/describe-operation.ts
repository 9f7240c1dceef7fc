/** Describes an operation: its parameters, its request and its responses. */
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Operation } from '../../model/operation-table.js'
import { targetsOf } from '../../model/types/datasets.js'
import { fileFields, type ResourceModel } from '../../model/types/resource-model.js'
import { storedFieldsOf } from '../../model/types/stats-model.js'
import { Links, successOf } from '../../wire/envelope.js'
import { countedPageOf, cursorPageOf, pageOf } from '../../wire/page.js'
import { joinedName, named, refName, type Schemas } from '../schemas/components.js'
import { deprecatedKeywords } from '../schemas/deprecated.js'
import { operationIdOf, type Published, publishedOf } from '../schemas/published.js'
import { listOf, text } from '../schemas/schema-forms.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { dryRunErrors, dryRunHeaders } from './dry-run.js'
import { requestExamples } from './endpoints.js'
import { errorResponses } from './error-responses.js'
import { examplesOf } from './examples.js'
import { type Container, type OperationDoc, operationDocs } from './operation-docs.js'
import { bodyErrors, commonErrors, operationErrors } from './operation-errors.js'
import { textsOf } from './operation-texts.js'
import { parametersOf } from './parameters.js'
import { readTokenHeaders, takesReadToken } from './read-token.js'
import type { SecurityOptions } from './security.js'

/** @param schemas by name; bodies and envelopes of the operation are added */
export const describeOperation = (
  published: Published,
  { settings, callers = [] }: SecurityOptions,
  schemas: Record<string, JsonSchema>,
): JsonSchema => {
  const { resource, operation } = published
  const doc = operationDocs[operation.name]
  const body = doc.request?.(published)
  const request =
    body?.['type'] === 'object'
      ? named(joinedName(operationIdOf(published), 'Body'), body, schemas)
      : body
  const deprecation = resource.deprecated.operations.get(operation.id)
  const isGuarded = settings['platform.auth.mode'] !== 'none'
  const takesCaller = callers.length > 0 && !isGuarded
  return {
    operationId: operationIdOf(published),
    ...(deprecation ? deprecatedKeywords(deprecation) : {}),
    tags: [resource.key],
    ...textsOf(published),
    // Anonymous callers are allowed too.
    ...(isGuarded && resource.guards.get(operation)?.isPublic
      ? { security: [{}, { bearer: [] }] }
      : {}),
    parameters: parametersOf(doc.parameters, published),
    ...(request ? { requestBody: requestBody(published, doc, request, schemas) } : {}),
    ...(operation.takesFile ? { requestBody: importBody } : {}),
    ...(operation.bytes === 'request' ? { requestBody: fileBody(published) } : {}),
    responses: {
      [doc.status]: successResponse(published, doc, schemas),
      ...(doc.parameters.includes('Range') ? { 206: partOfFile(published) } : {}),
      ...(doc.isRedirect ? { 302: redirect } : {}),
      ...(doc.parameters.includes('If-None-Match')
        ? { 304: { description: 'The client already has this version.' } }
        : {}),
      ...errorResponses([
        ...operationErrors[operation.name].filter((code) => mayOccur(code, resource)),
        ...bodyErrorsOf(operation, request),
        ...commonErrors,
        ...dryRunErrors(published),
        ...(hasComputedFields(resource) ? expressionErrors : []),
        ...(takesCaller || resource.entity.tenant || takesReadToken(published) ? headerErrors : []),
      ]),
    },
  }
}

/** A header may name an unknown development caller, or what cannot be a tenant or a token. */
const headerErrors: readonly ErrorCode[] = ['INVALID_PARAMETER']

/** A computed field may fail for one of the records that an operation reads or returns. */
const expressionErrors: readonly ErrorCode[] = ['EXPRESSION_FAILED']

const hasComputedFields = (resource: ResourceModel): boolean =>
  targetsOf(resource).some((target) => target.type === 'column' && target.column.computed)

const mayOccur = (code: ErrorCode, { acceptsIdempotencyKeys }: ResourceModel): boolean =>
  acceptsIdempotencyKeys || !code.startsWith('IDEMPOTENCY_')

/** Operations that ignore a body check its media type and size nevertheless. */
const bodyErrorsOf = ({ method }: Operation, request: JsonSchema | undefined) =>
  request || method !== 'GET' ? bodyErrors : []

const requestBody = (
  { resource, operation }: Published,
  doc: OperationDoc,
  schema: JsonSchema,
  schemas: Schemas,
): JsonSchema => {
  const name = refName(schema)
  const { required } = name === undefined ? schema : schemas[name]!
  const needsMembers = Array.isArray(required) && required.length > 0
  return {
    required: needsMembers || !doc.isBodyOptional,
    content: {
      'application/json': {
        schema,
        examples: examplesOf(requestExamples(resource, operation), schema, schemas),
      },
    },
  }
}

const jsonFile = 'application/json'
const binary: JsonSchema = { type: 'string', format: 'binary' }
/** Generated clients read every file as the first of these types: as bytes, which all three are. */
const files: Readonly<Record<string, JsonSchema>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': binary,
  'text/csv': text,
  // Records with the chosen fields.
  [jsonFile]: listOf({ type: 'object' }),
}

/** A file that an export wrote. */
const importBody: JsonSchema = {
  required: true,
  content: Object.fromEntries(
    Object.keys(files)
      .filter((type) => type !== jsonFile)
      .map((type) => [type, { schema: files[type] }]),
  ),
}

/** The types of all files of a record. */
const fileContent = ({ resource }: Published): JsonSchema => {
  const types = fileFields(resource).flatMap(({ target }) => target.column.mediaTypes ?? ['*/*'])
  return Object.fromEntries(types.map((type) => [type, { schema: binary }]))
}

const fileBody = (published: Published): JsonSchema => ({
  required: true,
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
const responseSchema = (
  published: Published,
  doc: OperationDoc,
  schemas: Record<string, JsonSchema>,
): JsonSchema | undefined => {
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

const headers = {
  'X-Request-ID': { schema: text, description: 'Trace id, also in errors and logs.' },
  'X-Data-Version': { schema: text, description: 'Version of the dataset that was read.' },
} as const
const age = {
  schema: { type: 'integer', minimum: 0 },
  description: 'Of a stored result that changes may have followed: seconds since it was computed.',
}

const fileHeaders = {
  'X-Request-ID': headers['X-Request-ID'],
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

/** Most clients follow it by themselves, and receive the success response of the operation. */
const redirect: JsonSchema = {
  description: 'See Location.',
  headers: { Location: { schema: text } },
}

const successResponse = (
  published: Published,
  doc: OperationDoc,
  schemas: Record<string, JsonSchema>,
): JsonSchema => {
  const { resource, operation } = published
  if (operation.bytes === 'response') return wholeFile(published)
  const versioned = resource.dataset ? headers : { 'X-Request-ID': headers['X-Request-ID'] }
  const isAged =
    doc.parameters.includes('Cache-Control') && storedFieldsOf(resource.stats).length > 0
  const sent = {
    ...versioned,
    ...(isAged ? { Age: age } : {}),
    ...readTokenHeaders(published),
    ...dryRunHeaders(published),
  }
  const schema = responseSchema(published, doc, schemas)
  if (operation.file) {
    const content = Object.fromEntries(
      Object.entries(files).map(([type, file]) => [type, { schema: file }]),
    )
    return { description: 'The file.', headers: sent, content }
  }
  if (operation.events) {
    const content = { 'text/event-stream': { schema: text } }
    return { description: 'Events, without an end.', headers: sent, content }
  }
  if (!schema) return { description: 'Done.', headers: sent }
  const examples = examplesOf(undefined, schema, schemas)
  return {
    description: doc.status === 201 ? 'Created.' : 'Success.',
    headers: sent,
    content: {
      'application/json': { schema, examples },
      ...(operation.takesFile ? { 'text/event-stream': { schema: text } } : {}),
    },
    ...(operation.name === 'create' ? { links: linksToRecord(published) } : {}),
  }
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
