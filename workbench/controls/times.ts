/** Converts dates and times between the wire format and that of browser inputs. */

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** Returns the day of a date in the zone of the browser, as `yyyy-MM-dd`. */
const dayOf = (date: Date): string =>
  `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** Returns an instant in the format of `datetime-local` and the zone of the browser. */
export const instantToInput = (instant: unknown): string => {
  if (typeof instant !== 'string' || instant === '') return ''
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part))
  return `${dayOf(date)}T${shortClock(clock.join(':'))}`
}

/** Reads a `datetime-local` in the zone of the browser, and returns the instant in UTC. */
export const inputToInstant = (text: string): string | null => {
  if (text === '') return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace('.000Z', 'Z')
}

/** Returns a date-time without zone in the format of `datetime-local`, to the millisecond. */
export const localToInput = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') return ''
  const [day = '', clock = '00:00'] = value.split('T')
  return `${day}T${shortClock(clock.slice(0, 8))}`
}

export const inputToLocal = (text: string): string | null =>
  text === '' ? null : `${text.slice(0, 11)}${withSeconds(text.slice(11))}`

export const timeToInput = (value: unknown): string =>
  typeof value === 'string' ? shortClock(value.slice(0, 8)) : ''

export const inputToTime = (text: string): string | null => (text === '' ? null : withSeconds(text))

const withSeconds = (clock: string): string => (clock.length === 5 ? `${clock}:00` : clock)
const shortClock = (clock: string): string => clock.replace(/^(\d\d:\d\d):00$/, '$1')

export const presetKeys = ['today', 'last7Days', 'thisMonth', 'last30Days', 'thisYear'] as const
export type PresetKey = (typeof presetKeys)[number]

const daysAgo = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)

const firstAndLast: Readonly<Record<PresetKey, (now: Date) => readonly [Date, Date]>> = {
  today: (now) => [now, now],
  last7Days: (now) => [daysAgo(now, 6), now],
  last30Days: (now) => [daysAgo(now, 29), now],
  thisMonth: (now) => [
    new Date(now.getFullYear(), now.getMonth(), 1),
    new Date(now.getFullYear(), now.getMonth() + 1, 0),
  ],
  thisYear: (now) => [new Date(now.getFullYear(), 0, 1), new Date(now.getFullYear(), 11, 31)],
}

export type RangeKind = 'date' | 'instant' | 'local'

/** Returns a range of whole days in the zone of the browser, with both bounds included. */
export const presetRange = (
  key: PresetKey,
  now: Date,
  kind: RangeKind,
): readonly [string, string] => {
  const [first, last] = firstAndLast[key](now)
  if (kind === 'date') return [dayOf(first), dayOf(last)]
  if (kind === 'local') {
    return [`${dayOf(first)}T00:00:00`, `${dayOf(last)}T23:59:59.999999`]
  }
  const start = new Date(first.getFullYear(), first.getMonth(), first.getDate())
  const next = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  const end = new Date(next.getTime() - 1).toISOString().replace(/Z$/, '999Z')
  return [start.toISOString().replace('.000Z', 'Z'), end]
}
