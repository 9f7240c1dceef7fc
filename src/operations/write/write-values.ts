/** What a body writes, once it is read. */
import type { ToManyModel } from '../../model/types/entity-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'
import type { Assignment } from '../../query/statements/write-statements.js'
import type { SentList } from './sent-lists.js'

/** The linked ids that a many-to-many will have. */
export interface LinkedIds {
  readonly relation: ToManyModel
  readonly ids: readonly string[]
}

export interface WriteValues {
  readonly assignments: readonly Assignment[]
  readonly links: readonly LinkedIds[]
  /** Lists of rows that the record owns. */
  readonly owned: readonly OwnedList[]
  /** Lists of records of the response shape, which must be those of the record. */
  readonly lists: readonly SentList[]
  /** In a create with such lists, the record that the body copies; undefined for none. */
  readonly copiedId?: string | undefined
}

export const writesSomething = ({ assignments, links, owned }: WriteValues): boolean =>
  assignments.length + links.length + owned.length > 0

/** What reading a body needs to know of its resource, or of an item of a list. */
export type BodyResource = Pick<
  ResourceModel,
  'key' | 'entity' | 'response' | 'idField' | 'idReader'
>

/** An item of a list, as it was sent. */
export interface OwnedItem {
  /** The row that it names. Undefined: it is a new one. */
  readonly id: string | undefined
  readonly shape: WriteShapeModel
  readonly values: WriteValues
  /** `lines[2].` */
  readonly place: string
}

/** The list that a record will have, or what changes of it. */
export interface OwnedList {
  readonly member: OwnedField
  readonly items: readonly OwnedItem[]
  /** Rows that are in no item stay, unless they are among the removed ones. */
  readonly keepsOthers: boolean
  readonly removed: readonly { readonly id: string; readonly target: string }[]
}

export type OwnedField = Extract<WriteField, { readonly type: 'owned' }>
