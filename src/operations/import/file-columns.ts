/** Finds the fields that the columns of a file are, by their names or labels. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Translator } from '../../foundation/text/messages.js'
import { enumLabel } from '../../model/labels.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type {
  ResourceModel,
  WriteField,
  WriteShapeModel,
} from '../../model/types/resource-model.js'

type ColumnField = Extract<WriteField, { readonly type: 'column' }>

/** A column of the file that is not ignored. */
export interface FileColumn {
  /** Its place in a row. */
  readonly at: number
  readonly header: string
  readonly name: string
  /** The position of the field in a response. Undefined: responses do not have it. */
  readonly shownAt?: number | undefined
  /** The column of the entity that responses show. */
  readonly shown?: ColumnModel | undefined
  readonly create?: ColumnField | undefined
  readonly update?: ColumnField | undefined
}

/** The labels of all fields, in one language each; the caller's first. */
export type FieldLabels = readonly ReadonlyMap<string, string>[]

/** @throws AppError REQUEST_PAYLOAD_INVALID for columns that are unknown, ambiguous or repeated */
export const findColumns = (
  resource: ResourceModel,
  headers: readonly string[],
  labels: FieldLabels,
  ignoreUnknown: boolean,
): readonly FileColumn[] => {
  const names = fieldsOf(resource)
  const unknown: string[] = []
  const columns: FileColumn[] = []
  for (const [at, header] of headers.entries()) {
    if (header === '') continue
    const found = namesOf(header, names, labels)
    if (found.length > 1) {
      throw new AppError(problem('importColumnAmbiguous', { header, fields: found }))
    }
    const [name] = found
    if (name === undefined) unknown.push(header)
    else columns.push({ at, header, name, ...factsOf(resource, name) })
  }
  if (unknown.length > 0 && !ignoreUnknown) {
    throw new AppError(
      unknown
        .slice(0, maxProblems)
        .map((header) => problem('importColumnUnknown', { header, accepted: [...names] })),
    )
  }
  for (const { header, name, at } of columns) {
    const first = columns.find((other) => other.name === name)!
    if (first.at !== at) {
      throw new AppError(
        problem('importColumnRepeated', { header, first: first.header, field: name }),
      )
    }
  }
  return columns
}

/** Problems in one error. */
const maxProblems = 20

const fieldsOf = ({ response, create, update }: ResourceModel): ReadonlySet<string> =>
  new Set(
    [...response.values(), ...(create?.fields.values() ?? []), ...(update?.fields.values() ?? [])]
      .filter(({ type }) => type === 'column' || type === 'count')
      .map(({ name }) => name),
  )

/** A name first, then a label in the language of the caller, then in any other. */
const namesOf = (
  header: string,
  names: ReadonlySet<string>,
  labels: FieldLabels,
): readonly string[] => {
  if (names.has(header)) return [header]
  for (const ofLanguage of labels) {
    const found = [...ofLanguage].flatMap(([name, label]) =>
      names.has(name) && isLabelled(header, name, label) ? name : [],
    )
    if (found.length > 0) return found
  }
  const inAnyCase = [...names].filter((name) => comparable(name) === comparable(header))
  return inAnyCase
}

/** Exports add the name to a label that several fields have. */
const isLabelled = (header: string, name: string, label: string): boolean =>
  [label, `${label} (${name})`].some((text) => comparable(text) === comparable(header))

const comparable = (text: string): string =>
  text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

const factsOf = (
  { response, create, update }: ResourceModel,
  name: string,
): Omit<FileColumn, 'at' | 'header' | 'name'> => {
  const field = response.get(name)
  const isOwn = field?.type === 'column' && field.target.hops.length === 0
  return {
    create: columnField(create, name),
    update: columnField(update, name),
    shown: isOwn ? field.target.column : undefined,
    shownAt: isOwn ? [...response.keys()].indexOf(name) : undefined,
  }
}

const columnField = (shape: WriteShapeModel | undefined, name: string): ColumnField | undefined => {
  const field = shape?.fields.get(name)
  return field?.type === 'column' ? field : undefined
}

/** Finds the value of an enum by its label, in any language. Undefined: none, or several. */
export const enumValueOf = (
  column: Pick<ColumnModel, 'values' | 'labels'>,
  label: string,
  languages: readonly Translator[],
): string | undefined => {
  const found = (column.values ?? []).filter((value) =>
    languages.some(
      (translate) => comparable(translate(enumLabel(column, value))) === comparable(label),
    ),
  )
  return found.length === 1 ? found[0] : undefined
}
