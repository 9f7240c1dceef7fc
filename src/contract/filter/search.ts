/**
 * The member of a filter shape that searches several texts at once. It is not a filter operation:
 * it applies LIKE, or the full text search of PostgreSQL, to more than one path.
 */
import type { FilterField, FilterFieldOptions } from './definition.js'

/** Each word is a part of some text; or the whole search is. */
interface PartSearch {
  /** `words` are separated by white space. Default: `words`. */
  readonly match?: 'words' | 'phrase'
  /** Accents do not count: "nusta" finds "Ñusta". Needs the extension `unaccent`. */
  readonly accents?: 'ignore'
}

interface FullTextSearch {
  /** Words of a language: `word`, `prefix*`, `"a phrase"`, `-without`. */
  readonly using: 'fullText'
  /** A text search configuration of the database, for example `english`. */
  readonly configuration: string
}

export interface SearchField<Path extends string = string, Using = unknown>
  extends FilterField<'SEARCH', '.'> {
  readonly paths: readonly Path[]
  readonly match?: 'words' | 'phrase'
  readonly accents?: 'ignore'
  readonly using?: Using
  readonly configuration?: string
}

interface Search {
  <const Path extends string>(
    paths: readonly Path[],
    options?: FilterFieldOptions & PartSearch,
  ): SearchField<Path, undefined>
  <const Path extends string>(
    paths: readonly Path[],
    options: FilterFieldOptions & FullTextSearch,
  ): SearchField<Path, 'fullText'>
}

/** `q: search(['number', 'customer.name'], { accents: 'ignore' })` */
export const search: Search = <Path extends string>(paths: readonly Path[], options?: object) => ({
  ...({ operation: 'SEARCH', path: '.', paths } as const),
  ...options,
})

export const isSearchField = (field: FilterField): field is SearchField<string, 'fullText'> =>
  field.operation === 'SEARCH'
