/** The color of a pill: by what a value means if the contract says so, else by the value. */
import type { Field } from '../service/shape.js'
import { isPlainObject } from './blank.js'

const meanings: ReadonlySet<unknown> = new Set(['positive', 'warning', 'negative', 'neutral'])

/** Number of hues of `style/pills.css`. */
const hues = 8

/**
 * Returns the name of the color. Values without a meaning have a hue that depends on their text,
 * so that a value has the same hue in every table. Two values of a field share a hue only if it has
 * more values than there are hues.
 */
export const toneOf = (field: Field, value: unknown): string => {
  const meaning = meaningOf(field, value)
  if (meaning !== undefined) return meaning
  const taken = new Set<number>()
  for (const option of field.options ?? []) {
    if (meaningOf(field, option.value) !== undefined) continue
    if (taken.size === hues) taken.clear()
    let hue = hashOf(String(option.value)) % hues
    while (taken.has(hue)) hue = (hue + 1) % hues
    if (option.value === value) return `hue-${hue + 1}`
    taken.add(hue)
  }
  return 'neutral'
}

const meaningOf = ({ valuePresentation }: Field, value: unknown): string | undefined => {
  const tones = isPlainObject(valuePresentation) ? valuePresentation['tones'] : undefined
  const tone = isPlainObject(tones) ? tones[String(value)] : undefined
  return meanings.has(tone) ? (tone as string) : undefined
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, character) => (hash * 31 + character.codePointAt(0)!) % 65_521, 7)
