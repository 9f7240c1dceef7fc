/**
 * Forms of settings: how a value is read from a file or the environment, and what to say if it does
 * not fit.
 */
import { isTimeZone } from '../time/zoned-time.js'

/** Reads a value; undefined when it does not fit. */
export interface SettingForm<T> {
  readonly parse: (value: unknown) => T | undefined
  /** Completes "must be …". */
  readonly accepts: string
}

export interface Setting<T = unknown> extends SettingForm<T> {
  readonly default: T
  readonly description: string
}

export const setting = <T>(
  form: SettingForm<T>,
  value: NoInfer<T>,
  description: string,
): Setting<T> => ({
  ...form,
  default: value,
  description,
})

/** Files contain values; the environment contains their texts. Lists and objects have no text. */
const scalarText = (value: unknown): string =>
  typeof value === 'object' ? '' : String(value).trim()

export const integer = (minimum: number, maximum: number): SettingForm<number> => ({
  accepts: `an integer from ${minimum} to ${maximum}`,
  parse: (value) => {
    const text = scalarText(value)
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return number >= minimum && number <= maximum ? number : undefined
  },
})

export const flag: SettingForm<boolean> = {
  accepts: 'true or false',
  parse: (value) => ({ true: true, false: false })[scalarText(value).toLowerCase()],
}

export const flagOrAuto: SettingForm<boolean | 'auto'> = {
  accepts: `auto, ${flag.accepts}`,
  parse: (value) => (scalarText(value) === 'auto' ? 'auto' : flag.parse(value)),
}

export const text = (
  accepts: string,
  fits: (value: string) => boolean = () => true,
): SettingForm<string> => ({
  accepts,
  parse: (value) => (typeof value === 'string' && fits(value.trim()) ? value.trim() : undefined),
})

export const oneOf = <const V extends string>(...values: readonly V[]): SettingForm<V> => ({
  accepts: `one of ${values.join(', ')}`,
  parse: (value) => values.find((candidate) => candidate === scalarText(value)),
})

/** A list in a file; a text with commas in the environment. */
export const list = <T extends string>(
  accepts: string,
  { parse }: Pick<SettingForm<T>, 'parse'>,
  least = 0,
): SettingForm<readonly T[]> => ({
  accepts,
  parse: (value) => {
    const items: unknown = typeof value === 'string' ? value.split(',') : value
    if (!Array.isArray(items)) return undefined
    const sent = items.filter((item) => item !== '')
    const given = sent.map(parse).filter((item) => item !== undefined)
    return given.length === sent.length && given.length >= least ? given : undefined
  },
})

export const listOfSome = <const V extends string>(least: number, ...values: readonly V[]) =>
  list(`a list of ${values.join(', ')}`, oneOf(...values), least)

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list in a file; JSON in the environment. What is in the objects is checked later. */
export const objects: SettingForm<readonly object[]> = {
  accepts: 'a list of objects; in the environment as JSON',
  parse: (value) => {
    const items = typeof value === 'string' ? parsedJson(value) : value
    const isObject = (item: unknown) => typeof item === 'object' && item !== null
    return Array.isArray(items) && items.every(isObject) ? items : undefined
  },
}

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value
export const origins = list(
  'a list of origins such as https://app.example.com',
  text('an origin', isOrigin),
)
/** `openid` is the scope that makes a request one of OpenID Connect. */
export const scopes = text('scopes separated by spaces, with openid', (value) =>
  value.split(/ +/).includes('openid'),
)
export const tokenTypes = list(
  'a list of types such as at+jwt',
  text('a type', (value) => /^[A-Za-z0-9!#$&^_.+/-]+$/.test(value)),
  1,
)
/**
 * Neither symmetric algorithms nor `none`: a service that can verify such a token could also issue
 * one.
 */
export const signatures = listOfSome(
  1,
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
)
/** Characters of a quoted string in a header: error messages repeat the claim there. */
const isClaim = (value: string): boolean => /^[!#-[\]-~]+$/.test(value)
export const claim = text('the name or dotted path of a claim', isClaim)
export const claimOrNothing = text(
  'the name or dotted path of a claim, or nothing',
  (value) => value === '' || isClaim(value),
)

export const color = text(
  'a color such as #0f766e, or nothing',
  (value) => value === '' || /^#[0-9a-f]{6}$/i.test(value),
)

const isPlainName = (value: string): boolean => /^[a-z_][a-z0-9_]{0,62}$/.test(value)
export const schemaName = text('a name in lower case, such as corollary', isPlainName)
/** PostgreSQL creates the excluded ones itself. */
export const databaseName = text(
  'a name in lower case, such as corollary, but not that of a system database',
  (value) => isPlainName(value) && !['postgres', 'template0', 'template1'].includes(value),
)
export const contextPath = text(
  'an absolute path without a slash at its end, or nothing',
  (value) => /^(\/[A-Za-z0-9._~-]+)*$/.test(value),
)
export const secret = text(
  'a text of at least 32 characters, or nothing',
  (value) => value === '' || value.length >= 32,
)
export const timeZone = text('an IANA time zone such as Europe/Lisbon', isTimeZone)
export const milliseconds = integer(0, 86_400_000)
export const timeLimit = integer(1, 86_400_000)
export const millisecondsOrAuto: SettingForm<number | 'auto'> = {
  accepts: `auto, or ${milliseconds.accepts}`,
  parse: (value) => (scalarText(value) === 'auto' ? 'auto' : milliseconds.parse(value)),
}
export const count = integer(1, 1_000_000_000)
/** Limit on what one caller may hold at once. 0: no limit. */
export const shareOrAuto: SettingForm<number | 'auto'> = {
  accepts: 'auto, or an integer from 0 to 1000000',
  parse: (value) => (scalarText(value) === 'auto' ? 'auto' : integer(0, 1_000_000).parse(value)),
}

/**
 * The host may be in the query (`host=/socket`), as in libpq; then there is none before the path.
 */
export const isDatabaseAddress = (value: string): boolean =>
  /^postgres(ql)?:\/\//.test(value) &&
  URL.canParse(value.replace(/@\//, '@localhost/').replace(/:\/\/\//, '://localhost/'))
export const httpOrigin = text(
  'an address such as https://s3.example.com, or nothing',
  (value) => value === '' || (/^https?:/.test(value) && isOrigin(value)),
)
/** Without characters that would end a quoted text of a header, or are patterns in a route. */
export const httpAddress = text(
  'an address such as https://sales.example.com/mcp, or nothing',
  (value) =>
    value === '' ||
    (/^https?:\/\/[^"\\\s?#@/]+(\/[^"\\\s?#@:*]*)?$/.test(value) && URL.canParse(value)),
)
export const databaseAddresses = list(
  'a list of addresses such as postgresql://user:password@host:5432/database',
  text('an address', isDatabaseAddress),
)
export const databaseAddress = text(
  'an address such as postgresql://user:password@host:5432/database, or nothing',
  (value) => value === '' || isDatabaseAddress(value),
)
