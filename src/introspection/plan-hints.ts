/** Plans how clients show a field: its section, its unit, and the room that it needs. */
import { snakeWords } from './names.js'
import type { ColumnPlan } from './plan-columns.js'
import type { Sections } from './plan-sections.js'
import type { Printable } from './print-code.js'

type Hints = Readonly<Record<string, Printable>>

export const sectionHint = (column: ColumnPlan | undefined, { titleOf }: Sections): Hints => {
  const group = column && titleOf(column)
  return group === undefined ? {} : { group }
}

export const hintsOf = (column: ColumnPlan, sections: Sections): Hints => {
  const unit = unitOf(column)
  return {
    ...sectionHint(column, sections),
    ...(isLongText(column) ? { controlType: 'textarea' } : {}),
    ...(unit === undefined ? {} : { valuePresentation: { unit } }),
  }
}

/** Units of whole numbers, by the ends of the names of their columns. */
const units: readonly (readonly [RegExp, string])[] = [
  [/(^|_)(bytes|file_?size)$/, 'byte'],
  [/(^|_)(ms|millis|milliseconds)$/, 'millisecond'],
  [/(^|_)(secs|seconds)$/, 'second'],
  [/(^|_)(mins|minutes)$/, 'minute'],
]

const unitOf = ({ factory, source, isKey }: ColumnPlan): string | undefined =>
  (factory === 'integer' || factory === 'bigint') && !isKey
    ? units.find(([pattern]) => pattern.test(snakeWords(source.name)))?.[1]
    : undefined

const longText =
  /(^|_)(abstract|bio|biography|body|comments?|content|descriptions?|details|instructions?|message|notes?|reason|remarks?|summary)$/

/** A text of any length whose name promises sentences. */
const isLongText = ({ factory, source, options }: ColumnPlan): boolean =>
  factory === 'text' &&
  options?.['maxLength'] === undefined &&
  longText.test(snakeWords(source.name))
