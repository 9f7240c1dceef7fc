/** Settings of files: where their bytes are kept, and their limits. */
import { flag, httpOrigin, integer, oneOf, setting, text, timeLimit } from './setting-forms.js'

export const fileSettings = {
  'platform.files.directory': setting(
    text('a folder'),
    '',
    'Folder of the store `directory`. All nodes must share it.',
  ),
  'platform.files.keep-unused-hours': setting(
    integer(1, 8_760),
    24,
    'How long the bytes of a file are kept after no record has it any more: a download may be in progress. It must exceed the longest upload.',
  ),
  'platform.files.max-bytes': setting(
    integer(1, 1_099_511_627_776),
    4_294_967_296,
    'Maximum size of a file, also where a contract allows more.',
  ),
  'platform.files.s3.bucket': setting(
    text(
      'the name of a bucket',
      (value) => value === '' || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    ),
    '',
    'Bucket of the store `s3`. The variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and, for temporary keys, `AWS_SESSION_TOKEN` contain the key.',
  ),
  'platform.files.s3.endpoint': setting(
    httpOrigin,
    '',
    'Address of a service that speaks the protocol of S3. Empty: Amazon S3 in the region.',
  ),
  'platform.files.s3.path-style': setting(
    flag,
    false,
    'Whether the bucket is in the path of addresses and not in their host. Services other than Amazon S3 often require it.',
  ),
  'platform.files.s3.prefix': setting(
    text('folders that end with a slash, such as sales/files/, or nothing', (value) =>
      /^([\w-][\w.-]*\/)*$/.test(value),
    ),
    '',
    'Beginning of the names of objects in the bucket.',
  ),
  'platform.files.s3.region': setting(
    text('a region such as eu-central-1', (value) => /^[a-z0-9-]+$/.test(value)),
    'us-east-1',
    'Region of the bucket.',
  ),
  'platform.files.scan-timeout-ms': setting(
    timeLimit,
    30_000,
    'Maximum duration of the check of a file by the application (`files.scan`); then `503`, and nothing is stored.',
  ),
  'platform.files.store': setting(
    oneOf('database', 'directory', 's3'),
    'database',
    'Where the bytes of files are kept: in the platform tables, in a folder, or in a bucket of S3.',
  ),
} as const
