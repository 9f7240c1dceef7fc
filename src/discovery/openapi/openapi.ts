/**
 * The API description (OpenAPI 3.1), built from the operation table and the shapes of the model.
 */

import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import { once } from '../../foundation/functions/memoize.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { Members, wholeOf } from '../../foundation/json/long-json.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { addReferred, type Schemas } from '../schemas/components.js'
import { publishedOf } from '../schemas/published.js'
import { resourceGroup } from '../schemas/resource-names.js'
import { shapesOf } from '../schemas/resource-shapes.js'
import { wireSchemas } from '../schemas/wire-shapes.js'
import { describeOperation } from './describe-operation.js'
import { discoveryPaths } from './discovery-paths.js'
import { errorHeaderComponents } from './error-headers.js'
import { addErrors, errorExamples } from './error-responses.js'
import { subjectOf } from './operation-texts.js'
import { queriesPath, queriesTag } from './queries-path.js'
import { type SecurityOptions, securityOf } from './security.js'
import { webhookPaths } from './webhook-paths.js'

/** The operations at a path, by method. */
type PathItem = Readonly<Record<string, JsonSchema>>

export type OpenApiDocument = JsonSchema & {
  readonly paths: Readonly<Record<string, PathItem>>
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
  /** The document of a group, to be printed once; of the whole API for `undefined`. */
  describe(group: string | undefined): Members | undefined
  /** The same as an object. */
  get(group: string | undefined): OpenApiDocument | undefined
}

const discoveryGroup = 'platform-discovery'

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
  /** Resources of the paths of the platform. Undefined: the document has only `resources`. */
  readonly platform?: readonly ResourceModel[]
}

export const describeApi = (model: Model, options: DescribeOptions): Documents => {
  const plans = plansOf(model, options.title)
  const recent = new LRUCache<Plan, OpenApiDocument>({ max: maxRecent })
  return {
    groups: [...plans.keys()].filter((group) => group !== undefined),
    describe: (group) => {
      const plan = plans.get(group)
      return plan && createDocument(plan, options)
    },
    get: (group) => {
      const plan = plans.get(group)
      if (!plan) return undefined
      const document =
        recent.get(plan) ?? (wholeOf(createDocument(plan, options)) as OpenApiDocument)
      if (plan.resources.length <= 1) recent.set(plan, document)
      return document
    },
  }
}

/** By group; that of the whole API by `undefined`. */
const plansOf = ({ resources }: Model, title: string): ReadonlyMap<string | undefined, Plan> => {
  const ofResources = (name: string, resources: readonly ResourceModel[]): Plan => ({
    ...{ title: `${title}: ${name}`, resources },
  })
  const groups = groupBy(resources, ({ group }) => group)
  return new Map<string | undefined, Plan>([
    [undefined, { title, resources, platform: resources }],
    [discoveryGroup, { title: `${title}: discovery`, resources: [], platform: resources }],
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
  /** Made one by one: those of hundreds of resources take seconds. */
  readonly paths: Iterable<readonly [path: string, item: PathItem]>
  /** The schemas that the paths may refer to; they grow while the paths are made. */
  readonly schemas: () => Schemas
}

const resourcePart = (resource: ResourceModel, options: DescribeOptions): Part => {
  const schemas = once(() => ({ ...schemasOf(resource) }))
  return { tag: tagOf(resource), paths: pathsOf(resource, options, schemas), schemas }
}

const platformParts = (
  { settings }: DescribeOptions,
  resources: readonly ResourceModel[],
): readonly Part[] => {
  const contextPath = settings['platform.http.context-path']
  const hasWebhooks = settings['platform.webhooks.endpoints'].length > 0
  const schemas = { ...wireSchemas }
  const partOf = (tag: Tag, paths: OpenApiDocument['paths']): Part => ({
    ...{ tag, paths: Object.entries(paths), schemas: () => schemas },
  })
  return [
    partOf(discoveryTag, discoveryPaths(contextPath, schemas)),
    partOf(queriesTag, queriesPath(settings, schemas, resources)),
    ...(hasWebhooks ? [partOf(webhookTag, webhookPaths(contextPath, schemas))] : []),
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
  { title, resources, platform }: Plan,
  options: DescribeOptions,
): Members => {
  const { version, info, settings } = options
  const parts = [
    ...resources.map((resource) => resourcePart(resource, options)),
    ...(platform ? platformParts(options, platform) : []),
  ]
  const { security, securitySchemes } = securityOf(options)
  const contextPath = settings['platform.http.context-path']
  const schemas: Record<string, JsonSchema> = {}
  const errors = new Set<ErrorCode>()
  function* paths(): Part['paths'] {
    for (const part of parts) {
      for (const [path, item] of part.paths) {
        addReferred(item, part.schemas(), schemas)
        addErrors(item, errors)
        yield [path, item]
      }
    }
  }
  /** They depend on the paths, so they are made after them. */
  function* components(): Iterable<readonly [string, unknown]> {
    yield ['schemas', new Members(Object.entries(schemas))]
    yield ['headers', errorHeaderComponents(errors)]
    yield ['examples', errorExamples(errors, contextPath)]
    yield ['securitySchemes', securitySchemes]
  }
  return new Members([
    ['openapi', '3.1.0'],
    ['info', { title, version, description: usualDescription, ...info }],
    ['jsonSchemaDialect', 'https://json-schema.org/draft/2020-12/schema'],
    ['servers', [{ url: '/' }]],
    ['tags', parts.map(({ tag }) => tag)],
    ['paths', new Members(paths())],
    ['security', security],
    ['components', new Members(components())],
  ])
}

/** The operations at each path. */
function* pathsOf(
  resource: ResourceModel,
  options: DescribeOptions,
  schemas: () => Record<string, JsonSchema>,
): Part['paths'] {
  const { settings } = options
  const contextPath = settings['platform.http.context-path']
  const byPath = groupBy(publishedOf(resource, settings), ({ path }) => path)
  for (const [path, published] of byPath) {
    const operations = published.map((each) => [
      each.operation.method.toLowerCase(),
      describeOperation(each, options, schemas()),
    ])
    yield [`${contextPath}${path}`, Object.fromEntries(operations)]
  }
}
