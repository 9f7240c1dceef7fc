/** Context for compiling the parts of a resource. */
import type { FieldHints } from '../../contract/hints.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { ColumnModel, EntityModel } from '../types/entity-model.js'

export interface ResourceContext {
  readonly name: string
  readonly path: string
  readonly entity: EntityModel
  /** The entities of its schema. */
  readonly entities: ReadonlyMap<string, EntityModel>
  readonly readOnly: boolean
  readonly diagnostics: Diagnostics
  readonly hints: Readonly<Record<string, FieldHints | undefined>>
  /** In the criteria of related rows. */
  readonly isRelated?: boolean
  /** In the shape of an item of a list: the columns that the service writes. */
  readonly filled?: readonly ColumnModel[]
}
