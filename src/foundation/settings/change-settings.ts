/** Settings of recorded changes and of their streams. */
import { flag, integer, setting, shareOrAuto } from './setting-forms.js'

export const changeSettings = {
  'platform.audit.enabled': setting(
    flag,
    true,
    'Whether every write is recorded in the platform tables, in its transaction. Without platform tables nothing is recorded.',
  ),
  'platform.audit.retention-days': setting(
    integer(0, 36_500),
    90,
    'How long recorded changes are kept; they are dropped week by week. 0: forever.',
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
  'platform.changes.max-streams-per-caller': setting(
    shareOrAuto,
    'auto',
    'Maximum number of streams of changes of one caller at the same time in one process. Further ones are refused with `429`. All anonymous callers together are one caller. `auto`: a tenth of `platform.changes.max-streams`, and no limit in mode `none`. 0: no limit.',
  ),
  'platform.changes.poll-ms': setting(
    integer(10, 3_600_000),
    1_000,
    'How often a process with streams of changes looks for changes of which it gets no notification: behind a pooler in transaction mode there is none.',
  ),
  'platform.changes.stall-timeout-ms': setting(
    integer(1, 86_400_000),
    30_000,
    'Maximum time for a client to read the events that wait in its stream of changes; then it is disconnected, and may resume.',
  ),
} as const
