/** Settings of files: where their bytes are kept, and their limits. */
import { integer, oneOf, setting, text } from './setting-forms.js'

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
  'platform.files.store': setting(
    oneOf('database', 'directory'),
    'database',
    'Where the bytes of files are kept: in the platform tables, or in a folder.',
  ),
} as const
