/** Prints proposed indexes as a script of SQL, by table, the largest tables first. */

export interface ProposedIndex {
  /** With its schema. */
  readonly table: string
  /** Pages that its rows take. */
  readonly pages: number
  /** `CREATE INDEX …`, without a semicolon. */
  readonly statement: string
  /** What must be done first, once in a database. */
  readonly setup: string | undefined
  /** What it costs, and what it is expected to gain. */
  readonly remarks: readonly string[]
  /** The read that it serves, for example `employees.filter.salaryBetween`. */
  readonly path: string
}

const pageBytes = 8_192
const megabyte = 1_048_576

const sizeOf = (pages: number): string => {
  if (pages === 0) return 'empty'
  const megabytes = (pages * pageBytes) / megabyte
  return megabytes < 1 ? 'below 1 MB' : `${Math.round(megabytes)} MB`
}

const lineOf = ({ statement, path, remarks }: ProposedIndex): string =>
  `${statement}; -- ${[path, ...remarks].join('. ')}`

/** Those that need a setup serve searches: they are large, and cost most to keep up to date. */
const searchesLast = (indexes: readonly ProposedIndex[]): readonly ProposedIndex[] => [
  ...indexes.filter(({ setup }) => setup === undefined),
  ...indexes.filter(({ setup }) => setup !== undefined),
]

export const indexScript = (indexes: readonly ProposedIndex[]): readonly string[] => {
  const largestFirst = [...indexes].sort((a, b) => b.pages - a.pages)
  const tables = new Set(largestFirst.map(({ table }) => table))
  const setups = new Set(indexes.flatMap(({ setup = [] }) => setup))
  return [
    ...[...setups].map((setup) => `${setup};`),
    ...[...tables].flatMap((table) => {
      const tableIndexes = largestFirst.filter((index) => index.table === table)
      return [
        `-- ${table}, ${sizeOf(tableIndexes[0]!.pages)}`,
        ...searchesLast(tableIndexes).map(lineOf),
      ]
    }),
  ]
}
