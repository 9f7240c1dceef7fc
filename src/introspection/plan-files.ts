/** Finds columns that are a file together, and columns of bytes that can become one. */
import type { SourceColumn, SourceTable } from '../database/catalog/source-tables.js'
import { type FilePartName, filePartTypes } from '../model/kinds/file.js'

const text = /^(text|character varying)$/

const partTypes: Readonly<Record<FilePartName, RegExp>> = {
  name: text,
  type: text,
  size: /^(bigint|integer)$/,
  sha256: text,
  file: /^uuid$/,
}

/** The columns of a file, whose names begin alike. */
export interface FileColumns {
  /** `photo` of `photo_name`, `photo_type`. */
  readonly name: string
  readonly parts: readonly SourceColumn[]
}

export const filesOf = ({ columns }: SourceTable): readonly FileColumns[] =>
  columns.flatMap(({ name: last }) => {
    if (!last.endsWith('_file')) return []
    const name = last.slice(0, -'_file'.length)
    const parts = (Object.keys(filePartTypes) as FilePartName[]).flatMap((part) =>
      columns.filter(
        (column) =>
          column.name === `${name}_${part}` && partTypes[part].test(column.type) && !column.notNull,
      ),
    )
    return parts.length === Object.keys(filePartTypes).length ? [{ name, parts }] : []
  })

const nameEndings = ['name', 'filename', 'file_name']
const typeEndings = ['type', 'content_type', 'mime_type', 'media_type']

/** A column of bytes with a name and a type beside it. */
export interface FileCandidate {
  readonly bytes: SourceColumn
  readonly beside: readonly SourceColumn[]
}

export const fileCandidatesOf = (table: SourceTable): readonly FileCandidate[] => {
  const { columns, isView } = table
  const files = filesOf(table)
  const besideOf = (bytes: SourceColumn) =>
    [nameEndings, typeEndings].flatMap((endings) => {
      const names = endings.map((ending) => `${bytes.name}_${ending}`)
      return columns.find(({ name, type }) => names.includes(name) && text.test(type)) ?? []
    })
  return bytesOf(table)
    .filter((bytes) => !isView && !files.some(({ name }) => name === bytes.name))
    .map((bytes) => ({ bytes, beside: besideOf(bytes) }))
    .filter(({ beside }) => beside.length === 2)
}

/** The columns of bytes, which are not declared. */
export const bytesOf = ({ columns }: SourceTable): readonly SourceColumn[] =>
  columns.filter(({ type }) => type === 'bytea')
