/** Settings of what requests may contain, and how much they may read. */
import { count, flag, integer, milliseconds, oneOf, setting, timeZone } from './setting-forms.js'

export const requestSettings = {
  'platform.batch.max-failed-attempts': setting(
    integer(1, 1_000_000),
    500,
    'Maximum number of failed attempts to write parts of a batch with `PER_ITEM`; after that, items that were not tried yet fail. A unique value that is taken and a missing reference are found without an attempt.',
  ),
  'platform.batch.max-items': setting(
    integer(1, 100_000),
    1_000,
    'Maximum number of records that one batch creates and updates.',
  ),
  'platform.export.max-rows': setting(count, 100_000, 'Maximum number of rows of an export.'),
  'platform.filter.expressions.max-criteria': setting(
    integer(1, 10_000),
    50,
    'Maximum number of criteria within `$or`, `$and` and `$not` of a filter, on all levels together.',
  ),
  'platform.filter.expressions.max-depth': setting(
    integer(1, 100),
    4,
    'Levels on which `$or`, `$and` and `$not` of a filter may be nested.',
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
    'Log single values that are accepted for ranges, at most once a minute for each field.',
  ),
  'platform.filter.text.max-length': setting(
    count,
    1_000,
    'Maximum number of characters in a text of a filter.',
  ),
  'platform.filter.zone-id': setting(timeZone, 'UTC', 'Time zone of days and local times.'),
  'platform.hateoas.enabled': setting(flag, true, 'Whether responses carry `_links`.'),
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
  'platform.import.max-bytes': setting(
    integer(1, 1_073_741_824),
    52_428_800,
    'Maximum size of a file that is imported. An XLSX file may take ten times as much unpacked.',
  ),
  'platform.import.max-rows': setting(
    integer(1, 1_000_000),
    100_000,
    'Maximum number of rows of a file that is imported.',
  ),
  'platform.import.timeout-ms': setting(
    milliseconds,
    600_000,
    'Maximum duration of the transaction of an import; a longer one is rolled back, with `504`. 0: no limit.',
  ),
  'platform.input.dates.allow-date-time-payload': setting(
    flag,
    false,
    'Accept a date-time with an offset for a date, as the local midnight of a browser: up to 10:30 UTC the same date, later the next.',
  ),
  'platform.input.dates.log-legacy-date-time-payload': setting(
    flag,
    true,
    'Log date-times that are accepted for dates, at most once a minute for each field.',
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
  'platform.queries.max': setting(
    integer(1, 1_000),
    20,
    'Maximum number of queries in one `POST /queries`.',
  ),
  'platform.query.all.max': setting(count, 100_000, 'Maximum number of rows of `/all`.'),
  'platform.query.by-ids.max': setting(
    integer(1, 100_000),
    200,
    'Maximum number of ids in one request.',
  ),
  'platform.write.owned.max-depth': setting(
    integer(1, 10),
    2,
    'Levels of lists of owned records that one body may have: the lines of an order are one.',
  ),
  'platform.write.owned.max-items': setting(
    integer(1, 100_000),
    1_000,
    'Maximum number of owned records that one record is written with, on all levels together.',
  ),
} as const
