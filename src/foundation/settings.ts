/**
 * The table of settings: name, form, default, what it is for. `docs/configuration.md` shows it, and a
 * test holds the two together. Reading them from file and environment is `server/read-settings.ts`.
 */
import { isTimeZone } from './zoned-time.js'

/** How a value is read; undefined when it does not fit. */
interface Form<T> {
  readonly parse: (value: unknown) => T | undefined
  /** Completes "takes …". */
  readonly accepts: string
}

export interface Setting<T = unknown> extends Form<T> {
  readonly default: T
  readonly description: string
}

const setting = <T>(form: Form<T>, value: NoInfer<T>, description: string): Setting<T> => ({
  ...form,
  default: value,
  description,
})

/** The file has values, the environment their texts; a list or an object is neither. */
const scalarText = (value: unknown): string =>
  typeof value === 'object' ? '' : String(value).trim()

const integer = (minimum: number, maximum: number): Form<number> => ({
  accepts: `an integer from ${minimum} to ${maximum}`,
  parse: (value) => {
    const text = scalarText(value)
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return number >= minimum && number <= maximum ? number : undefined
  },
})

const flag: Form<boolean> = {
  accepts: 'true or false',
  parse: (value) => ({ true: true, false: false })[scalarText(value).toLowerCase()],
}

const text = (accepts: string, fits: (value: string) => boolean = () => true): Form<string> => ({
  accepts,
  parse: (value) => (typeof value === 'string' && fits(value.trim()) ? value.trim() : undefined),
})

const oneOf = <const V extends string>(...values: readonly V[]): Form<V> => ({
  accepts: `one of ${values.join(', ')}`,
  parse: (value) => values.find((candidate) => candidate === scalarText(value)),
})

/** A list in the file; a text with commas in the environment. */
const list = <T extends string>(
  accepts: string,
  { parse }: Pick<Form<T>, 'parse'>,
  least = 0,
): Form<readonly T[]> => ({
  accepts,
  parse: (value) => {
    const items: unknown = typeof value === 'string' ? value.split(',') : value
    if (!Array.isArray(items)) return undefined
    const sent = items.filter((item) => item !== '')
    const given = sent.map(parse).filter((item) => item !== undefined)
    return given.length === sent.length && given.length >= least ? given : undefined
  },
})

const listOfSome = <const V extends string>(least: number, ...values: readonly V[]) =>
  list(`a list of ${values.join(', ')}`, oneOf(...values), least)

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value
const origins = list(
  'a list of origins such as https://app.example.com',
  text('an origin', isOrigin),
)
const tokenTypes = list(
  'a list of types such as at+jwt',
  text('a type', (value) => /^[A-Za-z0-9!#$&^_.+/-]+$/.test(value)),
  1,
)
/** Symmetric ones and `none` are left out: with them, who may check a token could also make one. */
const signatures = listOfSome(
  1,
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
)
/** What may stand in a quoted text of a header, because messages name the claim. */
const isClaim = (value: string): boolean => /^[!#-[\]-~]+$/.test(value)
const claim = text('the name or dotted path of a claim', isClaim)
const claimOrNothing = text(
  'the name or dotted path of a claim, or nothing',
  (value) => value === '' || isClaim(value),
)

const schemaName = text('a name in lower case, such as corollary', (value) =>
  /^[a-z_][a-z0-9_]{0,62}$/.test(value),
)
const contextPath = text('an absolute path without a slash at its end, or nothing', (value) =>
  /^(\/[A-Za-z0-9._~-]+)*$/.test(value),
)
const secret = text(
  'at least 32 characters, or nothing',
  (value) => value === '' || value.length >= 32,
)
const timeZone = text('an IANA time zone such as Europe/Lisbon', isTimeZone)
const milliseconds = integer(0, 86_400_000)
const timeLimit = integer(1, 86_400_000)
const millisecondsOrAuto: Form<number | 'auto'> = {
  accepts: `auto, or ${milliseconds.accepts}`,
  parse: (value) => (scalarText(value) === 'auto' ? 'auto' : milliseconds.parse(value)),
}
const count = integer(1, 1_000_000_000)

export const settingTable = {
  'platform.auth.allow-remote-without-authentication': setting(
    flag,
    false,
    'Listen on other addresses than loopback although `platform.auth.mode` is `none`. Everybody who reaches the service may then do everything.',
  ),
  'platform.auth.jwt.algorithms': setting(
    signatures,
    ['RS256', 'PS256', 'ES256', 'EdDSA'],
    'Algorithms that tokens may be signed with.',
  ),
  'platform.auth.jwt.audience': setting(
    text('a text'),
    '',
    'What `aud` of a token must be or hold: the name of this service. Required in mode `jwt`.',
  ),
  'platform.auth.jwt.authorities-claim': setting(
    claim,
    'authorities',
    'Claim with the authorities: a list of texts, or a text with spaces between. For example `scope` or `realm_access.roles`.',
  ),
  'platform.auth.jwt.clock-skew-seconds': setting(
    integer(0, 600),
    30,
    'How far the clocks of issuer and service may be apart.',
  ),
  'platform.auth.jwt.issuer': setting(
    text('a text'),
    '',
    'What `iss` of a token must be, to the letter. Required in mode `jwt`.',
  ),
  'platform.auth.jwt.jwks-cooldown-ms': setting(
    integer(1_000, 86_400_000),
    30_000,
    'How long after a fetch no unknown key causes another one.',
  ),
  'platform.auth.jwt.jwks-max-age-ms': setting(
    integer(1_000, 86_400_000),
    600_000,
    'How old fetched keys may become before they are fetched again.',
  ),
  'platform.auth.jwt.jwks-max-bytes': setting(
    integer(1_024, 16_777_216),
    262_144,
    'Maximum size of a fetched key set.',
  ),
  'platform.auth.jwt.jwks-timeout-ms': setting(
    integer(1, 600_000),
    5_000,
    'How long a fetch of the keys may take.',
  ),
  'platform.auth.jwt.jwks-url': setting(
    text('an address'),
    '',
    'Where the issuer publishes its keys: https, or http on loopback. Mode `jwt` needs this or `platform.auth.jwt.key-file`.',
  ),
  'platform.auth.jwt.key-file': setting(
    text('a file'),
    '',
    'File with the keys of the issuer: a JSON Web Key Set, or a public key or certificate in PEM.',
  ),
  'platform.auth.jwt.max-token-bytes': setting(
    integer(256, 65_536),
    8_192,
    'Maximum size of a token.',
  ),
  'platform.auth.jwt.principal-claim': setting(claim, 'sub', 'Claim with the name of the caller.'),
  'platform.auth.jwt.tenant-claim': setting(
    claimOrNothing,
    '',
    'Claim with the tenant of the caller. Empty: there are no tenants.',
  ),
  'platform.auth.jwt.types': setting(
    tokenTypes,
    ['at+jwt', 'JWT'],
    'What `typ` of a token may be; capitals and the prefix `application/` make no difference.',
  ),
  'platform.auth.mode': setting(
    oneOf('none', 'jwt'),
    'none',
    'Who callers are. `none`: every caller is the development principal; only for loopback. `jwt`: whom the bearer token names.',
  ),
  'platform.auth.public': setting(
    listOfSome(0, 'health', 'metrics', 'docs', 'schemas'),
    ['health'],
    'What is read without credentials in mode `jwt`.',
  ),
  'platform.cursor.secret': setting(
    secret,
    '',
    'Key of the cursors, the same on every node. Empty: made once and kept in the platform tables.',
  ),
  'platform.database.acquire-timeout-ms': setting(
    milliseconds,
    5_000,
    'How long a request waits for a free connection before `503`.',
  ),
  'platform.database.embedded.data-folder': setting(
    text('a folder'),
    '',
    'Data of the embedded PostgreSQL. Empty: a folder of this project.',
  ),
  'platform.database.embedded.tcp-port': setting(
    integer(0, 65_535),
    0,
    'Also listen on 127.0.0.1 at this port. 0: Unix socket only.',
  ),
  'platform.database.lock-timeout-ms': setting(
    milliseconds,
    5_000,
    'How long a write waits for a lock before `503`.',
  ),
  'platform.database.max-waiting': setting(
    count,
    500,
    'Maximum number of requests that wait for a free connection. Further ones are refused with `503` at once.',
  ),
  'platform.database.mode': setting(
    oneOf('auto', 'url', 'embedded'),
    'auto',
    '`url` needs `DATABASE_URL`, `embedded` runs an own PostgreSQL; `auto` is `url` when `DATABASE_URL` is set or in production, else `embedded`.',
  ),
  'platform.database.pool-size': setting(
    integer(1, 1_000),
    10,
    'Maximum number of connections of one process, apart from those of streams and one for the readiness check.',
  ),
  'platform.database.prepared-statements': setting(
    flag,
    true,
    'Prepare the statements that read records by id. Turn it off behind a pooler in transaction mode that does not keep prepared statements (PgBouncer before 1.21, or with `max_prepared_statements` 0).',
  ),
  'platform.database.schema': setting(
    schemaName,
    'corollary',
    'Database schema of the platform tables.',
  ),
  'platform.database.stall-timeout-ms': setting(
    integer(1, 86_400_000),
    30_000,
    'How long a client may take for 64 KiB of a streamed response (export, `/all`) before it is disconnected.',
  ),
  'platform.database.statement-timeout-ms': setting(
    milliseconds,
    15_000,
    'A longer statement is cancelled and answered `504`. 0 turns it off.',
  ),
  'platform.database.stream-pool-size': setting(
    integer(1, 1_000),
    4,
    'Maximum number of streamed responses (exports, `/all`) at the same time in one process. Each holds a connection beside `platform.database.pool-size`; further ones wait `platform.database.acquire-timeout-ms`, then `503`.',
  ),
  'platform.database.transaction-timeout-ms': setting(
    milliseconds,
    30_000,
    'A longer transaction is undone and answered `504`: its signal is aborted, then its connection is cut. 0 turns it off.',
  ),
  'platform.dataset-version.fold-ms': setting(
    integer(100, 86_400_000),
    1_000,
    'How often the changes behind dataset versions are added up. Longer intervals make reads slower.',
  ),
  'platform.dataset-version.mode': setting(
    oneOf('triggers', 'off'),
    'triggers',
    '`triggers`: triggers on the tables tell every change. `off`: none are needed, and answers carry no dataset version and no entity tag of collections.',
  ),
  'platform.export.max-rows': setting(count, 100_000, 'Maximum number of rows of an export.'),
  'platform.filter.in.empty-list': setting(
    oneOf('ignore', 'nothing'),
    'ignore',
    'What an empty list means for IN: `ignore` leaves the criterion out, `nothing` matches no record.',
  ),
  'platform.filter.in.max': setting(count, 1_000, 'Maximum number of items of a list in a filter.'),
  'platform.filter.range.allow-scalar-payload': setting(
    flag,
    false,
    'Read a single value for a range as its lower bound.',
  ),
  'platform.filter.range.log-legacy-scalar-payload': setting(
    flag,
    true,
    'Log such uses, at most once a minute for each field.',
  ),
  'platform.filter.text.max-length': setting(
    count,
    1_000,
    'Maximum number of characters of a text in a filter.',
  ),
  'platform.filter.zone-id': setting(
    timeZone,
    'UTC',
    'Time zone whose days and local times are meant.',
  ),
  'platform.hateoas.enabled': setting(flag, true, 'Whether answers carry `_links`.'),
  'platform.http.context-path': setting(contextPath, '', 'Prefix of every path, such as `/hr`.'),
  'platform.http.cors.origins': setting(origins, [], 'Origins whose pages may call the service.'),
  'platform.http.headers-timeout-ms': setting(
    timeLimit,
    15_000,
    'How long the headers of a request may take to arrive before `408`. At most `platform.http.request-timeout-ms` counts.',
  ),
  'platform.http.host': setting(
    text('a host name or address', (value) => value !== ''),
    '127.0.0.1',
    'Address to listen on.',
  ),
  'platform.http.keep-alive-timeout-ms': setting(
    timeLimit,
    72_000,
    'How long an idle connection is kept for a next request.',
  ),
  'platform.http.max-body-bytes': setting(
    integer(1, 1_073_741_824),
    1_048_576,
    'Maximum size of a request body.',
  ),
  'platform.http.max-connections': setting(
    count,
    5_000,
    'Maximum number of open connections. Further ones are closed at once.',
  ),
  'platform.http.max-in-flight': setting(
    count,
    1_000,
    'Maximum number of requests in progress on all connections. Further ones are refused with `503`; `/health/live` and `/health/ready` are not.',
  ),
  'platform.http.max-in-flight-per-connection': setting(
    count,
    100,
    'Maximum number of requests in progress on one connection (pipelining). Further ones are refused with `503`.',
  ),
  'platform.http.port': setting(integer(0, 65_535), 8_080, 'Port to listen on. 0: any free one.'),
  'platform.http.request-timeout-ms': setting(
    timeLimit,
    60_000,
    'How long a request may take to arrive, body included, before `408`.',
  ),
  'platform.http.shutdown-drain-ms': setting(
    millisecondsOrAuto,
    'auto',
    'How long a stop goes on serving after `/health/ready` has turned to `503`, so that load balancers notice. `auto`: 5000 when `NODE_ENV` is `production`, else 100.',
  ),
  'platform.http.shutdown-timeout-ms': setting(
    milliseconds,
    10_000,
    'How long a stop waits for running requests.',
  ),
  'platform.http.stream-timeout-ms': setting(
    milliseconds,
    300_000,
    'How long a streamed response (export, `/all`) may take in total before the client is disconnected. 0 turns it off.',
  ),
  'platform.http.unread-body-timeout-ms': setting(
    timeLimit,
    2_000,
    'How long a request body may still arrive after its request was answered. Then the connection is closed.',
  ),
  'platform.idempotency.max-answer-bytes': setting(
    integer(0, 1_073_741_824),
    1_048_576,
    'Maximum size of a response body that is stored for repeated requests. A request whose response is larger is not carried out again either, but answered `409`.',
  ),
  'platform.idempotency.wait-ms': setting(
    integer(1, 86_400_000),
    2_000,
    'How long a request waits for another one with the same idempotency key that still runs.',
  ),
  'platform.input.dates.allow-date-time-payload': setting(
    flag,
    false,
    'Read a date-time with offset for a date as the local midnight of a browser: up to 10:30 UTC the same date, later the next.',
  ),
  'platform.input.dates.log-legacy-date-time-payload': setting(
    flag,
    true,
    'Log such uses, at most once a minute for each field.',
  ),
  'platform.log.level': setting(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Least level that is logged. Values of records and filters are never logged at `info` and above.',
  ),
  'platform.log.sql': setting(
    flag,
    false,
    'Logs the text and time of each SQL statement at `info`, for development. Values are not logged.',
  ),
  'platform.pagination.max-offset': setting(
    integer(0, 1_000_000_000_000),
    100_000,
    'Maximum number of rows that a page may skip.',
  ),
  'platform.pagination.total-cache.max-bytes': setting(
    integer(0, 1_073_741_824),
    4_194_304,
    'Memory for totals that are not counted again while nothing changed. 0: every page counts.',
  ),
  'platform.pagination.max-size': setting(
    integer(1, 100_000),
    200,
    'Maximum number of rows of a page.',
  ),
  'platform.query.all.max': setting(count, 100_000, 'Maximum number of rows of `/all`.'),
  'platform.query.by-ids.max': setting(
    integer(1, 100_000),
    200,
    'Maximum number of ids in one request.',
  ),
  'platform.stats.default-mode': setting(
    oneOf('AUTO', 'DISABLED'),
    'AUTO',
    'Whether the statistics of a resource that does not say so itself are on.',
  ),
  'platform.stats.enabled': setting(flag, true, 'Whether there are statistics at all.'),
  'platform.stats.max-buckets': setting(
    integer(1, 10_000),
    200,
    'Maximum number of buckets of a group-by or a distribution.',
  ),
  'platform.stats.max-series-points': setting(
    integer(1, 100_000),
    1_000,
    'Maximum number of points of a time series.',
  ),
  'platform.stats.null-label': setting(
    text('a text'),
    '(none)',
    'Label of the bucket of records without a value.',
  ),
} as const satisfies Record<string, Setting<never> | Setting>

export type SettingName = keyof typeof settingTable

export type Settings = {
  readonly [K in SettingName]: (typeof settingTable)[K] extends Setting<infer T> ? T : never
}
