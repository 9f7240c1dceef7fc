/**
 * Days and local times of an IANA time zone, as instants. UTC needs no lookup. Pure: no clock
 * inside.
 */
import { civilDateOf, civilDateText, dayNumberOf } from './civil-days.js'

export const dayMs = 86_400_000
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/**
 * Names that read like an abbreviation: PostgreSQL takes them for one, of a fixed offset, where the
 * zone has summer time. These are the zones that they are links to since 2024.
 */
const links: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  EST: 'America/Panama',
  HST: 'Pacific/Honolulu',
  MET: 'Europe/Brussels',
  MST: 'America/Phoenix',
  WET: 'Europe/Lisbon',
}
const plainNames = new Set(['UTC', 'GMT', 'UCT', 'PRC', 'ROC', 'ROK', 'NZ', 'GB'])

/** By name in lower case: as many as there are zones, however clients spell them. */
const canonicalNames = new Map<string, string>()

/** Returns undefined if the zone does not exist. */
const canonicalName = (zone: string): string | undefined => {
  const key = zone.toLowerCase()
  const canonicalZone = canonicalNames.get(key)
  if (canonicalZone !== undefined) return canonicalZone
  try {
    const name = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
    canonicalNames.set(key, name)
    return name
  } catch {
    return undefined
  }
}

/** A name that means the same to the database. */
export const fullZoneName = (zone: string): string => {
  const name = canonicalName(zone) ?? zone
  return links[name.toUpperCase()] ?? name
}

/** An IANA name; not an offset, nor an abbreviation that means another zone elsewhere. */
export const isTimeZone = (zone: string): boolean => {
  const name = zone.toUpperCase()
  if (!/^[A-Z]/.test(name)) return false
  if (/^[A-Z]{2,5}$/.test(name) && !plainNames.has(name) && !Object.hasOwn(links, name))
    return false
  return canonicalName(zone) !== undefined
}

/** The wall clock of `zone` at `instantMs`, as if it were UTC. Both in milliseconds since 1970. */
export const toWallClock = (instantMs: number, zone: string): number => {
  if (zone === 'UTC') return instantMs
  const part: Record<string, string> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(instantMs)) part[type] = value
  const year = part['era'] === 'BC' ? 1 - Number(part['year']) : Number(part['year'])
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(part['month']) - 1, Number(part['day']))
  wall.setUTCHours(Number(part['hour']), Number(part['minute']), Number(part['second']))
  return wall.getTime() + (((instantMs % 1000) + 1000) % 1000)
}

/**
 * The instant at which the clocks of `zone` first show `wallMs`. A time that the zone skips is
 * moved behind the gap (RFC 5545, 3.3.5); of a time that comes twice the earlier one is meant.
 */
export const fromWallClock = (wallMs: number, zone: string): number => {
  if (zone === 'UTC') return wallMs
  const offsetAt = (instantMs: number) => toWallClock(instantMs, zone) - instantMs
  const before = wallMs - offsetAt(wallMs - dayMs)
  const after = wallMs - offsetAt(wallMs + dayMs)
  const candidates = [before, after].filter((instant) => toWallClock(instant, zone) === wallMs)
  return candidates.length > 0 ? Math.min(...candidates) : before
}

/**
 * `yyyy-MM-dd` as milliseconds since 1970 of its start in UTC, or undefined when there is no such
 * day.
 */
export const parseDay = (text: string): number | undefined => {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match || match[1] === '0000') return undefined
  const number = dayNumberOf({
    year: Number(match[1]),
    month: Number(match[2]),
    date: Number(match[3]),
  })
  return civilDateText(civilDateOf(number)) === text ? number * dayMs : undefined
}

/** Formats a day of the years 1 to 9999. */
export const formatDay = (utcMs: number): string =>
  civilDateText(civilDateOf(Math.floor(utcMs / dayMs)))

/**
 * RFC 3339 in UTC with exactly six digits behind the second; `fraction` holds the digits below it.
 */
const formatInstant = (utcMs: number, fraction: string): string =>
  `${new Date(utcMs).toISOString().slice(0, -5)}.${fraction.padEnd(6, '0')}Z`

export interface ParsedInstant {
  /** RFC 3339 in UTC with six digits, so that text order is time order. */
  readonly instant: string
  /** Whole seconds since 1970, in milliseconds. */
  readonly utcMs: number
  /** Exactly on the second. */
  readonly whole: boolean
  readonly hasOffset: boolean
}

const dateTime = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d:\d\d)?$/

/**
 * Reads RFC 3339 with offset, and a local date-time without one (seconds optional), which is meant
 * in `zone`. Undefined when it is neither, or finer than a microsecond: nothing is rounded.
 */
export const parseInstant = (text: string, zone: string): ParsedInstant | undefined => {
  const match = dateTime.exec(text)
  if (!match) return undefined
  const [, day, hours, minutes, seconds, digits = '', offset] = match
  if (seconds === undefined && offset !== undefined) return undefined
  const start = parseDay(day!)
  const fraction = digits.replace(/0+$/, '')
  if (start === undefined || fraction.length > 6) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined
  const wall = start + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000
  const utcMs = offset === undefined ? fromWallClock(wall, zone) : wall - offsetMs(offset)
  if (!(utcMs >= earliest && utcMs <= latest)) return undefined
  return {
    instant: formatInstant(utcMs, fraction),
    utcMs,
    whole: fraction === '',
    hasOffset: offset !== undefined,
  }
}

const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

const offsetMs = (offset: string): number => {
  if (offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(4, 6))
  if (hours > 23 || minutes > 59) return Number.NaN
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** `2026-03-20T15:45:00.500Z` as `2026-03-20T15:45:00.5Z`, the form of responses. */
export const shortInstant = (text: string): string =>
  text.replace(/\.(\d*?)0*Z$/, (_, kept) => (kept === '' ? 'Z' : `.${kept}Z`))
