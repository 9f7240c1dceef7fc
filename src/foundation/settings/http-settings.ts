/** Settings of HTTP: the server, its limits and what responses carry. */
import {
  contextPath,
  count,
  flag,
  integer,
  milliseconds,
  millisecondsOrAuto,
  origins,
  setting,
  text,
  timeLimit,
} from './setting-forms.js'

export const httpSettings = {
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
    32_768,
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
    16_384,
    'Maximum size of the target of a request, its path and query; then `414`. A cursor contains sort values, and grows with them.',
  ),
  'platform.http.port': setting(integer(0, 65_535), 8_080, 'Port to listen on. 0: any free port.'),
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
    'Number of proxies in front of the service. The address of a client is the one that the first proxy added to `X-Forwarded-For`. 0: the address of the connection.',
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
} as const
