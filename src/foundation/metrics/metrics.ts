/**
 * Declares metrics. A room of the service declares those of what it counts; a value is read when
 * metrics are requested. Labels name routes, codes and caches, never ids or callers: each set of
 * labels is kept for good.
 */
import type { Distribution } from './distribution.js'

export type Labels = Readonly<Record<string, string | number>>
export type Sample<Value> = readonly [labels: Labels, value: Value]
type Values<Value> = Iterable<Sample<Value>>

interface Named {
  /** Name with its unit, and with `_total` for a counter, as Prometheus recommends. */
  readonly name: string
  readonly help: string
}

/** What the workers of one service report together: the sum, or the largest value. */
type Aggregator = 'sum' | 'max'

export type Metric = Named & { readonly aggregator: Aggregator } & (
    | { readonly type: 'gauge' | 'counter'; readonly read: () => Values<number> }
    | { readonly type: 'histogram'; readonly read: () => Values<Distribution> }
  )

const samplesOf = <Value extends object | number>(
  read: () => Value | Values<Value>,
): (() => Values<Value>) => {
  const isMany = (found: Value | Values<Value>): found is Values<Value> =>
    typeof found === 'object' && Symbol.iterator in found
  return () => {
    const found = read()
    return isMany(found) ? found : [[{}, found]]
  }
}

/** A value that goes up and down. */
export const gauge = (
  name: string,
  help: string,
  read: () => number | Values<number>,
  aggregator: Aggregator = 'sum',
): Metric => ({ name, help, type: 'gauge', aggregator, read: samplesOf(read) })

/** A value that only grows. */
export const counter = (
  name: string,
  help: string,
  read: () => number | Values<number>,
): Metric => ({ name, help, type: 'counter', aggregator: 'sum', read: samplesOf(read) })

export const histogram = (
  name: string,
  help: string,
  read: () => Distribution | Values<Distribution>,
): Metric => ({ name, help, type: 'histogram', aggregator: 'sum', read: samplesOf(read) })

/** The values of a record or map, labelled with their keys. */
export function* labelled<Value>(
  label: string,
  values: Iterable<readonly [string, Value]>,
): Values<Value> {
  for (const [key, value] of values) yield [{ [label]: key }, value]
}
