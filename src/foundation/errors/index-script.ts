/** Prints proposed indexes as a script of SQL, by table, the largest tables first. */

export interface ProposedIndex {
  /** Name of the table, with its schema. */
  readonly table: string
  /** Number of pages that the rows of the table occupy. */
  readonly pages: number
  /** `CREATE INDEX …`, without a semicolon. */
  readonly statement: string
  /** Statements that must run once in the database before the index is created. */
  readonly setup: readonly string[] | undefined
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

const lineOf = ({ statement, path }: ProposedIndex): string => `${statement}; -- ${path}`

/**
 * Indexes with a setup serve searches. They are large and cost most to keep up to date, so they
 * come last.
 */
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
