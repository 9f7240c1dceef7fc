/**
 * One round trip to PostgreSQL: statements that are sent together and end in one Sync. If one of
 * them fails, the server skips the others, so a statement may rely on those before it. Without a
 * BEGIN among them they are one transaction, which the Sync commits.
 *
 * A prepared statement is described once for each connection, not at each execution: its columns
 * cannot change without an error. Behind a pooler they can: it prepares the statement anew on
 * another connection of the server.
 */
import pg from 'pg'
import type { Row, SqlText } from '../../foundation/execution/statement.js'
import { withoutPadding } from '../../foundation/text/padding.js'
import { translateExpressionError, translateWriteError } from '../errors/errors.js'
import { prepareValue, type Wire } from './pg-members.js'

/** Positions of `char(n)`: the padding of such a value is not a part of it. */
type PaddedColumns = readonly number[]

const notPadded: PaddedColumns = []
/** The padded columns of prepared statements, by name. They end with their connection. */
const described = new WeakMap<Wire, Map<string, PaddedColumns>>()

const describedOn = (wire: Wire): Map<string, PaddedColumns> => {
  const existingColumns = described.get(wire)
  if (existingColumns) return existingColumns
  const added = new Map<string, PaddedColumns>()
  described.set(wire, added)
  return added
}

/** What a round trip leads to. */
export interface RoundTripOutcome {
  /** Called with the rows of each statement. */
  readonly resolve: (results: readonly (readonly Row[])[]) => void
  /** Called with the error of the first statement that failed; see `SqlText.onError`. */
  readonly reject: (error: unknown) => void
  /** A statement has succeeded, and another one runs. */
  readonly renewLimit: () => void
}

/** Learns how a round trip proceeds. */
export interface RoundTripObserver {
  /** A statement has succeeded. */
  readonly add: (statement: SqlText, rows: number) => void
  /** Called at the end; if a statement failed, first with it and its error, as reported. */
  readonly end: (failed?: SqlText, error?: unknown) => void
}

/**
 * What a client of `pg` runs (its "submittable" protocol, which `pg-cursor` uses too). Rows are the
 * texts that the server printed.
 */
export class RoundTrip {
  readonly statements: readonly SqlText[]
  readonly #observer: RoundTripObserver
  readonly #outcome: RoundTripOutcome
  readonly #isPooled: boolean
  readonly #results: Row[][] = []
  #described: Map<string, PaddedColumns> | undefined
  #rows: Row[] = []
  #padded: PaddedColumns | undefined

  /** @param isPooled the sessions of the server are not those of the connection */
  constructor(
    statements: readonly SqlText[],
    observer: RoundTripObserver,
    outcome: RoundTripOutcome,
    isPooled: boolean,
  ) {
    this.statements = statements
    this.#observer = observer
    this.#outcome = outcome
    this.#isPooled = isPooled
  }

  get #current(): SqlText {
    return this.statements[this.#results.length]!
  }

  /** When a statement is parsed, `pg` remembers its name and text for the connection. */
  get name(): string | undefined {
    return this.statements[this.#results.length]?.name
  }

  get text(): string {
    return this.#current.text
  }

  /** Sends the messages. Returns the error of a value that cannot be sent; nothing is sent then. */
  submit(wire: Wire): unknown {
    if (!this.#isPooled) this.#described = describedOn(wire)
    const bound: (readonly unknown[])[] = []
    try {
      for (const { values } of this.statements) bound.push(values.map(prepareValue))
    } catch (error) {
      return error
    }
    // One write to the socket.
    wire.stream.cork()
    try {
      this.#send(wire, bound)
    } finally {
      wire.stream.uncork()
    }
    return undefined
  }

  #send(wire: Wire, bound: readonly (readonly unknown[])[]): void {
    const { parsedStatements } = wire
    const sent = new Set<string>()
    for (const [index, { name = '', text }] of this.statements.entries()) {
      const isParsed = name !== '' && (parsedStatements[name] !== undefined || sent.has(name))
      if (!isParsed) wire.parse({ name, text, types: [] })
      sent.add(name)
      wire.bind({ statement: name, values: bound[index]! })
      if (name === '' || !this.#described?.has(name)) wire.describe({ type: 'P' })
      wire.execute({})
    }
    wire.sync()
    if (!this.#isPooled) return
    // A pooler knows the names from now on, even if the server skips the messages after an error,
    // and PgBouncer closes the connection of a client that sends one again.
    for (const { name, text } of this.statements) {
      if (name !== undefined) parsedStatements[name] = text
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#padded = fields.flatMap(({ dataTypeID }, index) =>
      dataTypeID === pg.types.builtins.BPCHAR ? [index] : [],
    )
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#padded ??= this.#described?.get(this.name ?? '') ?? notPadded
    for (const index of this.#padded) {
      const text = fields[index]
      if (text != null) fields[index] = withoutPadding(text)
    }
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const statement = this.#current
    const { name } = statement
    if (name !== undefined && this.#described && !this.#described.has(name)) {
      this.#described.set(name, this.#padded ?? notPadded)
    }
    this.#padded = undefined
    this.#observer.add(statement, this.#rows.length)
    this.#results.push(this.#rows)
    this.#rows = []
    if (this.#results.length < this.statements.length) this.#outcome.renewLimit()
    const failure = statement.onComplete?.(text)
    if (failure) this.#outcome.reject(failure)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#observer.end()
    this.#outcome.resolve(this.#results)
  }

  /** Also called when the connection breaks. */
  handleError(error: unknown): void {
    // Undefined if COMMIT, by the Sync, has failed.
    const statement: SqlText | undefined = this.#current
    this.#observer.end(statement, error)
    if (statement?.mayFail) this.#outcome.resolve(this.#results)
    else this.#outcome.reject(statement?.onError?.(error) ?? this.#translated(error, statement))
  }

  /** Other errors are translated by the guard. */
  #translated(error: unknown, statement: SqlText | undefined): unknown {
    const failed = statement ? [statement] : this.statements
    const computed = failed.flatMap(({ computes = [] }) => computes)
    const expressionError = translateExpressionError(error, computed)
    if (expressionError) return expressionError
    return failed.some(({ isWrite }) => isWrite) ? translateWriteError(error) : error
  }

  /** A COPY waits for data, or sends some, which no round trip could take. */
  handleCopyInResponse(): void {
    throw new Error('COPY from or to the client is not possible; use INSERT or SELECT.')
  }

  handleCopyData(): void {
    this.handleCopyInResponse()
  }
}
