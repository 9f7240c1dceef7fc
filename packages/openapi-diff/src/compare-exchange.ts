/** Compares what one operation sends and receives: parameters, bodies, statuses and headers. */

import { type ChangeKind, deprecation, kindsByEffect, type Side } from './compare-changes.js'
import type { Resolve } from './compare-json.js'
import { asList, asObject, isAnnotation, memberOf, namesOf } from './compare-json.js'
import { comparePart, type Part, type SchemaComparison } from './compare-parts.js'
import { compareSchemas } from './compare-schemas.js'
import type { JsonObject } from './json.js'

export interface Comparison {
  readonly before: Resolve
  readonly after: Resolve
  readonly today: string | undefined
  readonly report: (kind: ChangeKind, where: string, message: string) => void
}

const onSide = (comparison: Comparison, side: Side): SchemaComparison => ({
  ...comparison,
  side,
  report: (effect, where, message) =>
    comparison.report(kindsByEffect[effect][side], where, message),
})

type Compare = (
  comparison: SchemaComparison,
  where: string,
  before: JsonObject,
  after: JsonObject,
) => void

const compareDeprecation: Compare = ({ report }, where, before, after) => {
  for (const { effect, message } of deprecation(before, after)) report(effect, where, message)
}

/** The media type that places do not name. */
const defaultType = 'application/json'

const compareContent =
  (owner: string): Compare =>
  (comparison, where, before, after) => {
    const [was, is] = [asObject(before['content']), asObject(after['content'])]
    for (const type of namesOf(was, is)) {
      const at = type === defaultType ? where : `${where}(${type})`
      if (!Object.hasOwn(is, type)) {
        comparison.report('removed', owner, `The media type ${type} was removed.`)
      } else if (!Object.hasOwn(was, type)) {
        comparison.report('addedOptional', owner, `The media type ${type} was added.`)
      } else {
        const [schema, schemaNow] = [was, is].map((content) => asObject(content[type])['schema'])
        compareSchemas(comparison, at, schema, schemaNow)
      }
    }
  }

interface Parameter extends Part {
  readonly name: string
  readonly location: string
}

/** Parameters of a path apply to each of its operations, unless the operation overrides them. */
const parametersOf = (
  resolve: Resolve,
  ...owners: readonly JsonObject[]
): ReadonlyMap<string, Parameter> => {
  const found = owners
    .flatMap((owner) => asList(owner['parameters']).map(resolve))
    .map((node): [string, Parameter] => {
      const [name, location] = [String(node['name']), String(node['in'])]
      // Header names are not case-sensitive.
      const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`
      return [key, { node, name, location, required: node['required'] === true }]
    })
  return new Map([...new Map(found)].sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Pair = readonly [before: Parameter | undefined, after: Parameter | undefined]

/** Pairs parameters by location and name, and the rest by name only: those have moved. */
const pairsOf = (
  before: ReadonlyMap<string, Parameter>,
  after: ReadonlyMap<string, Parameter>,
): readonly Pair[] => {
  const left = new Map([...after].filter(([key]) => !before.has(key)))
  const pairs = [...before].map(([key, was]): Pair => {
    const same = after.get(key)
    if (same) return [was, same]
    const moved = [...left].find(([, { name }]) => name === was.name)
    if (moved) left.delete(moved[0])
    return [was, moved?.[1]]
  })
  return [...pairs, ...[...left.values()].map((is): Pair => [undefined, is])]
}

/** The style of a parameter; its default depends on the location (OpenAPI 3.1, 4.8.12). */
const serialisationOf = ({ node, location }: Parameter): string => {
  const isForm = location === 'query' || location === 'cookie'
  const style = String(node['style'] ?? (isForm ? 'form' : 'simple'))
  const explode = node['explode'] ?? style === 'form'
  return `${style}${explode === true ? ', exploded' : ''}`
}

const compareCarrier: Compare = (comparison, where, before, after) => {
  compareDeprecation(comparison, where, before, after)
  compareSchemas(comparison, where, before['schema'], after['schema'])
  compareContent(where)(comparison, where, before, after)
}

const compareParameter = (comparison: SchemaComparison, where: string, [was, is]: Pair): void => {
  if (!comparePart(comparison, [where, 'parameter'], was, is) || !was || !is) return
  if (was.location !== is.location) {
    comparison.report(
      'changed',
      where,
      `The parameter moved from ${was.location} to ${is.location}.`,
    )
  } else if (serialisationOf(was) !== serialisationOf(is)) {
    const message = `The style was ${serialisationOf(was)}, now ${serialisationOf(is)}.`
    comparison.report('changed', where, message)
  }
  compareCarrier(comparison, where, was.node, is.node)
}

/** An operation and the path item that it belongs to. */
export interface Endpoint {
  readonly pathItem: JsonObject
  readonly operation: JsonObject
}

type CompareEndpoints = (
  comparison: Comparison,
  where: string,
  before: Endpoint,
  after: Endpoint,
) => void

const compareParameters: CompareEndpoints = (comparison, where, before, after) => {
  const was = parametersOf(comparison.before, before.pathItem, before.operation)
  const is = parametersOf(comparison.after, after.pathItem, after.operation)
  for (const pair of pairsOf(was, is)) {
    const { location, name } = (pair[0] ?? pair[1])!
    compareParameter(onSide(comparison, 'request'), `${where} request.${location}.${name}`, pair)
  }
}

const bodyOf = (resolve: Resolve, { operation }: Endpoint): Part | undefined => {
  if (operation['requestBody'] === undefined) return undefined
  const node = resolve(operation['requestBody'])
  return { node, required: node['required'] === true }
}

const compareBodies: CompareEndpoints = (comparison, where, before, after) => {
  const side = onSide(comparison, 'request')
  const [was, is] = [bodyOf(comparison.before, before), bodyOf(comparison.after, after)]
  const at = `${where} request.body`
  if (!comparePart(side, [at, 'body'], was, is) || !was || !is) return
  compareContent(at)(side, at, was.node, is.node)
}

/** Headers by their names in lower case, because header names are not case-sensitive. */
const headersOf = (resolve: Resolve, response: JsonObject): ReadonlyMap<string, Part> => {
  const headers = Object.entries(asObject(response['headers'])).map(([name, header]) => {
    const node = resolve(header)
    return [name.toLowerCase(), { node, required: node['required'] === true }] as const
  })
  return new Map(headers)
}

const compareHeaders: Compare = (comparison, where, before, after) => {
  const was = headersOf(comparison.before, before)
  const is = headersOf(comparison.after, after)
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const at = `${where}.header.${name}`
    const [header, headerNow] = [was.get(name), is.get(name)]
    if (!comparePart(comparison, [at, 'header'], header, headerNow) || !header || !headerNow)
      continue
    compareCarrier(comparison, at, header.node, headerNow.node)
  }
}

/** `default`, and statuses of errors. */
const isFailure = (status: string): boolean => !/^[123]/.test(status)

const compareResponses: CompareEndpoints = (comparison, where, before, after) => {
  const side = onSide(comparison, 'response')
  const [was, is] = [before, after].map(({ operation }) => asObject(operation['responses']))
  for (const status of namesOf(was!, is!)) {
    if (isAnnotation(status)) continue
    const at = `${where} response.${status}`
    const [response, responseNow] = [memberOf(was!, status), memberOf(is!, status)]
    if (responseNow === undefined) {
      comparison.report(isFailure(status) ? 'other' : 'breaking', at, 'The status was removed.')
    } else if (response === undefined) {
      comparison.report(isFailure(status) ? 'other' : 'additive', at, 'The status was added.')
    } else {
      const [node, nodeNow] = [comparison.before(response), comparison.after(responseNow)]
      compareHeaders(side, at, node, nodeNow)
      compareContent(at)(side, `${at}.body`, node, nodeNow)
    }
  }
}

export const exchangeComparisons: readonly CompareEndpoints[] = [
  compareParameters,
  compareBodies,
  compareResponses,
]
