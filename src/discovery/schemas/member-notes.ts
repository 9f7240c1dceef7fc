/** What the members of a shape mean, in a line: for readers of the documentation pages. */
import type { FieldInfos } from './field-info.js'

/** By member: label, filter operation and description, as far as they are known. In English. */
export const memberNotesOf = (infos: FieldInfos): ReadonlyMap<string, string> =>
  new Map(
    [...infos].map(([name, { label, hints, filter, description }]) => {
      const title = hints?.label ?? label
      const heading = filter ? `${title}: \`${filter.operation}\`` : title
      return [name, description ? `${heading}. ${description}` : heading]
    }),
  )
