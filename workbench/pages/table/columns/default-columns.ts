/** The columns that a table shows before the user chooses. */
import { isDateTime, isIdentifier } from '../../../fields/format.js'
import type { Field } from '../../../service/shape.js'

/** Maximum number of columns that a table shows by itself. */
const maxColumns = 8
/** Maximum number of columns of a kind, if fields of other kinds need the room. */
const maxOfKind = 2

/** Kinds of fields in the order in which people look for them. */
const kinds: readonly ((field: Field, isLabel: boolean) => boolean)[] = [
  ({ name }, isLabel) => !isLabel && /(code|number|no)$/i.test(name),
  ({ name, options }) => options !== undefined || /^(status|state)/i.test(name),
  ({ reference }, isLabel) => isLabel || reference !== undefined,
  ({ format }) => format === 'date',
  ({ currency }) => currency !== undefined,
  ({ type }) => type === 'number',
  ({ format }) => isDateTime(format),
  ({ controlType }) => controlType !== 'textarea',
  () => true,
]

/** The service writes the field by itself: a generated id, a version or a time stamp. */
const isTechnical = ({ formHidden }: Field): boolean => formHidden === true

/**
 * Beside the name of a record, an id that the service has made says nothing to people. The hint
 * `tableHidden: false` shows it.
 */
const isGeneratedId = (field: Field): boolean =>
  field.tableHidden === undefined &&
  isTechnical(field) &&
  (isIdentifier(field) || field.format === 'uuid')

/**
 * Returns the names of the columns. The first field, which names the record, is always a column. If
 * there are too many fields, technical ones are left out, and the others are chosen by their kinds.
 */
export const defaultColumns = (fields: readonly Field[]): ReadonlySet<string> => {
  const columns = fields.filter(({ tableHidden }) => !tableHidden)
  const chosen =
    columns.length <= maxColumns
      ? columns.filter((field, index) => index === 0 || !isGeneratedId(field))
      : [
          columns[0]!,
          ...byKind(
            columns.slice(1).filter((field) => !isTechnical(field)),
            fields,
          ),
        ].slice(0, maxColumns)
  return new Set(chosen.map(({ name }) => name))
}

/** Returns the columns in order of their kinds, of each kind the first ones before the others. */
const byKind = (columns: readonly Field[], fields: readonly Field[]): readonly Field[] => {
  const labels = new Set(fields.flatMap(({ reference }) => reference?.labelField ?? []))
  const kindOf = (field: Field): number =>
    kinds.findIndex((isOfKind) => isOfKind(field, labels.has(field.name)))
  const kindsOfColumns = columns.map(kindOf)
  const groups = kinds.map((_, kind) =>
    columns.filter((_, index) => kindsOfColumns[index] === kind),
  )
  return [
    ...groups.flatMap((group) => group.slice(0, maxOfKind)),
    ...groups.flatMap((group) => group.slice(maxOfKind)),
  ]
}
