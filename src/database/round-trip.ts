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
import { withoutPadding } from '../foundation/padding.js'
import type { Row, SqlText } from '../foundation/statement.js'
import { receiveOn } from './client.js'
import type { Fields, MessageReceiver } from './message-reader.js'
import { MessageWriter } from './message-writer.js'
import type { Wire } from './pg-members.js'

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

/** A round trip writes its messages and sends them before another one writes. */
const writer = new MessageWriter()

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
 * What a client of `pg` runs (its "submittable" protocol, which `pg-cursor` uses too). The messages
 * of every round trip arrive from the reader of the connection, all others from `pg`.
 */
export class RoundTrip implements MessageReceiver {
  readonly statements: readonly SqlText[]
  readonly #observer: RoundTripObserver
  readonly #outcome: RoundTripOutcome
  readonly #isPooled: boolean
  readonly #results: Row[][] = []
  #wire: Wire | undefined
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

  /** Sends the messages. Returns the error of a value that cannot be sent; nothing is sent then. */
  submit(wire: Wire): unknown {
    this.#wire = wire
    if (!this.#isPooled) this.#described = describedOn(wire)
    try {
      this.#write(wire)
    } catch (error) {
      writer.discard()
      return error
    }
    receiveOn(wire, this)
    // Otherwise `pg` reports the end of the connection.
    if (wire.stream.writable) writer.sendTo(wire.stream)
    else writer.discard()
    return undefined
  }

  #write({ parsedStatements }: Wire): void {
    const { statements } = this
    for (let index = 0; index < statements.length; index++) {
      const { name, text, values } = statements[index]!
      const isParsed =
        name !== undefined &&
        (parsedStatements[name] !== undefined || isNamedBefore(statements, index, name))
      if (!isParsed) writer.parse(name ?? '', text)
      writer.bind(name ?? '', values)
      if (name === undefined || !this.#described?.has(name)) writer.describe()
      writer.execute()
    }
    writer.sync()
    if (!this.#isPooled) return
    // A pooler knows the names from now on, even if the server skips the messages after an error,
    // and PgBouncer closes the connection of a client that sends one again.
    for (const { name, text } of statements) if (name !== undefined) parsedStatements[name] = text
  }

  parsed(): void {
    const { name, text } = this.#current
    if (name !== undefined) this.#wire!.parsedStatements[name] = text
  }

  described(padded: PaddedColumns): void {
    this.#padded = padded
  }

  row(fields: Fields): void {
    const { name } = this.#current
    this.#padded ??= (name === undefined ? undefined : this.#described?.get(name)) ?? notPadded
    for (const index of this.#padded) {
      const text = fields[index]
      if (text != null) fields[index] = withoutPadding(text)
    }
    this.#rows.push(fields)
  }

  completed(tag: () => string): void {
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
    const failure = statement.onComplete?.(tag())
    if (failure) this.#outcome.reject(failure)
  }

  handleEmptyQuery(): void {
    this.completed(() => '')
  }

  handleReadyForQuery(): void {
    this.#observer.end()
    this.#outcome.resolve(this.#results)
  }

  /** Also called when the connection breaks. */
  handleError(error: unknown): void {
    if (this.#wire) receiveOn(this.#wire, undefined)
    // Undefined if COMMIT, by the Sync, has failed.
    const statement: SqlText | undefined = this.#current
    this.#observer.end(statement, error)
    if (statement?.mayFail) this.#outcome.resolve(this.#results)
    else this.#outcome.reject(statement?.onError?.(error) ?? error)
  }
}

const isNamedBefore = (statements: readonly SqlText[], end: number, name: string): boolean => {
  for (let index = 0; index < end; index++) if (statements[index]!.name === name) return true
  return false
}
