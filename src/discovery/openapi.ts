/** The API description: OpenAPI 3.1, made of the operation table and the shapes of the model. */
import type { JsonSchema } from '../foundation/json-schema.js'
import type { Operation } from '../model/operations.js'
import type { Model, ResourceModel } from '../model/resource-model.js'
import { catalogShapes, commonShapes, envelopeOf } from './common-shapes.js'
import { referredBy, type Schemas } from './components.js'
import { deprecatedKeywords } from './deprecated.js'
import { discoveryPaths } from './discovery-paths.js'
import { isPublished, requestExamples } from './endpoints.js'
import { errorExamples, errorResponses } from './error-responses.js'
import { examplesOf } from './examples.js'
import { bodyErrors, commonErrors, type OperationDoc, operationDocs } from './operation-docs.js'
import { parametersOf } from './parameters.js'
import { cursorPageOf, pageOf, shapesOf } from './resource-shapes.js'
import { anyOf, listOf, objectOf, text } from './schema-forms.js'

export type OpenApiDocument = JsonSchema & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: {
    readonly schemas: Schemas
    readonly examples: Readonly<Record<string, JsonSchema>>
  }
}

/** Groups by their names; `undefined` stands for the whole. */
export type Documents = ReadonlyMap<string | undefined, OpenApiDocument>

export const discoveryGroup = 'platform-discovery'

/** `/api/human-resources/employees` is the group `api-human-resources-employees`. */
export const resourceGroup = ({ path }: ResourceModel): string => path.slice(1).replaceAll('/', '-')

export interface DescribeOptions {
  readonly title: string
  readonly version: string
  readonly contextPath: string
  /** Callers send a token. Default false. */
  readonly isGuarded?: boolean
}

export const describeApi = (model: Model, options: DescribeOptions): Documents => {
  const schemas = schemasOf(model)
  const document = (title: string, resources: readonly ResourceModel[], withDiscovery: boolean) => {
    const paths = {
      ...Object.assign({}, ...resources.map((resource) => pathsOf(resource, options, schemas))),
      ...(withDiscovery ? discoveryPaths(options.contextPath) : {}),
    }
    return toDocument(title, paths, options, schemas)
  }
  const groups = new Set(model.resources.map(({ group }) => group))
  return new Map<string | undefined, OpenApiDocument>([
    [undefined, document(options.title, model.resources, true)],
    [discoveryGroup, document(`${options.title}: discovery`, [], true)],
    ...[...groups].map((group) => {
      const own = model.resources.filter((resource) => resource.group === group)
      return [group, document(`${options.title}: ${group}`, own, false)] as const
    }),
    ...model.resources.map(
      (resource) =>
        [
          resourceGroup(resource),
          document(`${options.title}: ${subjectOf(resource)}`, [resource], false),
        ] as const,
    ),
  ])
}

/** All named schemas. */
export const schemasOf = (model: Model): Schemas => ({
  ...commonShapes,
  ...catalogShapes,
  SourceOption: objectOf({
    id: anyOf(text, { type: 'number' }, { type: 'boolean' }),
    label: text,
    extra: { type: ['object', 'null'] },
  }),
  ...Object.assign({}, ...model.resources.map(shapesOf)),
})

const toDocument = (
  title: string,
  paths: OpenApiDocument['paths'],
  { version, contextPath, isGuarded }: DescribeOptions,
  schemas: Schemas,
): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title, version },
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  servers: [{ url: '/' }],
  paths,
  ...(isGuarded ? { security: [{ bearer: [] }] } : {}),
  components: {
    schemas: referredBy(paths, schemas),
    examples: errorExamples(contextPath),
    ...(isGuarded ? { securitySchemes: { bearer } } : {}),
  },
})

const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }

export const subjectOf = ({ title, name }: ResourceModel): string =>
  (title ?? name.replaceAll('-', ' ')).toLowerCase()

export const operationIdOf = (
  { key }: ResourceModel,
  { name, intent, action }: Operation,
): string =>
  intent !== undefined
    ? `${key}.intent.${intent}`
    : action !== undefined
      ? `${key}.action.${action}`
      : `${key}.${name}`

const pathsOf = (
  resource: ResourceModel,
  options: DescribeOptions,
  schemas: Schemas,
): OpenApiDocument['paths'] => {
  const { contextPath } = options
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of resource.operations) {
    if (!isPublished(resource, operation)) continue
    const path = `${contextPath}${resource.path}${operation.path}`
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describeOperation(resource, operation, options, schemas),
    }
  }
  return paths
}

const describeOperation = (
  resource: ResourceModel,
  operation: Operation,
  { isGuarded }: DescribeOptions,
  schemas: Schemas,
): JsonSchema => {
  const doc = operationDocs[operation.name]
  const request = doc.request?.(resource, operation)
  const deprecation = resource.deprecated.operations.get(operation.id)
  return {
    operationId: operationIdOf(resource, operation),
    ...(deprecation ? deprecatedKeywords(deprecation) : {}),
    tags: [resource.key],
    summary: doc.summary(subjectOf(resource), operation),
    // Nobody need say who they are.
    ...(isGuarded && resource.guards.get(operation)?.isPublic
      ? { security: [{}, { bearer: [] }] }
      : {}),
    parameters: parametersOf(doc.parameters, resource),
    ...(request ? { requestBody: requestBody(resource, operation, doc, request, schemas) } : {}),
    responses: {
      [doc.status]: successResponse(resource, operation, doc, schemas),
      ...(doc.parameters.includes('If-None-Match')
        ? { 304: { description: 'The client has it already.' } }
        : {}),
      ...errorResponses([...doc.errors, ...bodyErrorsOf(operation, request), ...commonErrors]),
    },
  }
}

/** A body that nobody asked for is held against its media type too. */
const bodyErrorsOf = ({ method }: Operation, request: JsonSchema | undefined) =>
  request || method !== 'GET' ? bodyErrors : []

const requestBody = (
  resource: ResourceModel,
  operation: Operation,
  doc: OperationDoc,
  schema: JsonSchema,
  schemas: Schemas,
): JsonSchema => ({
  required: !doc.isBodyOptional,
  content: {
    'application/json': {
      schema,
      examples: examplesOf(requestExamples(resource, operation), schema, schemas),
    },
  },
})

const jsonFile = 'application/json'
/** Records with the fields that were asked for. */
const rowsOfFile: JsonSchema = listOf({ type: 'object' })
const files = [
  'text/csv',
  jsonFile,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

const containers = {
  object: (shape: JsonSchema) => shape,
  list: listOf,
  page: pageOf,
  cursor: cursorPageOf,
} as const

/** The whole body of an answer. */
export const answerSchema = (
  resource: ResourceModel,
  operation: Operation,
  doc: OperationDoc,
): JsonSchema | undefined => {
  const shape = doc.response?.(resource, operation)
  if (!shape) return undefined
  const data = containers[doc.container](shape)
  return doc.isBare ? data : envelopeOf(data)
}

const headers = {
  'X-Request-ID': { schema: text, description: 'Trace id, also in errors and logs.' },
  'X-Data-Version': { schema: text, description: 'Version of the dataset that was read.' },
} as const

const successResponse = (
  resource: ResourceModel,
  operation: Operation,
  doc: OperationDoc,
  schemas: Schemas,
): JsonSchema => {
  if (doc.status === 302)
    return { description: 'See Location.', headers: { Location: { schema: text } } }
  const sent = resource.dataset ? headers : { 'X-Request-ID': headers['X-Request-ID'] }
  const schema = answerSchema(resource, operation, doc)
  if (operation.file) {
    const content = Object.fromEntries(
      files.map((type) => [type, { schema: type === jsonFile ? rowsOfFile : { type: 'string' } }]),
    )
    return { description: 'The file.', headers: sent, content }
  }
  if (!schema) return { description: 'Done.', headers: sent }
  const examples = examplesOf(undefined, schema, schemas)
  return {
    description: doc.status === 201 ? 'Created.' : 'The answer.',
    headers: sent,
    content: { 'application/json': { schema, examples } },
  }
}
