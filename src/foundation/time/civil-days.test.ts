import { expect, test } from 'vitest'
import { civilDateOf, civilDateText, dayNumberOf } from './civil-days.js'

const dayMs = 86_400_000

test('civil dates agree with Date on every day from 400 years before year 1 to 2400', () => {
  const first = new Date(0).setUTCFullYear(-400, 0, 1) / dayMs
  const last = Date.parse('2400-12-31') / dayMs
  for (let day = first; day <= last; day += 1) {
    const date = new Date(day * dayMs)
    const civil = civilDateOf(day)
    if (civil.year !== date.getUTCFullYear()) throw new Error(`year of ${date.toISOString()}`)
    if (civil.month !== date.getUTCMonth() + 1) throw new Error(`month of ${date.toISOString()}`)
    if (civil.date !== date.getUTCDate()) throw new Error(`date of ${date.toISOString()}`)
    if (dayNumberOf(civil) !== day) throw new Error(`number of ${date.toISOString()}`)
  }
})

test.each(['0001-01-01', '0999-02-28', '1970-01-01', '2000-02-29', '9999-12-31'])(
  'the date %s is printed with four digits of the year',
  (text) => {
    expect(civilDateText(civilDateOf(Date.parse(text) / dayMs))).toBe(text)
  },
)
