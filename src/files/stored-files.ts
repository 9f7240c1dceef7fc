/**
 * The files in a store, each with a row in the platform tables. A file that no record has is found
 * by comparing these rows with the table of the records, so it does not matter how its record lost
 * it: by another upload, by a delete, by a cascade, or by another program.
 */
import type { DataSource } from '../database/access/data-source.js'
import type { Row } from '../foundation/execution/statement.js'
import type { ByteRange, FileStore } from './file-store.js'

/** The column of a table that refers to files. */
export interface FileOwner {
  readonly schema?: string
  readonly table: string
  readonly column: string
}

/** Number of files that are read to be deleted; a store may have millions. */
const blockSize = 1_000

type Queries = Pick<DataSource, 'query'>

export class StoredFiles {
  readonly #database: Pick<DataSource, 'query' | 'write'>
  readonly #schema: string
  readonly #store: FileStore

  constructor(database: Pick<DataSource, 'query' | 'write'>, schema: string, store: FileStore) {
    this.#database = database
    this.#schema = schema
    this.#store = store
  }

  /** Stores a file that no record has yet. */
  async write(id: string, owner: FileOwner, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#database.query({
      text: `insert into ${this.#schema}.file (id, owner) values ($1, $2)`,
      values: [id, nameOf(owner)],
    })
    await this.#store.write(id, bytes)
  }

  read(id: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    return this.#store.read(id, range)
  }

  /**
   * Keeps a file, because a record gets it in the same transaction. Returns false if the file is
   * not there any more.
   */
  async keep(id: string, transaction: Queries): Promise<boolean> {
    const rows = await transaction.query({
      text: `update ${this.#schema}.file set unused_since = null where id = $1 returning 1`,
      values: [id],
    })
    return rows.length > 0
  }

  /** Deletes a file unless it is kept. */
  async discard(id: string): Promise<void> {
    await this.#database.write(async (transaction) => {
      const rows = await transaction.query({
        text: `delete from ${this.#schema}.file where id = $1 and unused_since is not null returning 1`,
        values: [id],
      })
      // Before the commit: a later run finds a row without a file, and no file without a row.
      if (rows.length > 0) await this.#store.remove(id)
    })
  }

  /**
   * Deletes the files of an owner that no record has had for so long. Returns their number.
   *
   * @param stored the column that stores the ids: of the table behind an owner that is a view
   */
  async collect(owner: FileOwner, keepHours: number, stored = owner): Promise<number> {
    const column = `r.${quoted(stored.column)}`
    // A cluster refuses subqueries over its tables that refer to rows outside of them.
    const used = `with used as (select ${column} as id from ${tableOf(stored)} r where ${column} is not null)`
    const isUsed = `exists (select from used where used.id = f.id)`
    const ofOwner = `f.owner = $1`
    const files = `${this.#schema}.file`
    const values = [nameOf(owner)]
    await this.#database.write(async (transaction) => {
      // A record that a policy hides has files, too: without this they would be found unused. Where
      // policies apply to the service, the statements fail instead.
      await transaction.query({ text: 'set local row_security = off', values: [] })
      await transaction.query({
        text: `${used} update ${files} f set unused_since = null where ${ofOwner} and f.unused_since is not null and ${isUsed}`,
        values,
      })
      await transaction.query({
        text: `${used} update ${files} f set unused_since = now() where ${ofOwner} and f.unused_since is null and not ${isUsed}`,
        values,
      })
    })
    let count = 0
    for (;;) {
      const due: readonly Row[] = await this.#database.query({
        text: `select f.id from ${files} f where ${ofOwner} and f.unused_since <= now() - make_interval(hours => $2) limit $3`,
        values: [...values, keepHours, blockSize],
      })
      for (const [id] of due) await this.discard(id!)
      count += due.length
      if (due.length < blockSize) return count
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const tableOf = ({ schema, table }: FileOwner): string =>
  [schema ?? [], table].flat().map(quoted).join('.')

const nameOf = (owner: FileOwner): string => `${tableOf(owner)}.${quoted(owner.column)}`
