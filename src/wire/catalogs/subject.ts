/** What a catalog is about: the members that all semantic catalogs begin with. */
import Type from 'typebox'
import { nullable, oneOf, text, type Wire } from '../forms.js'

/** Whether an operation works on the collection or on a record. */
export const scope = oneOf(['COLLECTION', 'ITEM'])

export const subject = {
  /** Null in a catalog of a group, or of everything. */
  resourceKey: nullable(text),
  resourcePath: nullable(text),
  group: nullable(text),
  /** Null in a catalog of the collection. */
  resourceId: Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] }),
}

const Subject = Type.Object(subject)
export type Subject = Wire<typeof Subject>
