/** Reads what a service publishes about its resources: all that cases are derived from. */
import { isObject, items, type Json, members, textOf } from './json.js'
import type { Kind } from './scalars.js'
import { readJson, type Service } from './service.js'
import { NotJudged } from './verdicts.js'

export interface Endpoint {
  readonly method: string
  readonly path: string
  /** Names of its parameters. */
  readonly takes: ReadonlySet<string>
}

/** A member of the response shape. */
export interface Field {
  readonly name: string
  /** Undefined for lists, objects and everything else that has no order. */
  readonly kind: Kind | undefined
  /** Types of JSON Schema; a field without `type` may have any value. */
  readonly types: readonly unknown[]
  readonly nullable: boolean
  readonly sortable: boolean
  readonly isFile: boolean
  readonly options: readonly unknown[]
  readonly optionSource: Json | undefined
}

/** A member of the filter shape. */
export interface Member {
  readonly name: string
  /** Name of a filter operation; undefined for groups and expressions. */
  readonly operation: string | undefined
  /** The response field whose values it compares. */
  readonly target: Field | undefined
  readonly isSearch: boolean
}

/** A field of the statistics, with the response field that has its values. */
export interface Statistic {
  readonly name: string
  readonly target: Field | undefined
  readonly modes: readonly string[]
  readonly metrics: readonly string[]
  /** Its results may be older than the rows. */
  readonly isStored: boolean
}

/** A resource as the catalog of schemas names it, before its own documents are read. */
export interface Publication {
  readonly key: string
  readonly path: string
  readonly endpoints: readonly Endpoint[]
  /** Undefined if it is not published. */
  readonly maxPageSize: number | undefined
}

export interface Resource extends Publication {
  readonly idField: string
  readonly fields: readonly Field[]
  readonly members: readonly Member[]
  readonly statistics: readonly Statistic[]
  readonly capabilities: Json
  /** Operations that work for this caller. */
  readonly operations: ReadonlySet<string>
  /** Size of the pages that rows are read with. */
  readonly pageSize: number
  readonly hasExpressions: boolean
}

export interface Catalog {
  readonly contextPath: string
  readonly resources: readonly Publication[]
  /** The zone of days in filters; undefined if it is not published. */
  readonly zone: string | undefined
  /** That of every resource; undefined if it is not published. */
  readonly maxPageSize: number | undefined
}

export const readCatalog = async (
  service: Service,
  url: string,
  { wanted, written }: { readonly wanted: readonly string[]; readonly written: readonly string[] },
): Promise<Catalog> => {
  const contextPath = new URL(url).pathname.replace(/\/$/, '')
  const catalog = await readJson(service, `${contextPath}/schemas/catalog`)
  const endpoints = items(catalog['endpoints']).filter(isObject)
  const published = endpoints.flatMap((filter) => readPublication(filter, endpoints))
  const keys = published.map(({ key }) => key)
  if (keys.length === 0) throw new NotJudged('The service publishes no resource.')
  const unknown = [...wanted, ...written].find((key) => !keys.includes(key))
  if (unknown !== undefined) {
    throw new NotJudged(`The service has no resource '${unknown}'; it has ${keys.join(', ')}.`)
  }
  const judged = wanted.length === 0 ? keys : wanted
  const ignored = written.find((key) => !judged.includes(key))
  if (ignored !== undefined) {
    throw new NotJudged(
      `Resources that are written must be among those that are judged: '${ignored}' is not one of ${judged.join(', ')}.`,
    )
  }
  const { zone, limits } = await readDescription(service, contextPath)
  return {
    ...{ contextPath, zone: textOf(zone), maxPageSize: sizeOf(members(limits)['pageSize']) },
    resources: published.filter(({ key }) => judged.includes(key)),
  }
}

/** The publication of the resource with this filter; none for other endpoints. */
const readPublication = (
  { resourceKey, method, path, parameters }: Json,
  endpoints: readonly Json[],
): readonly Publication[] => {
  const match = /^(.*)\/filter$/.exec(String(path))
  if (typeof resourceKey !== 'string' || method !== 'POST' || !match) return []
  if (match[1]!.endsWith('/options')) return []
  const { maximum } = members(parameterOf(parameters, 'size')?.['schema'])
  return [
    {
      key: resourceKey,
      path: match[1]!,
      endpoints: endpoints.filter((each) => each['resourceKey'] === resourceKey).map(endpointOf),
      maxPageSize: sizeOf(maximum),
    },
  ]
}

const endpointOf = ({ method, path, parameters }: Json): Endpoint => ({
  method: String(method),
  path: String(path),
  takes: new Set(items(parameters).map((parameter) => String(members(parameter)['name']))),
})

const parameterOf = (parameters: unknown, name: string): Json | undefined =>
  items(parameters)
    .map(members)
    .find((parameter) => parameter['name'] === name)

const sizeOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

/** Its zone and limits. A service need not publish them; then days are judged with a tolerance. */
const readDescription = async (service: Service, contextPath: string): Promise<Json> => {
  const { status, json } = await service.send('GET', `${contextPath}/schemas/service`)
  return status === 200 ? members(json) : {}
}

/** The endpoint at a path below that of the resource; undefined if it is not published. */
export const endpointAt = (
  { path, endpoints }: Publication,
  suffix: string,
  method: string,
): Endpoint | undefined =>
  endpoints.find((endpoint) => endpoint.path === `${path}${suffix}` && endpoint.method === method)

export const schemaPath = (
  contextPath: string,
  { path, method }: Pick<Endpoint, 'path' | 'method'>,
  side: 'request' | 'response',
): string =>
  `${contextPath}/schemas/filtered?path=${encodeURIComponent(path)}&operation=${method.toLowerCase()}&schemaType=${side}`

/** The default size of pages, which every service accepts. */
const usualPageSize = 20

/** Reads the schemas and the capabilities of a resource. */
export const readResource = async (
  service: Service,
  { contextPath, maxPageSize: commonPageSize }: Catalog,
  publication: Publication,
): Promise<Resource> => {
  const { path, maxPageSize = commonPageSize } = publication
  const filter = { method: 'POST', path: `${path}/filter` }
  const response = await readJson(service, schemaPath(contextPath, filter, 'response'))
  const request = await readJson(service, schemaPath(contextPath, filter, 'request'))
  const capabilities = await readJson(service, `${path}/capabilities`)
  const fields = Object.entries(members(response['properties'])).map(readField)
  const filterMembers = Object.entries(members(request['properties'])).map((entry) =>
    readMember(entry, fields),
  )
  const { stats } = capabilities
  const operations = usableOperations(capabilities)
  return {
    ...publication,
    ...{ fields, capabilities, operations, maxPageSize },
    pageSize: maxPageSize ?? usualPageSize,
    idField: textOf(members(members(response['x-ui'])['resource'])['idField']) ?? 'id',
    members: filterMembers,
    statistics: items(members(stats)['fields']).map((field) =>
      readStatistic(members(field), filterMembers, fields),
    ),
    hasExpressions: operations.has('filterExpression'),
  }
}

/** Operations on one record are decided for each record. */
const usableOperations = ({ canonicalOperations, operations }: Json): ReadonlySet<string> => {
  const names = Object.entries(members(canonicalOperations)).flatMap(([name, isThere]) => {
    const { allowed, reason } = members(members(members(operations)[name])['availability'])
    const isDenied = allowed === false && reason !== 'resource-context-required'
    return isThere === true && !isDenied ? [name] : []
  })
  return new Set(names)
}

const formats: Readonly<Record<string, Kind>> = {
  date: 'date',
  'date-time': 'instant',
  'date-time-local': 'localDateTime',
  'time-local': 'localTime',
  uuid: 'uuid',
}

/** Texts with a pattern, such as durations, may be equal without being the same. */
const kindOf = (types: readonly unknown[], schema: Json, ui: Json): Kind | undefined => {
  if (types.includes('boolean')) return 'boolean'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (!types.includes('string')) return undefined
  if (schema['enum']) return 'enum'
  if (ui['type'] === 'number') return 'number'
  const form = schema['pattern'] ? undefined : 'text'
  return formats[String(schema['format'])] ?? form
}

const readField = ([name, value]: readonly [string, unknown]): Field => {
  const schema = members(value)
  const ui = members(schema['x-ui'])
  const types = [schema['type']].flat()
  return {
    name,
    kind: kindOf(types, schema, ui),
    types,
    nullable: types.includes('null') || schema['type'] === undefined,
    sortable: ui['sortable'] === true,
    isFile: ui['controlType'] === 'upload',
    options: items(schema['enum']).filter((option) => option !== null),
    optionSource: isObject(ui['optionSource']) ? ui['optionSource'] : undefined,
  }
}

const readMember = (
  [name, value]: readonly [string, unknown],
  fields: readonly Field[],
): Member => {
  const ui = members(members(value)['x-ui'])
  return {
    name,
    operation: textOf(ui['filterOperation']),
    target: fields.find((field) => field.name === ui['filterTarget']),
    isSearch: ui['searchFields'] !== undefined,
  }
}

/** The response field: that of the filter members over the same path, else that of its name. */
const readStatistic = (
  { field, modes, metrics, maxAgeSeconds, filterFields }: Json,
  filterMembers: readonly Member[],
  fields: readonly Field[],
): Statistic => {
  const name = String(field)
  const linked = items(filterFields)
    .map((filterField) => members(filterField)['field'])
    .map((member) => filterMembers.find((candidate) => candidate.name === member)?.target)
    .find((target) => target !== undefined)
  return {
    name,
    target: linked ?? fields.find((candidate) => candidate.name === name),
    modes: items(modes).map(String),
    metrics: items(metrics).map(String),
    isStored: typeof maxAgeSeconds === 'number' && maxAgeSeconds > 0,
  }
}
