/** Plans how clients show a field: its section, its unit, and the room that it needs. */
import type { EntityPlan } from './application-plan.js'
import { sentence, snakeWords } from './names.js'
import type { ColumnFactory, ColumnPlan } from './plan-columns.js'
import type { Sections } from './plan-sections.js'
import type { Printable } from './print-code.js'

type Hints = Readonly<Record<string, Printable>>

export const sectionHint = (column: ColumnPlan | undefined, { titleOf }: Sections): Hints => {
  const group = column && titleOf(column)
  return group === undefined ? {} : { group }
}

export const hintsOf = (column: ColumnPlan, entity: EntityPlan, sections: Sections): Hints => {
  const unit = unitOf(column)
  const label = unitlessName(column)
  const tones = tonesOf(column)
  return {
    ...(label === undefined || isNameOfOther(label, column, entity)
      ? {}
      : { label: sentence(label) }),
    ...sectionHint(column, sections),
    ...(isLongText(column) ? { controlType: 'textarea' } : {}),
    ...(unit === undefined ? {} : { valuePresentation: { unit } }),
    ...(Object.keys(tones).length === 0 ? {} : { valuePresentation: { tones } }),
  }
}

/** Colors of states whose words say what they mean. Other values have a hue of their own. */
const stateTones: readonly (readonly [RegExp, string])[] = [
  [
    /^(active|accepted|approved|completed|confirmed|delivered|done|paid|published|success)$/,
    'positive',
  ],
  [/^(blocked|canceled|cancelled|declined|error|expired|failed|overdue|rejected)$/, 'negative'],
  [/^(in_review|on_hold|paused|pending|submitted|suspended|waiting)$/, 'warning'],
  [/^(archived|closed|draft|inactive)$/, 'neutral'],
]

const tonesOf = ({ factory, source, values }: ColumnPlan): Readonly<Record<string, string>> => {
  if (factory !== 'enumOf' || !/(^|_)(state|status)$/.test(snakeWords(source.name))) return {}
  const names: readonly string[] = Array.isArray(values) ? values : Object.values(values ?? {})
  return Object.fromEntries(
    names.flatMap((name) => {
      const tone = stateTones.find(([pattern]) => pattern.test(snakeWords(name)))?.[1]
      return tone === undefined ? [] : [[name, tone] as const]
    }),
  )
}

type Units = readonly (readonly [RegExp, string])[]

/** Units of whole numbers, by the ends of the names of their columns. */
const wholeUnits: Units = [
  [/(^|_)(bytes|file_?size)$/, 'byte'],
  [/(^|_)(ms|millis|milliseconds)$/, 'millisecond'],
  [/(^|_)(secs|seconds)$/, 'second'],
  [/(^|_)(mins|minutes)$/, 'minute'],
]

/** Units of all numbers. A lone `m` may stand for other words, so a length must be before it. */
const units: Units = [
  [/_mm$/, 'millimeter'],
  [/_cm$/, 'centimeter'],
  [
    /(altitude|depth|diameter|distance|draft|draught|elevation|height|length|perimeter|radius|thickness|width)_m$/,
    'meter',
  ],
  [/_km$/, 'kilometer'],
  [/_kg$/, 'kilogram'],
  [/(mass|weight)_g$/, 'gram'],
  [/_lbs?$/, 'pound'],
  [/_ml$/, 'milliliter'],
  [/(^|_)temp(erature)?_(\w+_)?c$/, 'celsius'],
  [/_(pct|percent)$/, 'percent'],
]

const unitsOf: Partial<Record<ColumnFactory, Units>> = {
  integer: [...wholeUnits, ...units],
  bigint: [...wholeUnits, ...units],
  decimal: units,
  float: units,
}

const unitOf = ({ factory, source, isKey }: ColumnPlan): string | undefined =>
  isKey
    ? undefined
    : unitsOf[factory]?.find(([pattern]) => pattern.test(snakeWords(source.name)))?.[1]

/**
 * The name without the unit that its values show: `wait_seconds` is "Wait". A size is called one,
 * because "Photo" would not say what `photo_bytes` counts.
 */
const unitlessName = (column: ColumnPlan): string | undefined => {
  const name = snakeWords(column.source.name)
  const unit = unitOf(column)
  const rest = name.replace(/_[^_]+$/, '')
  if (unit === undefined || rest === name || /size$/.test(name)) return undefined
  return unit === 'byte' && !/(^|_)size$/.test(rest) ? `${rest}_size` : rest
}

const isNameOfOther = (
  name: string,
  column: ColumnPlan,
  { columns, relations }: EntityPlan,
): boolean =>
  relations.some((relation) => snakeWords(relation.name) === name) ||
  columns.some(
    (other) =>
      other !== column && (snakeWords(other.source.name) === name || unitlessName(other) === name),
  )

const longText =
  /(^|_)(abstract|bio|biography|body|comments?|content|descriptions?|details|instructions?|message|notes?|reason|remarks?|summary)$/

/** A text of any length whose name promises sentences. */
const isLongText = ({ factory, source, options }: ColumnPlan): boolean =>
  factory === 'text' &&
  options?.['maxLength'] === undefined &&
  longText.test(snakeWords(source.name))
