/** An option source with every name resolved. */
import type { OptionSource } from '../../contract/option-sources.js'
import type { ValueType } from '../kinds/kind-definition.js'
import type { ValueReader } from '../kinds/value-reader.js'
import type { ColumnTarget, ForeignKeyPlace } from './path.js'

/** Where the options come from. */
export type OptionRows =
  /** The distinct values of a path among the matching records. */
  | { readonly from: 'paths'; readonly id: ColumnTarget; readonly label: ColumnTarget }
  /** Rows of another entity, from which the paths start. */
  | {
      readonly from: 'entity'
      readonly id: ColumnTarget
      readonly label: ColumnTarget
      readonly referred?: ReferredRows
    }
  /** Options listed in the contract. */
  | {
      readonly from: 'list'
      /** The column that has these values. */
      readonly of?: ColumnTarget
      readonly options: readonly { readonly id: string; readonly label: string }[]
      readonly isNumber: boolean
    }

/** Limits options to the rows that matching records refer to. */
export interface ReferredRows {
  /** The foreign key, from the record. */
  readonly by: ForeignKeyPlace
  /** False if a request without a filter offers all rows. */
  readonly always: boolean
}

export interface OptionSourceModel {
  readonly key: string
  readonly type: OptionSource['type']
  readonly rows: OptionRows
  readonly idType: ValueType
  readonly idReader: ValueReader
  readonly labelType: ValueType
  /** Sort keys besides `id` and `label`. */
  readonly sorts: ReadonlyMap<string, { readonly name: string; readonly target: ColumnTarget }>
  readonly search: boolean
  readonly minSearchLength: number
  /** Maximum page size. Undefined: that of pages of records. */
  readonly maxSize?: number
  /** Filter fields that narrow the options. */
  readonly dependsOn: readonly string[]
  /** Whether a request for options must have all of them. */
  readonly requireDependencies: boolean
  /** The filter field that takes the chosen value. */
  readonly filterField?: string
  /** Whether the filter ignores the filter field. */
  readonly excludeSelf: boolean
}

/** Filter fields that a request for options must have. */
export const requiredFields = ({
  dependsOn,
  requireDependencies,
}: OptionSourceModel): readonly string[] => (requireDependencies ? dependsOn : [])
