/** Fields of responses, with resolved paths. */
import type { CollectionTarget, ColumnTarget } from './path.js'
import type { ShapeField } from './shape-field.js'

export type ResponseField = ShapeField &
  (
    | {
        readonly type: 'column'
        readonly target: ColumnTarget
        /** Of a file: the path of its resource. */
        readonly base?: string
      }
    | { readonly type: 'count'; readonly target: CollectionTarget }
    | { readonly type: 'ids'; readonly target: CollectionTarget }
    | {
        readonly type: 'list'
        readonly target: CollectionTarget
        readonly members: readonly { readonly name: string; readonly target: ColumnTarget }[]
      }
  )

/** A file of the record. */
export type FileField = Extract<ResponseField, { readonly type: 'column' }> & {
  readonly base: string
}

export const isFileField = (field: ResponseField | undefined): field is FileField =>
  field?.type === 'column' && field.base !== undefined

export const fileFields = ({
  response,
}: {
  readonly response: ReadonlyMap<string, ResponseField>
}): readonly FileField[] => [...response.values()].filter(isFileField)
