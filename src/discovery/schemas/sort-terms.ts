/** The values of `sort` terms. */
import type { OptionSourceModel } from '../../model/types/option-source-model.js'

/** Each name alone and with its direction. */
export const sortTerms = (names: Iterable<string>): readonly string[] =>
  [...new Set(names)].flatMap((name) => [name, `${name},asc`, `${name},desc`])

export const sourceSortTerms = ({ sorts }: OptionSourceModel): readonly string[] =>
  sortTerms(['label', 'id', ...sorts.keys()])
