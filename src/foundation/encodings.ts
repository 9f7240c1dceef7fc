/**
 * Compresses responses. Bodies that are made for one request are compressed at the cheapest level:
 * quality 1 of Brotli takes 0.1 ms for a page of 20 KB and makes it four times smaller. Texts that
 * are made once are compressed better: quality 5 makes an API description a third smaller than
 * quality 1, and quality 11 a further 14 %, for sixty times the processor time.
 */
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'

export type Compression = 'br' | 'gzip'
export type Encoding = Compression | 'identity'

interface Compressor {
  /** On this thread: a page is done sooner than another thread would begin. */
  readonly now: (body: Buffer) => Buffer
  /** On another thread. */
  readonly soon: (body: Buffer) => Promise<Buffer>
  /** The same for a text that is kept. */
  readonly well: (body: Buffer) => Promise<Buffer>
  /** Passes on what it has after each piece, so that a reader sees rows as they arrive. */
  readonly stream: () => NodeJS.ReadWriteStream
}

const quality = (level: number, size?: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    ...(size === undefined ? {} : { [constants.BROTLI_PARAM_SIZE_HINT]: size }),
  },
})
const [cheap, good] = [1, 5]
const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)
const outOfBrotli = promisify(brotliDecompress)

export const compressors: Readonly<Record<Compression, Compressor>> = {
  br: {
    now: (body) => brotliCompressSync(body, quality(cheap, body.length)),
    soon: (body) => inBrotli(body, quality(cheap, body.length)),
    well: (body) => inBrotli(body, quality(good, body.length)),
    stream: () =>
      createBrotliCompress({ ...quality(cheap), flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    now: (body) => gzipSync(body, { level: cheap }),
    soon: (body) => inGzip(body, { level: cheap }),
    well: (body) => inGzip(body),
    stream: () => createGzip({ level: cheap, flush: constants.Z_SYNC_FLUSH }),
  },
}

/**
 * A text that is sent as it is, often. It is kept in the encodings that were requested only: the
 * API description of hundreds of resources is tens of megabytes, and half a megabyte compressed.
 */
export class KeptText {
  #text: string | undefined
  readonly #bodies = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.#text = text
  }

  /** The text in an encoding, made at its first request. */
  in(encoding: Encoding): Promise<Buffer> {
    const known = this.#bodies.get(encoding)
    if (known) return known
    const body = this.#encode(encoding)
    this.#bodies.set(encoding, body)
    // The next request tries again.
    body.catch(() => this.#bodies.delete(encoding))
    return body
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    const plain = await this.#plain()
    const body = encoding === 'identity' ? plain : await compressors[encoding].well(plain)
    // From here on it can be restored from a body.
    if (encoding !== 'gzip') this.#text = undefined
    return body
  }

  async #plain(): Promise<Buffer> {
    if (this.#text !== undefined) return Buffer.from(this.#text)
    const kept = this.#bodies.get('identity')
    return kept ?? outOfBrotli(await this.in('br'))
  }
}
