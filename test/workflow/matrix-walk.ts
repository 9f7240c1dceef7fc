/** What a walk over the matrix is of: a resource, as one caller meets it, and the records that there are. */
import type { Principal, Resource } from 'corollary'
import type { Operation } from '../../src/model/operation-table.js'
import type { ResourceModel } from '../../src/model/types/resource-model.js'
import { type Decision, decide, type Known } from './oracle.js'
import { makerOf, type References } from './requests.js'
import type { Workflow } from './use-workflow.js'

/** A kind of record, as guards know it and as callers see it. */
export interface Variant {
  readonly name: string
  /** One that may be changed and removed. */
  readonly make: () => Promise<number | string>
  readonly seenBy: (caller: string) => boolean
  readonly record: Known
}

export interface Subject {
  readonly workflow: Workflow
  readonly resources: readonly Resource[]
  /** @throws Error for a resource that nothing is known of */
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
  /** What does not agree. */
  readonly faults: string[]
  /** Counts what was held against a decision. */
  readonly count: () => void
  /** How the last call left the database, and records that no call has changed yet. */
  readonly left: { print: string | undefined; readonly records: Map<Variant, number | string> }
}

export const decisionOf = (
  { data, principal }: Walk,
  operation: Operation,
  record: Known,
): Decision => decide({ data, operation, scope: operation.scope, principal, record })

export const works = (resource: ResourceModel, operation: Operation): boolean =>
  operation.supported && /^[23]/.test(makerOf(operation).success(resource))
