/**
 * A statement as `pg` runs it (its "submittable" protocol, which `pg-cursor` uses too). Rows are
 * the texts that the server printed: no parser, no object for each row or column. A prepared
 * statement is described once for each connection, not at each execution: its columns cannot change
 * without an error.
 */
import pg from 'pg'
import { withoutPadding } from '../foundation/padding.js'
import type { Row, SqlText } from '../foundation/statement.js'

/** The members of a `pg` connection that a statement uses. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  /** Texts of the prepared statements of the connection, by name. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  query(text: string): void
  parse(statement: { readonly name: string | undefined; readonly text: string }): void
  bind(portal: {
    readonly statement: string | undefined
    readonly values: readonly unknown[]
  }): void
  describe(portal: { readonly type: 'P' }): void
  execute(): void
  sync(): void
  sendCopyFail(message: string): void
}

/** Texts, lists and numbers in the form in which the protocol sends them. The types omit it. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils

/** Positions of columns of type char(n): their padding is not a part of the value. */
type Padded = readonly number[]

const paddedIn = (fields: readonly { readonly dataTypeID: number }[]): Padded =>
  fields.flatMap(({ dataTypeID }, index) =>
    dataTypeID === pg.types.builtins.BPCHAR ? [index] : [],
  )

/** The descriptions of the prepared statements of a connection, by name. */
const described = new WeakMap<Wire, Map<string, Padded>>()

export class TextQuery {
  /** Read by the driver. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
  readonly #resolve: (rows: readonly Row[]) => void
  readonly #reject: (error: Error) => void
  readonly #rows: Row[] = []
  #padded: Padded = []
  #isDescribed = false

  /** @param isPrepared whether a statement that has a name is prepared under it */
  constructor(
    { name, text, values }: SqlText,
    isPrepared: boolean,
    resolve: (rows: readonly Row[]) => void,
    reject: (error: Error) => void,
  ) {
    this.name = isPrepared ? name : undefined
    this.text = text
    this.values = values.map(prepareValue)
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Wire): void {
    // Without parameters, several statements may be one text.
    if (this.name === undefined && this.values.length === 0) connection.query(this.text)
    else {
      // One packet, not one for each message.
      connection.stream.cork()
      this.#execute(connection)
      connection.stream.uncork()
    }
  }

  #execute(connection: Wire): void {
    const { name, text } = this
    const values = this.values
    const isParsed = name !== undefined && connection.parsedStatements[name] !== undefined
    const padded = isParsed ? described.get(connection)?.get(name) : undefined
    if (!isParsed) connection.parse({ name, text })
    connection.bind({ statement: name, values })
    if (padded) {
      this.#padded = padded
      this.#isDescribed = true
    } else connection.describe({ type: 'P' })
    connection.execute()
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly { dataTypeID: number }[] }): void {
    this.#padded = paddedIn(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    for (const index of this.#padded) {
      const value = fields[index]
      if (value != null) fields[index] = withoutPadding(value)
    }
    this.#rows.push(fields)
  }

  handleCommandComplete(_message: unknown, connection: Wire): void {
    if (this.name === undefined || this.#isDescribed) return
    const known = described.get(connection) ?? new Map<string, Padded>()
    described.set(connection, known.set(this.name, this.#padded))
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('Statements of the service copy nothing.')
  }

  handleCopyData(): void {}
}
