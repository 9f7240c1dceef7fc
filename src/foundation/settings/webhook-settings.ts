/** Settings of webhooks: where changes are sent, how often, and for how long. */
import { count, flag, integer, objects, setting, text, timeLimit } from './setting-forms.js'

export const webhookSettings = {
  'platform.webhooks.allow-private-addresses': setting(
    flag,
    false,
    'Allow webhooks whose host has a private or link-local address. Loopback is allowed only where the address of a webhook names it.',
  ),
  'platform.webhooks.authority': setting(
    text('an authority', (value) => value !== ''),
    'webhooks:operate',
    'Authority that allows reading dead letters and sending them again.',
  ),
  'platform.webhooks.dead-letter-retention-days': setting(
    integer(1, 36_500),
    30,
    'How long dead letters are kept.',
  ),
  'platform.webhooks.endpoints': setting(
    objects,
    [],
    'The webhooks: `name`, `url`, `secrets`, `resources`, and optionally `operations`, `authorities`, `tenant`, `enabled`. See [webhooks](../guides/webhooks.md).',
  ),
  'platform.webhooks.max-age-hours': setting(
    integer(1, 8_760),
    72,
    'How long a delivery is attempted; then it is a dead letter.',
  ),
  'platform.webhooks.max-attempts': setting(
    count,
    100,
    'Maximum number of attempts of a delivery; then it is a dead letter.',
  ),
  'platform.webhooks.max-concurrent-deliveries': setting(
    integer(1, 1_000),
    8,
    'Maximum number of deliveries of one webhook that one process sends at the same time.',
  ),
  'platform.webhooks.poll-ms': setting(
    integer(10, 3_600_000),
    1_000,
    'How often a process looks for deliveries to repeat, and for changes of which it gets no notification: behind a pooler in transaction mode there is none.',
  ),
  'platform.webhooks.timeout-ms': setting(
    timeLimit,
    10_000,
    'Maximum duration of an attempt, from the connection to the headers of the response.',
  ),
} as const
