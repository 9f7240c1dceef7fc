/**
 * Compares two OpenAPI 3.1 documents and says what the changes mean for clients.
 *
 * Takes two parsed documents of any origin. Returns changes, each breaking, additive or other, with
 * its place and a message. A change of a keyword that it does not know counts as breaking.
 *
 * It reads no files and knows no contracts. It does not check that the documents are valid OpenAPI,
 * does not follow references to other documents, and does not compare texts, examples, tags,
 * servers, callbacks, webhooks and links.
 */

import { type Change, deprecation, kindsByEffect, removal, sortChanges } from './compare-changes.js'
import { type Comparison, type Endpoint, exchangeComparisons } from './compare-exchange.js'
import { asList, asObject, createResolve, memberOf, namesOf, type Resolve } from './compare-json.js'
import { canonicalJson, type JsonObject } from './json.js'

export interface CompareOptions {
  /** `yyyy-MM-dd`. Removing something whose `x-sunset` is before this day is not breaking. */
  readonly today?: string
}

/** Lists breaking changes first. The order of members in a document has no meaning. */
export const compareDocuments = (
  before: JsonObject,
  after: JsonObject,
  { today }: CompareOptions = {},
): readonly Change[] => {
  const changes: Change[] = []
  const comparison: Comparison = {
    before: createResolve(before),
    after: createResolve(after),
    today,
    report: (kind, where, message) => changes.push({ kind, where, message }),
  }
  const was = endpointsOf(before, comparison.before)
  const is = endpointsOf(after, comparison.after)
  for (const where of new Set([...was.keys(), ...is.keys()])) {
    compareEndpoints(comparison, where, was.get(where), is.get(where))
  }
  return sortChanges(changes)
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

interface DocumentEndpoint extends Endpoint {
  readonly security: ReadonlySet<string>
}

/** Operations by method and path, such as `POST /api/x`. */
const endpointsOf = (
  document: JsonObject,
  resolve: Resolve,
): ReadonlyMap<string, DocumentEndpoint> => {
  const paths = asObject(document['paths'])
  const found = namesOf(paths).flatMap((path) => {
    if (!path.startsWith('/')) return []
    const pathItem = resolve(memberOf(paths, path))
    return methods
      .filter((method) => Object.hasOwn(pathItem, method))
      .map((method): [string, DocumentEndpoint] => {
        const operation = asObject(pathItem[method])
        const security = securityOf(operation['security'] ?? document['security'])
        return [`${method.toUpperCase()} ${path}`, { pathItem, operation, security }]
      })
  })
  return new Map(found)
}

/** The alternatives of a security requirement; an empty list means that none is needed. */
const securityOf = (requirements: unknown): ReadonlySet<string> => {
  const alternatives = asList(requirements).map((each) => canonicalJson(each))
  return new Set(alternatives.length > 0 ? alternatives : ['{}'])
}

const compareEndpoints = (
  comparison: Comparison,
  where: string,
  before: DocumentEndpoint | undefined,
  after: DocumentEndpoint | undefined,
): void => {
  if (before && after) {
    compareOperations(comparison, where, before.operation, after.operation)
    compareSecurity(comparison, where, before.security, after.security)
    for (const compare of exchangeComparisons) compare(comparison, where, before, after)
  } else if (before) {
    const { effect, message } = removal('operation', before.operation, comparison.today)
    comparison.report(kindsByEffect[effect].request, where, message)
  } else {
    comparison.report('additive', where, 'The operation was added.')
  }
}

const compareOperations = (
  { report }: Comparison,
  where: string,
  before: JsonObject,
  after: JsonObject,
): void => {
  const [was, is] = [before, after].map(({ operationId }) => String(operationId ?? 'absent'))
  if (was !== is) {
    report(
      'breaking',
      where,
      `The operationId was ${was}, now it is ${is}; generated clients are named after it.`,
    )
  }
  for (const { message } of deprecation(before, after)) report('other', where, message)
}

const compareSecurity = (
  { report }: Comparison,
  where: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): void => {
  for (const scheme of before) {
    if (!after.has(scheme)) report('breaking', where, `The security ${scheme} no longer suffices.`)
  }
  for (const scheme of after) {
    if (!before.has(scheme)) report('additive', where, `The security ${scheme} suffices now.`)
  }
}
