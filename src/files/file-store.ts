/** Where the bytes of files are kept. A store knows ids, and nothing of records. */

/** Bytes from `start` up to `end`, which is excluded. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileStore {
  /**
   * Whether the store can be used. Default: nothing is to be checked.
   *
   * @throws StartError
   */
  check?(): Promise<void>
  /** Stores the bytes. What a failed call has stored, `remove` deletes. */
  write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Reads no further ahead than one piece.
   *
   * @throws Error if the file is not there, or is shorter
   */
  read(id: string, range: ByteRange): AsyncGenerator<Uint8Array>
  /** Deletes what is stored of a file; it may be nothing. */
  remove(id: string): Promise<void>
}

/** The bytes in pieces of one size; the last one may be shorter. */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  pieceBytes: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let piece = Buffer.allocUnsafe(pieceBytes)
  let used = 0
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + pieceBytes - used)
      piece.set(part, used)
      used += part.length
      from += part.length
      if (used < pieceBytes) continue
      yield piece
      piece = Buffer.allocUnsafe(pieceBytes)
      used = 0
    }
  }
  if (used > 0) yield piece.subarray(0, used)
}
