/**
 * Keeps files in a platform table, in pieces. Each piece is a statement of its own, so an upload
 * holds neither a connection nor a snapshot while its client sends, and no node holds a file in
 * memory. A record refers to the file only after its last piece.
 */
import type { DataSource } from '../database/access/data-source.js'
import { type FileStore, inPieces } from './file-store.js'

const pieceBytes = 262_144

export const createDatabaseStore = (
  database: Pick<DataSource, 'query'>,
  schema: string,
): FileStore => ({
  write: async (id, bytes) => {
    let number = 0
    for await (const piece of inPieces(bytes, pieceBytes)) {
      await database.query({
        text: `insert into ${schema}.file_chunk (file, number, bytes) values ($1, $2, $3)`,
        values: [id, number, piece],
      })
      number++
    }
  },

  async *read(id, { start, end }) {
    for (let from = start; from < end; ) {
      const number = Math.floor(from / pieceBytes)
      const first = number * pieceBytes
      // A text of hexadecimal digits would be a third longer.
      const [row] = await database.query({
        text: `select encode(bytes, 'base64') from ${schema}.file_chunk where file = $1 and number = $2`,
        values: [id, number],
      })
      const piece = Buffer.from(row?.[0] ?? '', 'base64').subarray(from - first, end - first)
      if (piece.length === 0) throw new Error('a file is shorter than its record says')
      yield piece
      from += piece.length
    }
  },

  /** The pieces are deleted with the row of the file. */
  remove: async () => undefined,
})
