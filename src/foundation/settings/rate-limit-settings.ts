/** Settings of rate limits: what requests cost, and how much a caller may spend. */
import {
  count,
  flag,
  integer,
  list,
  milliseconds,
  oneOf,
  setting,
  shareOrAuto,
  text,
} from './setting-forms.js'

/** Units that a request costs, by its class. `model/operation-costs.ts` assigns operations. */
export const defaultCosts = {
  read: 1,
  document: 1,
  route: 1,
  write: 2,
  action: 2,
  /** Cost of each further record of a batch. */
  item: 1,
  statistics: 5,
  all: 20,
  export: 20,
  'failed-authentication': 10,
} as const

export type CostClass = keyof typeof defaultCosts
export type Costs = Readonly<Record<CostClass, number>>

const costClasses = Object.keys(defaultCosts) as CostClass[]
const costPattern = new RegExp(`^(${costClasses.join('|')})=\\d{1,6}$`)
const costs = list(
  `a list of costs such as export=50, of ${costClasses.join(', ')}`,
  text('a cost', (value) => costPattern.test(value)),
)

/** Returns the costs with the changes that the setting declares. */
export const costsOf = (changes: readonly string[]): Costs => {
  const changed = changes.map((change) => {
    const [name, units] = change.split('=')
    return [name, Number(units)]
  })
  return { ...defaultCosts, ...Object.fromEntries(changed) }
}

export const rateLimitSettings = {
  'platform.rate-limit.burst': setting(
    integer(0, 1_000_000_000),
    0,
    'Units that a caller may spend at once. 0: as many as `platform.rate-limit.quota`.',
  ),
  'platform.rate-limit.costs': setting(
    costs,
    [],
    `Units that requests cost, where they differ from the defaults: ${Object.entries(defaultCosts)
      .map(([name, units]) => `${name}=${units}`)
      .join(', ')}. \`item\` is each further record of a batch. 0: free.`,
  ),
  'platform.rate-limit.fails-open': setting(
    flag,
    true,
    'What mode `database` does while the database cannot be reached. `true`: each process counts in its own memory. `false`: requests are refused with `503`.',
  ),
  'platform.rate-limit.max-concurrent-statements': setting(
    shareOrAuto,
    'auto',
    'Maximum number of database connections that one caller holds at once in one process, counted separately for exports with `/all` and for all other requests; further statements wait. All anonymous callers together are one caller. `auto`: three quarters of each pool, and no limit in mode `none`. 0: no limit.',
  ),
  'platform.rate-limit.max-wait-ms': setting(
    milliseconds,
    5_000,
    'How long a statement waits for earlier ones of the same caller; then `429`.',
  ),
  'platform.rate-limit.mode': setting(
    oneOf('off', 'memory', 'database'),
    'off',
    'Where the spending of callers is counted: `memory`, in each process for itself; `database`, in a platform table that all processes share.',
  ),
  'platform.rate-limit.quota': setting(
    count,
    3_000,
    'Units that a caller, or the address of an anonymous one, may spend in each `platform.rate-limit.window-seconds`; then `429`.',
  ),
  'platform.rate-limit.window-seconds': setting(
    integer(1, 86_400),
    60,
    'Time in which the quota becomes available again.',
  ),
}
