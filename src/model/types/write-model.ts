/** The bodies of creates, updates and intents, with resolved names. */
import type { ValueReader } from '../kinds/value-reader.js'
import type { ColumnModel, OwningRelation, ToManyModel } from './entity-model.js'
import type { ShapeField } from './shape-field.js'

/** A member of a write shape. */
export type WriteField = ShapeField & {
  readonly required: boolean
  readonly nullable: boolean
} & (
    | { readonly type: 'column'; readonly column: ColumnModel; readonly reader: ValueReader }
    | { readonly type: 'links'; readonly relation: ToManyModel; readonly reader: ValueReader }
    | OwnedMember
  )

/** A list of rows that the record owns. */
export interface OwnedMember {
  readonly type: 'owned'
  readonly relation: OwningRelation
  readonly items: ItemShapes
}

/** The shapes of the items of a list. */
export interface ItemShapes {
  readonly create: WriteShapeModel
  /** Of an item that has the id of a row. Undefined in a create. */
  readonly update?: WriteShapeModel
  /** Of an item that names only what it changes. Undefined except in an intent. */
  readonly change?: WriteShapeModel
}

export interface WriteShapeModel {
  readonly name: string
  readonly mode: 'create' | 'update' | 'intent' | 'action'
  readonly fields: ReadonlyMap<string, WriteField>
}

export interface IntentModel {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly shape: WriteShapeModel
  /** It removes the mark of a record that was deleted softly. */
  readonly restores?: true
}
