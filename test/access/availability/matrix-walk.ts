/** The parameters of a walk over the matrix: a resource, its caller, and the available records. */
import type { Principal, Resource } from 'corollary'
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import type { Workflow } from '../../support/use-service.js'
import { type Decision, decide, type Known } from './oracle.js'
import { makerOf, type References } from './requests.js'

/** A variant of a record, with the properties that guards and callers see. */
export interface Variant {
  readonly name: string
  /** Creates a record that may be changed and deleted. */
  readonly make: () => Promise<number | string>
  readonly seenBy: (caller: string) => boolean
  readonly record: Known
}

export interface Subject {
  readonly workflow: Workflow
  readonly resources: readonly Resource[]
  /** @throws Error for a resource without variants */
  readonly variantsOf: (key: string) => readonly Variant[]
  readonly references: () => Promise<References>
}

export interface Walk {
  readonly subject: Subject
  readonly resource: ResourceModel
  readonly data: Resource['data']
  readonly caller: string
  readonly principal: Principal
  readonly references: References
  /** The differences that were found. */
  readonly faults: string[]
  /** Counts the comparisons with a decision. */
  readonly count: () => void
  /** The state of the database after the last call, and records that no call has changed yet. */
  readonly left: { print: string | undefined; readonly records: Map<Variant, number | string> }
}

export const decisionOf = (
  { data, principal }: Walk,
  operation: Operation,
  record: Known,
): Decision => decide({ data, operation, scope: operation.scope, principal, record })

export const works = (resource: ResourceModel, operation: Operation): boolean =>
  operation.supported && /^[23]/.test(makerOf(operation).success(resource))
