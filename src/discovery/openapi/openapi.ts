/**
 * The API description (OpenAPI 3.1), built from the operation table and the shapes of the model.
 */
import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import { groupBy } from '../../foundation/group-by.js'
import type { JsonSchema } from '../../foundation/json-schema.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { shapesOf } from '../schemas/resource-shapes.js'
import { wireSchemas } from '../schemas/wire-shapes.js'
import { referredBy, type Schemas } from './components.js'
import { describeOperation } from './describe-operation.js'
import { discoveryPaths } from './discovery-paths.js'
import { errorHeaderComponents } from './error-headers.js'
import { errorExamples, errorsIn } from './error-responses.js'
import { subjectOf } from './operation-texts.js'
import { publishedOf } from './published.js'
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

/** What a document describes. */
interface Plan {
  readonly title: string
  readonly resources: readonly ResourceModel[]
  readonly withPlatform: boolean
}

export const describeApi = (model: Model, options: DescribeOptions): Documents => {
  const plans = plansOf(model, options.title)
  const recent = new LRUCache<Plan, OpenApiDocument>({ max: maxRecent })
  return {
    groups: [...plans.keys()].filter((group) => group !== undefined),
    get: (group) => {
      const plan = plans.get(group)
      if (!plan) return undefined
      const document = recent.get(plan) ?? createDocument(plan, options)
      if (plan.resources.length <= 1) recent.set(plan, document)
      return document
    },
  }
}

/** By group; that of the whole API by `undefined`. */
const plansOf = ({ resources }: Model, title: string): ReadonlyMap<string | undefined, Plan> => {
  const ofResources = (name: string, resources: readonly ResourceModel[]): Plan => ({
    ...{ title: `${title}: ${name}`, resources, withPlatform: false },
  })
  const groups = groupBy(resources, ({ group }) => group)
  return new Map<string | undefined, Plan>([
    [undefined, { title, resources, withPlatform: true }],
    [discoveryGroup, { title: `${title}: discovery`, resources: [], withPlatform: true }],
    ...[...groups].map(([group, members]) => [group, ofResources(group, members)] as const),
    ...resources.map(
      (resource) =>
        [resourceGroup(resource), ofResources(subjectOf(resource), [resource])] as const,
    ),
  ])
}

/** What a document says about a resource, or about the platform. */
interface Part {
  readonly tag: Tag
  readonly paths: OpenApiDocument['paths']
  /** The schemas that the paths refer to. */
  readonly schemas: Schemas
  readonly errors: ReadonlySet<ErrorCode>
}

const partOf = (tag: Tag, paths: OpenApiDocument['paths'], schemas: Schemas): Part => ({
  ...{ tag, paths, schemas: referredBy(paths, schemas), errors: errorsIn(paths) },
})

const resourcePart = (resource: ResourceModel, options: DescribeOptions): Part => {
  const schemas = schemasOf(resource)
  return partOf(tagOf(resource), pathsOf(resource, options, schemas), schemas)
}

const platformParts = ({ settings }: DescribeOptions): readonly Part[] => {
  const contextPath = settings['platform.http.context-path']
  const hasWebhooks = settings['platform.webhooks.endpoints'].length > 0
  return [
    partOf(discoveryTag, discoveryPaths(contextPath, wireSchemas), wireSchemas),
    ...(hasWebhooks
      ? [partOf(webhookTag, webhookPaths(contextPath, wireSchemas), wireSchemas)]
      : []),
  ]
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

const createDocument = (
  { title, resources, withPlatform }: Plan,
  options: DescribeOptions,
): OpenApiDocument => {
  const { version, info, settings } = options
  const parts = [
    ...resources.map((resource) => resourcePart(resource, options)),
    ...(withPlatform ? platformParts(options) : []),
  ]
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
