/** Compares the result of a real call of an operation with the expected decision. */
import type { Operation } from '../../../src/model/operation-table.js'
import type { Answer } from '../../http/use-people.js'
import { codeOf, dataOf, fingerprintOf } from '../../support/use-service.js'
import { secret } from './desk.js'
import { decisionOf, type Variant, type Walk } from './matrix-walk.js'
import { type Decision, refusalOf } from './oracle.js'
import { makerOf, urlOf } from './requests.js'

const byAuthority = new Set<string | null>(['authentication-required', 'missing-authority'])

/** How the response of an operation reports a missing record. */
const absences: Partial<Record<Operation['name'], string>> = { byIds: '200', optionsByIds: '200' }

interface Expected {
  readonly code: string
  /** The error of the only item, if the response reports items. */
  readonly item?: string | null
  /** The reason and metadata of a refused call. */
  readonly decision?: Decision
}

const isPerItem = ({ resource }: Walk, { action = '' }: Operation): boolean =>
  resource.actions.get(action)?.atomicity === 'PER_ITEM'

const expectedOf = (walk: Walk, operation: Operation, variant: Variant): Expected => {
  const { resource, caller } = walk
  const maker = makerOf(operation)
  const isOfRecord = operation.scope === 'ITEM' || maker.ofRecords === true
  const isThere = variant.seenBy(caller)
  const general = decisionOf(walk, operation, operation.scope === 'ITEM' ? {} : undefined)
  if (byAuthority.has(general.reason)) return { code: refusalOf(general), decision: general }
  const each = isPerItem(walk, operation)
  const isCommandOnNone = resource.actions.get(operation.action ?? '')?.kind === 'COLLECTION'
  if (isOfRecord && !isThere && !isCommandOnNone) {
    if (each) return { code: '200', item: 'RESOURCE_NOT_FOUND' }
    return { code: absences[operation.name] ?? '404 RESOURCE_NOT_FOUND' }
  }
  const record = isOfRecord && !isCommandOnNone ? variant.record : undefined
  const decision = decisionOf(walk, operation, record)
  if (decision.allowed) {
    return { code: maker.success(resource), ...(each ? { item: null } : {}) }
  }
  const code = refusalOf(decision)
  return each ? { code: '200', item: code.split(' ')[1]! } : { code, decision }
}

/** The response to a refused call contains the same reason and metadata as the catalogs. */
const refusalFault = (answer: Answer, { reason, metadata }: Decision): string | undefined => {
  const { properties } = answer.json().errors[0]
  if (reason === 'authentication-required') return undefined
  const expected = JSON.stringify({ reason, ...metadata })
  const said = JSON.stringify({
    reason: properties.reason,
    ...Object.fromEntries(Object.keys(metadata).map((key) => [key, properties[key]])),
  })
  return said === expected ? undefined : `refused with ${said} instead of ${expected}`
}

/** A create is refused if its record would not be visible to the caller, whatever was decided. */
const isOutside = (walk: Walk, operation: Operation, answer: Answer): boolean => {
  const [seen] = walk.subject.variantsOf(walk.resource.key)
  if (operation.name !== 'create' || seen!.seenBy(walk.caller)) return false
  const [{ code, properties }] = answer.json().errors ?? [{}]
  const isForeign = code === 'ACCESS_DENIED' && properties.reason === 'outside-row-access'
  return isForeign || code === 'DATA_INTEGRITY_VIOLATION'
}

export const checkCall = async (
  walk: Walk,
  operation: Operation,
  variant: Variant,
): Promise<string | undefined> => {
  const { subject, resource, caller, references, left } = walk
  const { workflow } = subject
  let id = left.records.get(variant)
  if (id === undefined) {
    id = await variant.make()
    left.records.set(variant, id)
    left.print = undefined
  }
  const wanted = { resource, operation, id, references }
  const request = makerOf(operation).make(wanted)
  const before = left.print ?? (await fingerprintOf(workflow))
  const answer = await workflow.send(
    caller,
    operation.method,
    urlOf(wanted, request),
    request.body,
    request.headers,
  )
  const code = codeOf(answer)
  if (answer.body.includes(secret)) return `${code}, and reveals a secret`
  const expected = expectedOf(walk, operation, variant)
  const isChange = operation.writes === true && answer.statusCode < 400 && !expected.item
  if (isChange) {
    left.records.delete(variant)
    left.print = await fingerprintOf(workflow)
    // Each item of a batch may have been refused for itself.
    const isRefused = operation.name === 'batch' && dataOf(answer).succeeded === 0
    if (left.print === before && !isRefused) return `${code}, and nothing was changed`
  } else {
    left.print = await fingerprintOf(workflow)
    if (left.print !== before) return `${code}, and something was changed`
  }
  if (code !== expected.code) {
    const isOther404 = operation.name === 'itemActions' && code === '404 CATALOG_NOT_FOUND'
    if (isOutside(walk, operation, answer)) return undefined
    if (isOther404 && expected.code.startsWith('404')) return undefined
    return `${code} instead of ${expected.code}: ${answer.body.slice(0, 300)}`
  }
  if (expected.item !== undefined) {
    const [item] = answer.json().data.items
    if (item.code !== expected.item) return `item ${item.code} instead of ${expected.item}`
  }
  return expected.decision && refusalFault(answer, expected.decision)
}
