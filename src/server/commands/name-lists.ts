/** Reads options that list names. */
import { StartError } from '../../foundation/errors/start-error.js'

/** Names that are separated by commas. A name in double quotes may contain commas, as in SQL. */
export const readNames = (text = ''): readonly string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((name) => name !== '')

/** `monthly_costs=department_id+month`: the columns of a view that are its key. */
export const readKeys = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readNames(text).map((item) => {
      const [view, columns] = /^(.+?)=(.+)$/s.exec(item)?.slice(1) ?? []
      if (view === undefined || columns === undefined) {
        throw new StartError(
          `'${item}' is not the key of a view; write view=column, or view=column+column.`,
        )
      }
      return [view, columns.split('+')]
    }),
  )
