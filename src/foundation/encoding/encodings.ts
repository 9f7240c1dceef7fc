/**
 * Compresses responses. Bodies that are made for one request are compressed at the cheapest level:
 * quality 1 of Brotli takes 0.1 ms for a page of 20 KB and makes it four times smaller. Texts that
 * are made once are compressed better: quality 5 makes an API description a third smaller than
 * quality 1, and quality 11 a further 14 %, for sixty times the processor time.
 */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createBrotliDecompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'

export type Compression = 'br' | 'gzip'
export type Encoding = Compression | 'identity'

interface Compressor {
  /** Compresses on this thread: a page is done sooner than another thread would begin. */
  readonly now: (body: Buffer) => Buffer
  /** Compresses on another thread. */
  readonly soon: (body: Buffer) => Promise<Buffer>
  /** Compresses better, on another thread, for a text that is kept. */
  readonly well: (body: Buffer) => Promise<Buffer>
  /** Flushes after each piece, so that a reader sees rows as they arrive. */
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
 * Size in bytes above which a text is kept compressed only; its plain form is restored per request.
 */
const maxPlainBytes = 262_144

/**
 * A text that is sent as it is, often. It is kept in the encodings that were requested only: the
 * API description of hundreds of resources is tens of megabytes, and half a megabyte compressed.
 */
export class KeptText {
  #text: string | undefined
  readonly #isLarge: boolean
  readonly #bodies = new Map<Encoding, Promise<Buffer>>()

  private constructor(text: string | undefined, bytes: number) {
    this.#text = text
    this.#isLarge = bytes > maxPlainBytes
  }

  static of(text: string): KeptText {
    return new KeptText(text, Buffer.byteLength(text))
  }

  /** Keeps a text that is made piece by piece, and never in memory as a whole. */
  static async ofPieces(pieces: AsyncIterable<string>): Promise<KeptText> {
    let bytes = 0
    const encoded = async function* () {
      for await (const piece of pieces) {
        const body = Buffer.from(piece)
        bytes += body.length
        yield body
      }
    }
    const body = await pipeline(encoded, createBrotliCompress(quality(good)), buffer)
    const text = new KeptText(undefined, bytes)
    text.#bodies.set('br', Promise.resolve(body))
    return text
  }

  /** The text in an encoding, made at its first request. A large one as it is comes in a stream. */
  in(encoding: Encoding): Promise<Buffer | Readable> {
    return encoding === 'identity' && this.#isLarge ? this.#restore() : this.#bodyIn(encoding)
  }

  async #restore(): Promise<Readable> {
    const plain = createBrotliDecompress()
    plain.end(await this.#bodyIn('br'))
    return plain
  }

  #bodyIn(encoding: Encoding): Promise<Buffer> {
    const encodedBody = this.#bodies.get(encoding)
    if (encodedBody) return encodedBody
    const body = this.#encode(encoding)
    this.#bodies.set(encoding, body)
    // The next request tries again.
    body.catch(() => this.#bodies.delete(encoding))
    return body
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (this.#isLarge && encoding === 'gzip') {
      return pipeline(await this.#restore(), createGzip(), buffer)
    }
    const plain = await this.#plain()
    const body = encoding === 'identity' ? plain : await compressors[encoding].well(plain)
    // The text can be restored from a compressed body from here on.
    if (encoding !== 'gzip') this.#text = undefined
    return body
  }

  async #plain(): Promise<Buffer> {
    if (this.#text !== undefined) return Buffer.from(this.#text)
    const kept = this.#bodies.get('identity')
    return kept ?? outOfBrotli(await this.#bodyIn('br'))
  }
}
