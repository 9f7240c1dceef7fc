/**
 * The table of settings: name, form, default, description. `docs/configuration.md` repeats it, and
 * a test compares the two. `server/read-settings.ts` reads settings from a file and the
 * environment.
 */
import { rateLimitSettings } from './rate-limit-settings.js'
import {
  claim,
  claimOrNothing,
  contextPath,
  count,
  flag,
  integer,
  listOfSome,
  milliseconds,
  millisecondsOrAuto,
  oneOf,
  origins,
  type Setting,
  schemaName,
  secret,
  setting,
  signatures,
  text,
  timeLimit,
  timeZone,
  tokenTypes,
} from './setting-forms.js'
import { webhookSettings } from './webhook-settings.js'

export const settingTable = {
  'platform.audit.enabled': setting(
    flag,
    true,
    'Record every write in the platform tables, with its transaction. Without platform tables nothing is recorded.',
  ),
  'platform.audit.retention-days': setting(
    integer(0, 36_500),
    90,
    'How long recorded changes are kept; they are dropped week by week. 0: forever.',
  ),
  'platform.auth.allow-remote-without-authentication': setting(
    flag,
    false,
    'Allow `platform.auth.mode` = `none` on addresses other than loopback. Everyone who reaches the service may then do everything.',
  ),
  'platform.auth.jwt.algorithms': setting(
    signatures,
    ['RS256', 'PS256', 'ES256', 'EdDSA'],
    'Algorithms that tokens may be signed with.',
  ),
  'platform.auth.jwt.audience': setting(
    text('a text'),
    '',
    'Required value of `aud` in a token: the name of this service. Required in mode `jwt`.',
  ),
  'platform.auth.jwt.authorities-claim': setting(
    claim,
    'authorities',
    'Claim with the authorities: a list of texts, or a text separated by spaces. For example `scope` or `realm_access.roles`.',
  ),
  'platform.auth.jwt.clock-skew-seconds': setting(
    integer(0, 600),
    30,
    'Maximum difference between the clocks of the issuer and the service.',
  ),
  'platform.auth.jwt.issuer': setting(
    text('a text'),
    '',
    'Required value of `iss` in a token, compared exactly. Required in mode `jwt`.',
  ),
  'platform.auth.jwt.jwks-cooldown-ms': setting(
    integer(1_000, 86_400_000),
    30_000,
    'Minimum time between two fetches that unknown keys cause.',
  ),
  'platform.auth.jwt.jwks-max-age-ms': setting(
    integer(1_000, 86_400_000),
    600_000,
    'Maximum age of fetched keys before they are fetched again.',
  ),
  'platform.auth.jwt.jwks-max-bytes': setting(
    integer(1_024, 16_777_216),
    262_144,
    'Maximum size of a fetched key set.',
  ),
  'platform.auth.jwt.jwks-timeout-ms': setting(
    integer(1, 600_000),
    5_000,
    'Maximum duration of a fetch of the keys.',
  ),
  'platform.auth.jwt.jwks-url': setting(
    text('an address'),
    '',
    'Address of the key set of the issuer: https, or http on loopback. Mode `jwt` requires this or `platform.auth.jwt.key-file`.',
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
    'Accepted values of `typ` in a token. Letter case and the prefix `application/` are ignored.',
  ),
  'platform.auth.mode': setting(
    oneOf('none', 'jwt'),
    'none',
    'How callers are identified. `none`: every caller is the development principal, or a declared caller that the request names; only on loopback. `jwt`: by bearer token.',
  ),
  'platform.auth.public': setting(
    listOfSome(0, 'health', 'metrics', 'docs', 'schemas'),
    ['health'],
    'What callers without credentials may read in mode `jwt`.',
  ),
  'platform.batch.max-items': setting(
    integer(1, 100_000),
    1_000,
    'Maximum number of records that one batch creates and updates.',
  ),
  'platform.cache.max-bytes': setting(
    integer(0, 1_073_741_824),
    16_777_216,
    'Memory for pages, options and statistics, which are read again only after a change. 0: nothing is cached.',
  ),
  'platform.changes.heartbeat-ms': setting(
    integer(100, 3_600_000),
    15_000,
    'How often a stream of changes shows that it is alive while nothing changes.',
  ),
  'platform.changes.max-streams': setting(
    integer(0, 1_000_000),
    1_000,
    'Maximum number of streams of changes at the same time in one process. Further ones are refused with `503`. They do not count towards `platform.http.max-in-flight`.',
  ),
  'platform.changes.poll-ms': setting(
    integer(10, 3_600_000),
    1_000,
    'How often a process with streams of changes looks for changes of which it gets no notification: behind a pooler in transaction mode there is none.',
  ),
  'platform.changes.stall-timeout-ms': setting(
    integer(1, 86_400_000),
    30_000,
    'Maximum time a client takes for what waits for it in a stream of changes; then it is disconnected, and may resume.',
  ),
  'platform.cursor.secret': setting(
    secret,
    '',
    'Key that signs cursors, the same on every node. Empty: generated once and stored in the platform tables.',
  ),
  'platform.database.acquire-timeout-ms': setting(
    milliseconds,
    5_000,
    'Maximum time a request waits for a free connection; then `503`.',
  ),
  'platform.database.embedded.data-folder': setting(
    text('a folder'),
    '',
    'Data folder of the embedded PostgreSQL. Empty: a folder of this project.',
  ),
  'platform.database.embedded.tcp-port': setting(
    integer(0, 65_535),
    0,
    'Also listen on 127.0.0.1 at this port. 0: Unix socket only.',
  ),
  'platform.database.lock-timeout-ms': setting(
    milliseconds,
    5_000,
    'Maximum time a write waits for a lock; then `503`.',
  ),
  'platform.database.max-waiting': setting(
    count,
    500,
    'Maximum number of requests that wait for a free connection. Further ones are refused with `503` at once.',
  ),
  'platform.database.mode': setting(
    oneOf('auto', 'url', 'embedded'),
    'auto',
    '`url` requires `DATABASE_URL`; `embedded` runs its own PostgreSQL; `auto` is `url` if `DATABASE_URL` is set or in production, otherwise `embedded`.',
  ),
  'platform.database.pool-size': setting(
    integer(1, 1_000),
    10,
    'Maximum number of connections of one process, apart from those of streams and one for the readiness check.',
  ),
  'platform.database.prepared-statements': setting(
    flag,
    true,
    'Prepare the statements that read records by id or write them. Turn it off behind a pooler in transaction mode that does not keep prepared statements (PgBouncer before 1.21, or with `max_prepared_statements` 0).',
  ),
  'platform.database.schema': setting(
    schemaName,
    'corollary',
    'Database schema of the platform tables.',
  ),
  'platform.database.stall-timeout-ms': setting(
    integer(1, 86_400_000),
    30_000,
    'Maximum time a client takes for 64 KiB of a streamed response (export, `/all`); then it is disconnected.',
  ),
  'platform.database.start-timeout-ms': setting(
    milliseconds,
    60_000,
    'How long a start waits for a database that cannot be reached yet. A wrong password or an unknown database ends it at once. 0: it does not wait.',
  ),
  'platform.database.statement-timeout-ms': setting(
    milliseconds,
    15_000,
    'Maximum duration of a statement; a longer one is cancelled, with `504`. 0: no limit.',
  ),
  'platform.database.stream-pool-size': setting(
    integer(1, 1_000),
    4,
    'Maximum number of streamed responses (exports, `/all`) at the same time in one process. Each holds a connection beside `platform.database.pool-size`; further ones wait `platform.database.acquire-timeout-ms`, then `503`.',
  ),
  'platform.database.stream-statement-timeout-ms': setting(
    milliseconds,
    60_000,
    'Maximum duration of a statement of a streamed response (export, `/all`), up to its first rows and between them; a longer one is cancelled. 0: no limit.',
  ),
  'platform.database.transaction-timeout-ms': setting(
    milliseconds,
    30_000,
    'Maximum duration of a transaction that writes; a longer one is rolled back, with `504`: its signal is aborted, then its connection is closed. 0: no limit.',
  ),
  'platform.dataset-version.fold-ms': setting(
    integer(100, 86_400_000),
    1_000,
    'Longest interval at which the changes behind dataset versions are summed up; it is shorter while many come. Longer intervals make reads slower.',
  ),
  'platform.dataset-version.mode': setting(
    oneOf('triggers', 'off'),
    'triggers',
    '`triggers`: triggers on the tables record every change. `off`: no triggers; responses carry no dataset version, and collections no entity tag.',
  ),
  'platform.export.max-rows': setting(count, 100_000, 'Maximum number of rows of an export.'),
  'platform.files.check-interval-ms': setting(
    milliseconds,
    10_000,
    'How often files with certificates and keys are checked for changes. 0: they are read at start only.',
  ),
  'platform.filter.in.empty-list': setting(
    oneOf('ignore', 'nothing'),
    'ignore',
    'Meaning of an empty list for IN: `ignore` omits the criterion, `nothing` matches no record.',
  ),
  'platform.filter.in.max': setting(count, 1_000, 'Maximum number of items in a list of a filter.'),
  'platform.filter.range.allow-scalar-payload': setting(
    flag,
    false,
    'Accept a single value for a range, as its lower bound.',
  ),
  'platform.filter.range.log-legacy-scalar-payload': setting(
    flag,
    true,
    'Log such uses, at most once a minute for each field.',
  ),
  'platform.filter.text.max-length': setting(
    count,
    1_000,
    'Maximum number of characters in a text of a filter.',
  ),
  'platform.filter.zone-id': setting(timeZone, 'UTC', 'Time zone of days and local times.'),
  'platform.hateoas.enabled': setting(flag, true, 'Whether responses carry `_links`.'),
  'platform.http.compression.enabled': setting(
    flag,
    true,
    'Whether responses are compressed (`br`, `gzip`) for clients that accept it. Turn it off where a proxy does it.',
  ),
  'platform.http.compression.min-bytes': setting(
    integer(0, 1_073_741_824),
    2_048,
    'Minimum size of a response body that is compressed for one request.',
  ),
  'platform.http.context-path': setting(contextPath, '', 'Prefix of every path, such as `/hr`.'),
  'platform.http.cors.origins': setting(origins, [], 'Origins whose pages may call the service.'),
  'platform.http.headers-timeout-ms': setting(
    timeLimit,
    15_000,
    'Maximum time for the headers of a request to arrive; then `408`. Limited by `platform.http.request-timeout-ms`.',
  ),
  'platform.http.host': setting(
    text('a host name or address', (value) => value !== ''),
    '127.0.0.1',
    'Address to listen on.',
  ),
  'platform.http.hsts-max-age-seconds': setting(
    integer(0, 63_072_000),
    0,
    'Seconds for which browsers use this host by https only (`Strict-Transport-Security`). 0: the header is not sent.',
  ),
  'platform.http.keep-alive-timeout-ms': setting(
    timeLimit,
    72_000,
    'How long an idle connection is kept open.',
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
  'platform.http.max-header-bytes': setting(
    integer(1_024, 1_048_576),
    16_384,
    'Maximum size of the request line and the headers of a request together; then `431`.',
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
  'platform.http.max-url-bytes': setting(
    integer(256, 1_048_576),
    8_192,
    'Maximum size of the target of a request, its path and query; then `414`.',
  ),
  'platform.http.port': setting(integer(0, 65_535), 8_080, 'Port to listen on. 0: any free one.'),
  'platform.http.request-timeout-ms': setting(
    timeLimit,
    60_000,
    'Maximum time for a request to arrive, including its body; then `408`.',
  ),
  'platform.http.server-timing': setting(
    flag,
    false,
    'Whether responses have a `Server-Timing` header: the time for queries (`db`), for waiting for a connection (`queue`), and the rest (`app`).',
  ),
  'platform.http.shutdown-drain-ms': setting(
    millisecondsOrAuto,
    'auto',
    'How long the service keeps serving after `/health/ready` has turned to `503` at shutdown, so that load balancers notice. `auto`: 5000 when `NODE_ENV` is `production`, else 100.',
  ),
  'platform.http.shutdown-timeout-ms': setting(
    milliseconds,
    10_000,
    'How long a shutdown waits for running requests.',
  ),
  'platform.http.stream-timeout-ms': setting(
    milliseconds,
    300_000,
    'Maximum duration of a streamed response (export, `/all`); then the client is disconnected. 0: no limit.',
  ),
  'platform.http.tls.cert-file': setting(
    text('a file'),
    '',
    'Certificate of the service in PEM, followed by its intermediate certificates. With it, and `platform.http.tls.key-file`, the service speaks https.',
  ),
  'platform.http.tls.key-file': setting(
    text('a file'),
    '',
    'Private key of the certificate, in PEM.',
  ),
  'platform.http.trusted-proxies': setting(
    integer(0, 10),
    0,
    'Number of proxies in front of the service. The address of a client is the one that the first of them added to `X-Forwarded-For`; 0: the one of the connection.',
  ),
  'platform.http.unread-body-timeout-ms': setting(
    timeLimit,
    2_000,
    'How long a request body may keep arriving after the response; then the connection is closed.',
  ),
  'platform.http.workers': setting(
    integer(1, 1_000),
    1,
    'Number of processes of `corollary start` that share the port. Limits, pools and caches are those of each process.',
  ),
  'platform.idempotency.max-answer-bytes': setting(
    integer(0, 1_073_741_824),
    1_048_576,
    'Maximum size of a response body that is stored for repeated requests. If the response was larger, a repeated request gets `409`; it does not run again.',
  ),
  'platform.idempotency.wait-ms': setting(
    integer(1, 86_400_000),
    2_000,
    'How long a request waits for a running request with the same idempotency key.',
  ),
  'platform.input.dates.allow-date-time-payload': setting(
    flag,
    false,
    'Accept a date-time with an offset for a date, as the local midnight of a browser: up to 10:30 UTC the same date, later the next.',
  ),
  'platform.input.dates.log-legacy-date-time-payload': setting(
    flag,
    true,
    'Log such uses, at most once a minute for each field.',
  ),
  'platform.log.level': setting(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Minimum level that is logged. Values of records and filters are never logged at `info` and above.',
  ),
  'platform.log.requests': setting(
    flag,
    true,
    'Log a line for each request at `info`: method, route, caller, status, duration, size and trace id.',
  ),
  'platform.log.slow-query-ms': setting(
    milliseconds,
    1_000,
    'Log the SQL of queries that take at least this long at `warn`, with duration, rows, route and trace id. Values are not logged. 0: none is logged.',
  ),
  'platform.log.sql': setting(
    flag,
    false,
    'Log the SQL and duration of each query at `info`, for development. Values are not logged.',
  ),
  'platform.pagination.max-offset': setting(
    integer(0, 1_000_000_000_000),
    100_000,
    'Maximum number of rows that a page may skip.',
  ),
  'platform.pagination.total-cache.max-bytes': setting(
    integer(0, 1_073_741_824),
    4_194_304,
    'Memory for cached totals, which are counted again only after a change. 0: every page counts.',
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
  ...rateLimitSettings,
  'platform.stats.default-mode': setting(
    oneOf('AUTO', 'DISABLED'),
    'AUTO',
    'Whether statistics are on for a resource that does not declare it.',
  ),
  'platform.stats.enabled': setting(flag, true, 'Whether statistics are available.'),
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
    'Label of the bucket for records without a value.',
  ),
  ...webhookSettings,
  'platform.workbench.enabled': setting(
    flag,
    true,
    'Whether the service has the page `/workbench`, and `/` leads to it.',
  ),
} as const satisfies Record<string, Setting<never> | Setting>

export type SettingName = keyof typeof settingTable

export type Settings = {
  readonly [K in SettingName]: (typeof settingTable)[K] extends Setting<infer T> ? T : never
}
