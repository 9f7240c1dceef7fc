/** Settings of the database: connections, limits of time, the embedded server, dataset versions. */
import {
  count,
  databaseAddress,
  databaseAddresses,
  databaseName,
  flagOrAuto,
  integer,
  milliseconds,
  oneOf,
  schemaName,
  setting,
  text,
} from './setting-forms.js'

export const databaseSettings = {
  'platform.database.acquire-timeout-ms': setting(
    milliseconds,
    5_000,
    'Maximum time a request waits for a free connection; then `503`.',
  ),
  'platform.database.direct-url': setting(
    databaseAddress,
    '',
    'Address of the database without the pooler that `DATABASE_URL` names. It is used for what needs a session: notifications of changes, migrations and `prepare`. Empty: `DATABASE_URL`; behind a pooler the service then receives no notifications.',
  ),
  'platform.database.embedded.data-folder': setting(
    text('a folder'),
    '',
    'Data folder of the embedded PostgreSQL. Empty: a folder of this project.',
  ),
  'platform.database.embedded.database': setting(
    databaseName,
    'corollary',
    'Database on the embedded PostgreSQL; created if it is missing. Applications in one folder have separate data if they name different ones.',
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
    'Maximum number of connections of one process, apart from those of streams, one for the readiness check, and one that waits for notifications where changes are followed or sent to webhooks.',
  ),
  'platform.database.prepared-statements': setting(
    flagOrAuto,
    'auto',
    'Whether statements that read records by id or write them are prepared. `auto`: unless a pooler is between the service and PostgreSQL that does not keep prepared statements (PgBouncer before 1.21, or with `max_prepared_statements` 0).',
  ),
  'platform.database.read-consistency': setting(
    oneOf('current', 'token'),
    'current',
    'How current a read at a replica is. `current`: before each replica read, the service asks the primary for its WAL position and waits until the replica has replayed it. `token`: the read waits only for the position in the header `X-Read-Token` of the request, and the primary is not involved; see [read tokens](../guides/scaling.md#read-tokens).',
  ),
  'platform.database.read-urls': setting(
    databaseAddresses,
    [],
    'Addresses of streaming replicas, separated by commas. Requests that only read are sent there; see [several nodes](../guides/scaling.md#replicas).',
  ),
  'platform.database.replica-max-lag-ms': setting(
    integer(2_000, 3_600_000),
    5_000,
    'With `platform.database.read-consistency` `token`: reads return at least what the primary had committed this long ago. A replica further behind gets no reads.',
  ),
  'platform.database.replica-wait-ms': setting(
    milliseconds,
    50,
    'How long a read waits until a replica has replayed what it needs; then it is sent to the primary.',
  ),
  'platform.database.schema': setting(
    schemaName,
    'corollary',
    'Database schema of the platform tables.',
  ),
  'platform.database.stall-timeout-ms': setting(
    integer(1, 86_400_000),
    30_000,
    'Maximum time for a client to read 64 KiB of a streamed response (export, `/all`); then it is disconnected.',
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
    'Maximum duration of a transaction that writes; a longer one is rolled back, with `504`: its signal is aborted, then its connection is closed. After this time no query of a `POST /queries` begins. 0: no limit.',
  ),
  'platform.dataset-version.fold-ms': setting(
    integer(100, 86_400_000),
    1_000,
    'Milliseconds after a write until the service sums up the changes behind dataset versions; after thirty writes it does so at once. Changes of other programs are found every ten seconds. Longer intervals make reads slower.',
  ),
  'platform.dataset-version.mode': setting(
    oneOf('triggers', 'off'),
    'triggers',
    '`triggers`: triggers on the tables record every change. `off`: no triggers; responses carry no dataset version, and collections no entity tag.',
  ),
} as const
