/**
 * The API description (OpenAPI 3.1), built from the operation table and the shapes of the model.
 */
import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json-schema.js'
import type { Operation } from '../../model/operation-table.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { storedFieldsOf } from '../../model/types/stats-model.js'
import { Links, successOf } from '../../wire/envelope.js'
import { countedPageOf, cursorPageOf, pageOf } from '../../wire/page.js'
import { requestExamples } from '../catalogs/endpoints.js'
import { deprecatedKeywords } from '../schemas/deprecated.js'
import { shapesOf } from '../schemas/resource-shapes.js'
import { listOf, text } from '../schemas/schema-forms.js'
import { schemaOf, wireSchemas } from '../schemas/wire-shapes.js'
import { referredBy, refName, type Schemas } from './components.js'
import { discoveryPaths } from './discovery-paths.js'
import { errorHeaderComponents } from './error-headers.js'
import { errorExamples, errorResponses, errorsIn } from './error-responses.js'
import { examplesOf } from './examples.js'
import {
  bodyErrors,
  type Container,
  commonErrors,
  type OperationDoc,
  operationDocs,
} from './operation-docs.js'
import { subjectOf, textsOf } from './operation-texts.js'
import { parametersOf } from './parameters.js'
import { operationIdOf, type Published, publishedOf } from './published.js'
import { readTokenHeaders, takesReadToken } from './read-token.js'
import { type SecurityOptions, securityOf } from './security.js'
import { webhookPaths } from './webhook-paths.js'

export type OpenApiDocument = JsonSchema & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: {
    readonly schemas: Schemas
    readonly headers: Readonly<Record<string, JsonSchema>>
    readonly examples: Readonly<Record<string, JsonSchema>>
  }
}

/** Documents of single resources that are kept; those of hundreds take hundreds of megabytes. */
const maxRecent = 16

/** The documents of an API, made when they are requested. */
export interface Documents {
  readonly groups: readonly string[]
  /** The document of a group; of the whole API for `undefined`. */
  get(group: string | undefined): OpenApiDocument | undefined
}

const discoveryGroup = 'platform-discovery'

/** `/api/human-resources/employees` is the group `api-human-resources-employees`. */
export const resourceGroup = ({ path }: ResourceModel): string => path.slice(1).replaceAll('/', '-')

/** What an application says about its API as a whole. */
export interface ApiInfo {
  readonly description?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  /** `identifier` is an SPDX expression such as `MIT`; it excludes `url`. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
}

export interface DescribeOptions extends SecurityOptions {
  readonly title: string
  readonly version: string
  readonly info?: ApiInfo | undefined
}

/** What a document says about a resource, or about the platform. */
interface Part {
  readonly tag: Tag
  readonly paths: OpenApiDocument['paths']
  /** The schemas that the paths refer to. */
  readonly schemas: Schemas
  readonly errors: ReadonlySet<ErrorCode>
}

interface Plan {
  readonly title: string
  readonly resources: readonly ResourceModel[]
  readonly withPlatform: boolean
}

export const describeApi = (model: Model, options: DescribeOptions): Documents => {
  const { resources } = model
  const createPart = (
    tag: Tag,
    schemas: Schemas,
    pathsOf: (schemas: Schemas) => OpenApiDocument['paths'],
  ): Part => {
    const paths = pathsOf(schemas)
    return { tag, paths, schemas: referredBy(paths, schemas), errors: errorsIn(paths) }
  }
  const resourcePart = (resource: ResourceModel) =>
    createPart(tagOf(resource), schemasOf(resource), (schemas) =>
      pathsOf(resource, options, schemas),
    )
  const contextPath = options.settings['platform.http.context-path']
  const hasWebhooks = options.settings['platform.webhooks.endpoints'].length > 0
  const platformParts = () => [
    createPart(discoveryTag, wireSchemas, (schemas) => discoveryPaths(contextPath, schemas)),
    ...(hasWebhooks
      ? [createPart(webhookTag, wireSchemas, (schemas) => webhookPaths(contextPath, schemas))]
      : []),
  ]
  const { title } = options
  const groups = new Set(resources.map(({ group }) => group))
  const plans = new Map<string | undefined, Plan>([
    [undefined, { title, resources, withPlatform: true }],
    [discoveryGroup, { title: `${title}: discovery`, resources: [], withPlatform: true }],
    ...[...groups].map((group): [string, Plan] => [
      group,
      {
        title: `${title}: ${group}`,
        resources: resources.filter((resource) => resource.group === group),
        withPlatform: false,
      },
    ]),
    ...resources.map((resource): [string, Plan] => [
      resourceGroup(resource),
      {
        title: `${title}: ${subjectOf(resource)}`,
        resources: [resource],
        withPlatform: false,
      },
    ]),
  ])
  const create = ({ title, resources, withPlatform }: Plan): OpenApiDocument =>
    toDocument(
      title,
      [...resources.map(resourcePart), ...(withPlatform ? platformParts() : [])],
      options,
    )
  const recent = new LRUCache<Plan, OpenApiDocument>({ max: maxRecent })
  return {
    groups: [...plans.keys()].filter((group) => group !== undefined),
    get: (group) => {
      const plan = plans.get(group)
      if (!plan) return undefined
      const document = recent.get(plan) ?? create(plan)
      if (plan.resources.length <= 1) recent.set(plan, document)
      return document
    },
  }
}

/** The named schemas that the operations of a resource refer to. */
export const schemasOf = (resource: ResourceModel): Schemas => ({
  ...wireSchemas,
  ...shapesOf(resource),
})

interface Tag {
  readonly name: string
  readonly description: string
}

const tagOf = (resource: ResourceModel): Tag => ({
  name: resource.key,
  description: resource.description ?? `Operations on ${subjectOf(resource)}.`,
})

const discoveryTag: Tag = {
  name: discoveryGroup,
  description: 'Schemas, surfaces and actions of all resources.',
}

const webhookTag: Tag = {
  name: 'platform-webhooks',
  description: 'Deliveries of webhooks that failed.',
}

const usualDescription = 'Generated from the contracts of its resources.'

const toDocument = (
  title: string,
  parts: readonly Part[],
  options: DescribeOptions,
): OpenApiDocument => {
  const { version, info, settings } = options
  const { security, securitySchemes } = securityOf(options)
  const contextPath = settings['platform.http.context-path']
  const errors = new Set(parts.flatMap((part) => [...part.errors]))
  return {
    openapi: '3.1.0',
    info: { title, version, description: usualDescription, ...info },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags: parts.map(({ tag }) => tag),
    paths: Object.assign({}, ...parts.map(({ paths }) => paths)),
    security,
    components: {
      schemas: Object.assign({}, ...parts.map(({ schemas }) => schemas)),
      headers: errorHeaderComponents(errors),
      examples: errorExamples(errors, contextPath),
      ...(securitySchemes ? { securitySchemes } : {}),
    },
  }
}

const pathsOf = (
  resource: ResourceModel,
  options: DescribeOptions,
  schemas: Schemas,
): OpenApiDocument['paths'] => {
  const { settings } = options
  const contextPath = settings['platform.http.context-path']
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const published of publishedOf(resource, settings)) {
    const path = `${contextPath}${published.path}`
    const method = published.operation.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: describeOperation(published, options, schemas) }
  }
  return paths
}

const describeOperation = (
  published: Published,
  { settings, callers = [] }: DescribeOptions,
  schemas: Schemas,
): JsonSchema => {
  const { resource, operation } = published
  const doc = operationDocs[operation.name]
  const request = doc.request?.(published)
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
    responses: {
      [doc.status]: successResponse(published, doc, schemas),
      ...(doc.parameters.includes('If-None-Match')
        ? { 304: { description: 'The client already has this version.' } }
        : {}),
      ...errorResponses([
        ...doc.errors.filter((code) => mayOccur(code, resource)),
        ...bodyErrorsOf(operation, request),
        ...commonErrors,
        ...(takesCaller || resource.entity.tenant || takesReadToken(published) ? headerErrors : []),
      ]),
    },
  }
}

/** A header may name an unknown development caller, or what cannot be a tenant or a token. */
const headerErrors: readonly ErrorCode[] = ['INVALID_PARAMETER']

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

type Contained = (shape: JsonSchema, doc: OperationDoc, published: Published) => JsonSchema

const containers: Readonly<Record<Container, Contained>> = {
  object: (shape) => shape,
  list: listOf,
  page: (row, { parameters }, { resource }) =>
    schemaOf(
      resource.count && parameters.includes('preferredCount') ? countedPageOf(row) : pageOf(row),
    ),
  cursor: (row) => schemaOf(cursorPageOf(row)),
}

/** The schema of a whole response body. */
const responseSchema = (published: Published, doc: OperationDoc): JsonSchema | undefined => {
  const shape = doc.response?.(published)
  if (!shape) return undefined
  const data = containers[doc.container](shape, doc, published)
  return doc.isBare ? data : schemaOf(successOf(data, doc.links ?? Links))
}

const headers = {
  'X-Request-ID': { schema: text, description: 'Trace id, also in errors and logs.' },
  'X-Data-Version': { schema: text, description: 'Version of the dataset that was read.' },
} as const
const age = {
  schema: { type: 'integer', minimum: 0 },
  description: 'Of a stored result that changes may have followed: seconds since it was computed.',
}

const successResponse = (published: Published, doc: OperationDoc, schemas: Schemas): JsonSchema => {
  const { resource, operation } = published
  if (doc.status === 302)
    return { description: 'See Location.', headers: { Location: { schema: text } } }
  const versioned = resource.dataset ? headers : { 'X-Request-ID': headers['X-Request-ID'] }
  const isAged =
    doc.parameters.includes('Cache-Control') && storedFieldsOf(resource.stats).length > 0
  const sent = { ...versioned, ...(isAged ? { Age: age } : {}), ...readTokenHeaders(published) }
  const schema = responseSchema(published, doc)
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
    content: { 'application/json': { schema, examples } },
  }
}
