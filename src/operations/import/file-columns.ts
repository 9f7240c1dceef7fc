/** Finds the fields that the columns of a file are, by their names or labels. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Translator } from '../../foundation/text/messages.js'
import { enumLabel } from '../../model/labels.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'

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

/** A header, and the field that its column is; an empty name ignores the column. */
export type MappedColumn = readonly [header: string, field: string]

export interface ColumnReading {
  /** Columns whose headers are not the names or labels of their fields. */
  readonly mapping: readonly MappedColumn[]
  readonly labels: FieldLabels
  /** Columns of unknown fields are ignored. */
  readonly ignoreUnknown: boolean
}

/**
 * @throws AppError REQUEST_PAYLOAD_INVALID for columns that are unknown, ambiguous or repeated;
 * INVALID_PARAMETER for a mapping that does not fit the file or the resource
 */
export const findColumns = (
  resource: ResourceModel,
  headers: readonly string[],
  { mapping, labels, ignoreUnknown }: ColumnReading,
): readonly FileColumn[] => {
  const names = fieldsOf(resource)
  const mapped = mappedFields(mapping, headers, names)
  const unknown: string[] = []
  const columns: FileColumn[] = []
  for (const [at, header] of headers.entries()) {
    if (header === '') continue
    const field = mapped.get(comparable(header))
    if (field === '') continue
    const found = field === undefined ? namesOf(header, names, labels) : [field]
    if (found.length > 1) {
      throw new AppError(problem('importColumnAmbiguous', { header, fields: found }))
    }
    const [name] = found
    if (name === undefined) unknown.push(header)
    else columns.push({ at, header, name, ...factsOf(resource, name) })
  }
  if (unknown.length > 0 && !ignoreUnknown) {
    const lists = listsOf(resource)
    const problems = unknown.slice(0, maxProblems).map((header) => {
      const [list = ''] = header.split(/[.[]/)
      return lists.has(list)
        ? problem('importColumnOfList', { header, list })
        : problem('importColumnUnknown', { header, accepted: [...names] })
    })
    throw new AppError(problems)
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

/** Fields by headers in their comparable form. @throws AppError INVALID_PARAMETER */
const mappedFields = (
  mapping: readonly MappedColumn[],
  headers: readonly string[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const found = new Set(headers.map(comparable))
  const mapped = new Map<string, string>()
  for (const [header, field] of mapping) {
    const form = comparable(header)
    if (!found.has(form)) throw new AppError(problem('importMappedColumnMissing', { header }))
    if (mapped.has(form)) throw new AppError(problem('importMappedTwice', { header }))
    if (field !== '' && !names.has(field)) {
      throw new AppError(problem('importMappedFieldUnknown', { field, accepted: [...names] }))
    }
    mapped.set(form, field)
  }
  return mapped
}

/** Lists of owned records and many-to-many links, which have no column. */
const listsOf = ({ response, create, update }: ResourceModel): ReadonlySet<string> =>
  new Set(
    [...response.values(), ...(create?.fields.values() ?? []), ...(update?.fields.values() ?? [])]
      .filter(({ type }) => type !== 'column' && type !== 'count')
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
