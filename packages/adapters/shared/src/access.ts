/** Whether the caller may do something now and, if not, why: from the capabilities. */
import { type Capabilities, type UntypedClient, unwrap } from 'corollary/client'

export interface Access {
  readonly can: boolean
  /** A code such as `read-only` or `resource-state-blocked`; null if the caller can. */
  readonly reason: string | null
}

/** Without a record, the catalogs do not say whether an operation on records is available. */
const undecided = 'resource-context-required'

const unknown: Access = { can: false, reason: 'operation-not-supported' }

/**
 * @param operation of the resource, such as `update`, or the id of an action or of a surface
 * @param id of the record that the operation is for
 * @throws CorollaryError
 */
export const readAccess = async (
  client: UntypedClient,
  resource: string,
  operation: string,
  id?: string | number,
): Promise<Access> => {
  const result = await client.resource(resource).capabilities(id)
  return accessOf(unwrap(result).data, operation)
}

/** The same, from capabilities that were read already. */
export const accessOf = (
  { operations, actions, surfaces }: Capabilities,
  operation: string,
): Access => {
  const found =
    operations[operation] ?? [...actions, ...surfaces].find((each) => each.id === operation)
  if (!found) return unknown
  const { allowed, reason } = found.availability
  return allowed || reason === undecided ? { can: true, reason: null } : { can: false, reason }
}
