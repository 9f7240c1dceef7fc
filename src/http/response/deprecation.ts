/**
 * Adds `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) to responses to requests that use something
 * deprecated.
 */
import type { FastifyReply } from 'fastify'
import type { Deprecation } from '../../contract/deprecation.js'
import type { Operation } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'

export type AddDeprecation = (reply: FastifyReply, visible: ResourceModel, body: unknown) => void

/** Undefined if requests of the operation can use nothing deprecated. */
export const createDeprecation = (
  resource: ResourceModel,
  operation: Operation,
): AddDeprecation | undefined => {
  const { ofOperation, ofMembers } = deprecationsOf(resource, operation)
  if (!ofOperation && ofMembers.size === 0) return undefined
  return (reply, visible, body) => {
    const used = usedDeprecations(visible, operation, body)
    if (used.length === 0) return
    const since = Math.min(...used.map(({ since }) => Date.parse(since)))
    reply.header('Deprecation', `@${since / 1_000}`)
    const sunsets = used.flatMap(({ sunset }) => (sunset === undefined ? [] : Date.parse(sunset)))
    if (sunsets.length > 0) reply.header('Sunset', new Date(Math.min(...sunsets)).toUTCString())
  }
}

/** Deprecations of the operation, and of the members that its body may have. */
const deprecationsOf = (
  { deprecated: { operations, fields, filters } }: ResourceModel,
  { id, writes }: Operation,
) => ({ ofOperation: operations.get(id), ofMembers: writes ? fields : filters })

const usedDeprecations = (
  visible: ResourceModel,
  operation: Operation,
  body: unknown,
): readonly Deprecation[] => {
  const { ofOperation, ofMembers } = deprecationsOf(visible, operation)
  const members = ofMembers.size === 0 ? [] : membersOf(body)
  const deprecations = [ofOperation, ...members.map((member) => ofMembers.get(member))]
  return deprecations.filter((deprecation) => deprecation !== undefined)
}

/** Names of the members of the body, and of a filter inside it. */
const membersOf = (body: unknown): readonly string[] => {
  if (typeof body !== 'object' || body === null) return []
  const { filter, filters } = body as { filter?: unknown; filters?: unknown }
  return [body, filter, filters].flatMap((object) =>
    typeof object === 'object' && object !== null ? Object.keys(object) : [],
  )
}
