/**
 * One round trip to PostgreSQL: statements that are sent together and end in one Sync. If one of
 * them fails, the server skips the others, so a statement may rely on those before it. Without a
 * BEGIN among them they are one transaction, which the Sync commits.
 *
 * Rows are the texts that the server printed: no parser, no object for each row or column. A
 * prepared statement is described once for each connection, not at each execution: its columns
 * cannot change without an error. Behind a pooler they can: it prepares the statement anew on
 * another connection of the server.
 */
import pg from 'pg'
import { withoutPadding } from '../foundation/padding.js'
import type { Row, SqlText } from '../foundation/statement.js'

/** The members of a `pg` connection that its types omit. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  /** Statements that were parsed on this connection, by name; `pg` adds to it. */
  readonly parsedStatements: Record<string, string | undefined>
  parse(message: { name: string | undefined; text: string }): void
  bind(message: { statement: string | undefined; values: readonly unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(): void
  sync(): void
  sendCopyFail(message: string): void
}

/** Texts, lists and numbers in the form in which the protocol sends them. The types omit it. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils

interface RowDescription {
  readonly fields: readonly { readonly dataTypeID: number }[]
}

/** Positions of `char(n)`: the padding of such a value is not a part of it. */
type PaddedColumns = readonly number[]

const notPadded: PaddedColumns = []
const described = new WeakMap<Wire, Map<string, PaddedColumns>>()

const describedOn = (wire: Wire): Map<string, PaddedColumns> => {
  const known = described.get(wire)
  if (known) return known
  const added = new Map<string, PaddedColumns>()
  described.set(wire, added)
  return added
}

/** Learns how a round trip proceeds. */
export interface RoundTripObserver {
  /** A statement has succeeded. */
  readonly add: (statement: SqlText, rows: number) => void
  /** Called at the end; if a statement failed, first with it and its error, as reported. */
  readonly end: (failed?: SqlText, error?: unknown) => void
}

/**
 * What a client of `pg` runs (its "submittable" protocol, which `pg-cursor` uses too): it calls the
 * methods as the messages of the server arrive.
 */
export class RoundTrip {
  readonly statements: readonly SqlText[]
  readonly #values: readonly (readonly unknown[])[]
  readonly #observer: RoundTripObserver
  readonly #resolve: (results: readonly (readonly Row[])[]) => void
  readonly #reject: (error: unknown) => void
  readonly #isPooled: boolean
  readonly #results: Row[][] = []
  #described: Map<string, PaddedColumns> = new Map()
  #rows: Row[] = []
  #padded: PaddedColumns | undefined

  /**
   * @param resolve gets the rows of each statement
   * @param reject gets the error of the first one that fails; see `SqlText.onError`
   * @param isPooled the sessions of the server are not those of the connection
   */
  constructor(
    statements: readonly SqlText[],
    observer: RoundTripObserver,
    resolve: (results: readonly (readonly Row[])[]) => void,
    reject: (error: unknown) => void,
    isPooled = false,
  ) {
    this.#isPooled = isPooled
    this.statements = statements
    // A value that cannot be sent must fail before the first message is.
    this.#values = statements.map(({ values }) => values.map(prepareValue))
    this.#observer = observer
    this.#resolve = resolve
    this.#reject = reject
  }

  get #current(): SqlText {
    return this.statements[this.#results.length]!
  }

  /** `pg` notes the name and text of the current statement when the server has parsed it. */
  get name(): string | undefined {
    return this.#current?.name
  }

  get text(): string {
    return this.#current.text
  }

  submit(wire: Wire): void {
    if (!this.#isPooled) this.#described = describedOn(wire)
    const parsed = new Set<string>()
    wire.stream.cork()
    this.statements.forEach(({ name, text }, index) => {
      const isParsed =
        name !== undefined && (parsed.has(name) || wire.parsedStatements[name] !== undefined)
      if (!isParsed) wire.parse({ name, text })
      if (name !== undefined) {
        parsed.add(name)
        // A pooler knows the name from now on, even if the server skips the message after an error,
        // and PgBouncer closes the connection of a client that sends it again.
        if (this.#isPooled) wire.parsedStatements[name] = text
      }
      wire.bind({ statement: name, values: this.#values[index]! })
      if (name === undefined || !this.#described.has(name)) wire.describe({ type: 'P' })
      wire.execute()
    })
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: RowDescription): void {
    const padded = fields.flatMap(({ dataTypeID }, index) =>
      dataTypeID === pg.types.builtins.BPCHAR ? [index] : [],
    )
    this.#padded = padded.length > 0 ? padded : notPadded
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    const { name } = this.#current
    this.#padded ??= (name === undefined ? undefined : this.#described.get(name)) ?? notPadded
    for (const index of this.#padded) {
      const text = fields[index]
      if (text != null) fields[index] = withoutPadding(text)
    }
    this.#rows.push(fields)
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const statement = this.#current
    const { name } = statement
    if (name !== undefined && !this.#described.has(name)) {
      this.#described.set(name, this.#padded ?? notPadded)
    }
    this.#padded = undefined
    this.#observer.add(statement, this.#rows.length)
    this.#results.push(this.#rows)
    this.#rows = []
    const failure = statement.onComplete?.(tag)
    if (failure) this.#reject(failure)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#observer.end()
    this.#resolve(this.#results)
  }

  /** Also called when the connection breaks. */
  handleError(error: unknown): void {
    // Undefined if COMMIT, by the Sync, has failed.
    const statement: SqlText | undefined = this.#current
    this.#observer.end(statement, error)
    if (statement?.mayFail) this.#resolve(this.#results)
    else this.#reject(statement?.onError?.(error) ?? error)
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('Statements of the service copy nothing.')
  }

  handleCopyData(): void {}
}
