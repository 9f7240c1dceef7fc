/** The request for a file of records. */
import Type from 'typebox'
import { flag, text, type Wire } from './forms.js'

/** `TAB` stands for the tab character, which code generators cannot name. */
export const csvDelimiters = [',', ';', '|', 'TAB'] as const

export const ExportBody = Type.Partial(
  Type.Object({
    /** Default: csv. `excel` is another name of `xlsx`. */
    format: Type.Enum(['csv', 'json', 'xlsx', 'excel']),
    /** Default: filtered. */
    scope: Type.Enum(['filtered', 'selected', 'all']),
    /** The payload of `/filter`. */
    filters: Type.Unknown(),
    /** Ids of the exported records, for the scope `selected`. */
    selectedIds: Type.Array(Type.Unknown()),
    sort: Type.Array(text),
    /** Default: all columns. */
    fields: Type.Array(text, { minItems: 1 }),
    fileName: Type.String({ minLength: 1, maxLength: 200 }),
    maxRows: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    formatOptions: Type.Partial(
      Type.Object({
        /**
         * Labels of the fields or their names, for `csv` and `xlsx`. Default: `fields` and
         * `labels`.
         */
        headers: Type.Enum(['labels', 'fields']),
        csv: Type.Partial(
          Type.Object({ delimiter: Type.Enum([...csvDelimiters, '\t']), includeBom: flag }),
          { additionalProperties: false },
        ),
      }),
      // `Partial` drops the options of its object.
      { additionalProperties: false },
    ),
  }),
)
export type ExportBody = Wire<typeof ExportBody>
