/** Fields that columns of a file can be, and proposals for columns without a field. */
import type { Capability } from '../../../../src/wire/catalogs/capabilities.js'
import type { ImportColumn, ImportMode } from '../../../../src/wire/import.js'
import type { Field, Shape } from '../../../service/shape.js'

/** Names of fields by the headers of their columns; an empty name leaves a column out. */
export type Mapping = Readonly<Record<string, string>>

export interface MappingTarget {
  readonly name: string
  readonly label: string
  /** New records need a value. */
  readonly isRequired: boolean
  /** The field is only read: its column changes nothing. */
  readonly isReadOnly: boolean
}

interface WriteShapes {
  readonly list?: Shape | undefined
  readonly create?: Shape | undefined
  readonly update?: Shape | undefined
}

/** Files, lists of owned records and links to many records have no column. */
const hasColumn = ({ controlType, items, multiple, reference, hidden }: Field): boolean =>
  !hidden && controlType !== 'file' && items === undefined && !(multiple && reference)

const isRequired = ({ required, defaultValue, readOnly, computed }: Field): boolean =>
  required === true && defaultValue === undefined && !readOnly && !computed

/** Fields that requests have come first, then those by which rows name records. */
export const mappingTargets = (
  { list, create, update }: WriteShapes,
  { keys = [] }: Capability,
): readonly MappingTarget[] => {
  const written = [...(create?.fields ?? []), ...(update?.fields ?? [])].filter(hasColumn)
  const shown = [...(list?.fields ?? [])].filter(hasColumn)
  const names = new Set([...written, ...shown].map(({ name }) => name))
  const isWritten = (name: string) => written.some((field) => field.name === name)
  return [...names].map((name) => ({
    name,
    label: [...written, ...shown].find((field) => field.name === name)!.label,
    isRequired: (create?.fields ?? []).some((field) => field.name === name && isRequired(field)),
    isReadOnly: !isWritten(name) && !keys.includes(name),
  }))
}

/** Required fields without a column, if the file may create records. */
export const missingTargets = (
  targets: readonly MappingTarget[],
  columns: readonly ImportColumn[],
  mode: ImportMode | undefined,
): readonly MappingTarget[] =>
  mode === 'update'
    ? []
    : targets.filter(
        ({ name, isRequired }) => isRequired && !columns.some(({ field }) => field === name),
      )

/** Two texts are similar from this share of common pairs of letters on. */
const minSimilarity = 0.6

/** Proposes the most similar field that no other column has, for columns without a field. */
export const similarFields = (
  columns: readonly ImportColumn[],
  targets: readonly MappingTarget[],
): Mapping => {
  const free = new Set(
    targets
      .filter(({ name, isReadOnly }) => !isReadOnly && !columns.some(({ field }) => field === name))
      .map(({ name }) => name),
  )
  const pairs = columns
    .filter(({ field }) => field === null)
    .flatMap(({ header }) =>
      targets.map(({ name, label }) => ({
        ...{ header, name },
        similarity: Math.max(similarity(header, name), similarity(header, label)),
      })),
    )
    .filter((pair) => pair.similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity)
  const found: Record<string, string> = {}
  for (const { header, name } of pairs) {
    if (header in found || !free.delete(name)) continue
    found[header] = name
  }
  return found
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A text that contains all words of the other is similar, whatever else it has. */
const ofContained = 0.7

const similarity = (header: string, title: string): number => {
  const [a, b] = [wordsOf(header), wordsOf(title)]
  if (a.length === 0 || b.length === 0) return 0
  const isContained = b.every((word) => a.includes(word))
  return Math.max(isContained ? ofContained : 0, commonPairs(a.join(''), b.join('')))
}

/** The Sørensen–Dice coefficient of the pairs of neighbouring letters. */
const commonPairs = (a: string, b: string): number => {
  if (a === b) return 1
  const pairsOf = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
  const left = pairsOf(b)
  const all = pairsOf(a)
  const count = all.length + left.length
  let common = 0
  for (const pair of all) {
    const at = left.indexOf(pair)
    if (at < 0) continue
    left.splice(at, 1)
    common++
  }
  return count === 0 ? 0 : (2 * common) / count
}
