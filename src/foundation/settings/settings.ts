/**
 * The table of settings: name, form, default, description. `docs/reference/configuration.md`
 * repeats it, and a test compares the two. `server/compose/read-settings.ts` reads settings from a
 * file and the environment.
 */
import { authenticationSettings } from './authentication-settings.js'
import { changeSettings } from './change-settings.js'
import { databaseSettings } from './database-settings.js'
import { fileSettings } from './file-settings.js'
import { httpSettings } from './http-settings.js'
import { mcpSettings } from './mcp-settings.js'
import { rateLimitSettings } from './rate-limit-settings.js'
import { requestSettings } from './request-settings.js'
import {
  flag,
  integer,
  milliseconds,
  oneOf,
  type Setting,
  secret,
  setting,
  text,
} from './setting-forms.js'
import { webhookSettings } from './webhook-settings.js'
import { workbenchSettings } from './workbench-settings.js'

const bySubject = {
  ...authenticationSettings,
  ...changeSettings,
  ...databaseSettings,
  ...fileSettings,
  ...httpSettings,
  ...mcpSettings,
  ...rateLimitSettings,
  ...requestSettings,
  ...webhookSettings,
  ...workbenchSettings,
  'platform.cache.max-bytes': setting(
    integer(0, 1_073_741_824),
    8_388_608,
    'Estimated memory for results of options and statistics, which are read again only after a change. 0: none is cached.',
  ),
  'platform.cursor.secret': setting(
    secret,
    '',
    'Key that signs cursors, the same on every node. Empty: generated once and stored in the platform tables.',
  ),
  'platform.files.check-interval-ms': setting(
    milliseconds,
    10_000,
    'How often files with certificates and keys are checked for changes. 0: they are read at start only.',
  ),
  'platform.log.client-address': setting(
    flag,
    false,
    'Whether log lines of requests contain the address of the client (`client`), which is personal data. Behind proxies, set `platform.http.trusted-proxies`.',
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
    'Log the SQL of queries that take at least this long at `warn`, with duration, rows, route and trace id. Values are not logged. 0: no queries are logged.',
  ),
  'platform.log.sql': setting(
    flag,
    false,
    'Log the SQL and duration of each query at `info`, for development. Values are not logged.',
  ),
  'platform.stats.default-mode': setting(
    oneOf('AUTO', 'DISABLED'),
    'AUTO',
    'Whether statistics are on for a resource that does not declare it.',
  ),
  'platform.stats.enabled': setting(flag, true, 'Whether statistics are available.'),
  'platform.stats.materialized.max-results': setting(
    integer(0, 1_000_000),
    1_000,
    'Maximum number of stored results of statistics whose contract declares `materialized`. Beyond it, the least recently used results are deleted, first those of the tenants with the most results. 0: no results are stored, and all statistics are current.',
  ),
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
} as const satisfies Record<string, Setting<never> | Setting>

/** Sorted by name, because problems and the document list settings in this order. */
export const settingTable = Object.fromEntries(
  Object.entries(bySubject).toSorted(([a], [b]) => (a < b ? -1 : 1)),
) as typeof bySubject

export type SettingName = keyof typeof settingTable

export type Settings = {
  readonly [K in SettingName]: (typeof settingTable)[K] extends Setting<infer T> ? T : never
}
