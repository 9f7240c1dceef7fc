/** Options: a value that a form offers, and the requests for options of a source. */
import Type, { type TSchema } from 'typebox'
import { text, type Wire } from './forms.js'

const optionFacts = Type.Object({
  label: text,
  /** What the source adds to the label. */
  extra: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
})

export interface Option<Id> extends Wire<typeof optionFacts> {
  readonly id: Id
}
export const optionOf = (id: TSchema) => Type.Object({ id, ...optionFacts.properties })

/** A page of options. `filter` is the payload of `/filter`. */
export const OptionSourceBody = Type.Partial(
  Type.Object({
    filter: Type.Unknown(),
    search: text,
    sort: Type.Union([text, Type.Array(text)]),
    includeIds: Type.Array(Type.Unknown()),
  }),
)
export type OptionSourceBody = Wire<typeof OptionSourceBody>

/** Options by their ids, inside a filter. */
export const OptionIdsBody = Type.Partial(
  Type.Object({ ids: Type.Array(Type.Unknown()), filter: Type.Unknown() }),
)
export type OptionIdsBody = Wire<typeof OptionIdsBody>
