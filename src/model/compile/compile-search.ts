/** Compiles a search field: the texts that it searches, and how. */

import type { SearchField } from '../../contract/filter/search.js'
import { filterOperations } from '../../contract/filter/table.js'
import { createValueReader } from '../kinds/value-reader.js'
import type { FilterFieldModel } from '../types/filter-model.js'
import { type ColumnTarget, describeTarget, fansOut, resolvePath } from '../types/path.js'
import type { SearchModel } from '../types/search.js'
import type { ResourceContext } from './resource-context.js'

/** Publishes and reads like LIKE. */
export const compileSearch = (
  name: string,
  declared: SearchField<string, 'fullText'>,
  { entity, diagnostics }: ResourceContext,
  at: string,
): FilterFieldModel | undefined => {
  const refuse = (message: string): undefined => {
    diagnostics.error('SEARCH_INVALID', at, message)
    return undefined
  }
  const { paths, using, configuration, match = 'words', accents, label, description } = declared
  if (new Set(paths).size < Math.max(paths.length, 1)) {
    return refuse('A search must name at least one path, and each path once.')
  }
  if ((using === undefined) !== (configuration === undefined)) {
    return refuse("'using: \"fullText\"' and 'configuration' must be declared together.")
  }
  if (using && (accents || declared.match)) {
    return refuse(
      "A full text search must not declare 'match' or 'accents'; a configuration with the dictionary 'unaccent' ignores accents.",
    )
  }
  const targets: ColumnTarget[] = []
  for (const path of paths) {
    const target = resolvePath(entity, path, at, diagnostics)
    if (!target) return undefined
    if (target.type !== 'column' || target.reference || target.column.kind !== 'text') {
      return refuse(`'${path}' must be a text; it is ${describeTarget(target)}.`)
    }
    if (using && fansOut(target)) {
      return refuse(
        `'${path}' must not lead through a collection, because a full text search reads the texts of a record as one document.`,
      )
    }
    targets.push(target)
  }
  const target: SearchModel = {
    type: 'search',
    targets,
    match: using ?? match,
    ...(accents ? { unaccent: { name: 'unaccent' } } : {}),
    ...(configuration === undefined ? {} : { configuration }),
  }
  return {
    ...{ name, operation: 'LIKE', form: filterOperations.LIKE.operand },
    target,
    reader: createValueReader({ kind: 'text' }),
    label: label ?? 'Search',
    ...(description === undefined ? {} : { description }),
  }
}
