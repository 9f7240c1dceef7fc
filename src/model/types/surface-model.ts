/** Surfaces of a resource, with resolved operations. */
import type { SurfaceKind } from '../../contract/surfaces.js'
import type { Operation } from '../operation-table.js'

export interface RecordFilter {
  /** Filter field of the other resource. */
  readonly field: string
  /** Response field of this resource, whose value the filter field takes. */
  readonly valueField: string
}

export interface SurfaceModel {
  readonly id: string
  readonly operation: Operation
  /** Key of the resource whose operation it is. */
  readonly resourceKey: string
  readonly kind: SurfaceKind
  readonly scope: 'COLLECTION' | 'ITEM'
  readonly title: string
  readonly description?: string
  readonly intent: string
  readonly order: number
  readonly tags: readonly string[]
  /** How the operation of another resource is narrowed to what belongs to a record. */
  readonly recordFilter?: RecordFilter
}
