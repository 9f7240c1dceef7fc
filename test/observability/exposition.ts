/** Reads the text format of Prometheus. */

export interface Exposed {
  readonly type: string
  readonly help: string
  /** Values by labels as they are printed, without those of buckets. */
  readonly values: ReadonlyMap<string, number>
  readonly labels: readonly string[]
}

/** Metrics by name. A histogram has its `_bucket`, `_sum` and `_count` under its own name. */
export const readExposition = (text: string): ReadonlyMap<string, Exposed> => {
  const metrics = new Map<string, Exposed>()
  for (const block of text.trim().split('\n\n')) {
    const [help, type, ...samples] = block.split('\n')
    const [, name, meaning] = /^# HELP (\S+) (.*)$/.exec(help!)!
    const values = samples.map((line) => {
      const [, sample, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!
      return [`${sample!.slice(name!.length)}{${labels}}`, Number(value)] as const
    })
    const names = samples.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, n]) => n!))
    metrics.set(name!, {
      type: type!.split(' ').at(-1)!,
      help: meaning!,
      values: new Map(values),
      labels: [...new Set(names)].filter((label) => label !== 'le').sort(),
    })
  }
  return metrics
}
