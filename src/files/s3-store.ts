/**
 * Keeps files in a bucket of S3, or of another service with its protocol. A large file is sent in
 * parts, one after the other: an upload holds one part in memory, and a part can be sent again.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { StartError } from '../foundation/errors/start-error.js'
import { type FileStore, inPieces } from './file-store.js'

export interface BucketOptions {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Beginning of the names of objects. */
  readonly prefix: string
  /** Whether the bucket is in the path of addresses, and not in their host. */
  readonly isInPath: boolean
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Temporary keys have one. */
  readonly sessionToken?: string
}

const partBytes = 8_388_608
/** S3 accepts 10 000 parts of a file. */
export const maxObjectBytes = partBytes * 10_000

/**
 * How long a response may take, without the bytes of a download. Deletes hold a database connection
 * meanwhile.
 */
const responseMs = { HEAD: 10_000, GET: 10_000, DELETE: 10_000, PUT: 60_000, POST: 60_000 }
type Method = keyof typeof responseMs
const attempts = 3
const attemptDelayMs = 100

interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer> | string
}

/** S3 has refused a request. Its message for people may contain the key id, so it is left out. */
class Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, body: string) {
    const code = elementOf(body, 'Code')
    super(`S3 has refused the request: ${[status, code ?? []].flat().join(' ')}`)
    this.status = status
    this.code = code
  }
}

/** Requests to one bucket. Each is sent again while S3 fails for a moment. */
interface Bucket {
  /** @param read reads what of the response must arrive in time */
  send<T>(
    method: Method,
    name: string,
    sent: Sent,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T>
  /** Returns the body of the response. */
  call(method: Method, name: string, sent?: Sent): Promise<string>
}

const openBucket = (place: Omit<BucketOptions, 'prefix'>): Bucket => {
  const { bucket, endpoint, isInPath, ...key } = place
  const client = new AwsClient({ ...key, service: 's3' })
  const { protocol, host } = new URL(endpoint)
  const address = isInPath ? `${endpoint}/${bucket}/` : `${protocol}//${bucket}.${host}/`

  const sendOnce = async (method: Method, name: string, sent: Sent, signal: AbortSignal) => {
    const { query = {}, headers = {}, body = '' } = sent
    const request = await client.sign(`${address}${name}?${new URLSearchParams(query)}`, {
      ...{ method, signal, redirect: 'manual' },
      // S3 compares the digest with the bytes that it receives.
      headers: { ...headers, 'X-Amz-Content-Sha256': sha256(body) },
      ...(body === '' ? {} : { body }),
    })
    const response = await fetch(request)
    if (!response.ok) throw new Refusal(response.status, await response.text())
    return response
  }

  const send: Bucket['send'] = async (method, name, sent, read) => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new Error('S3 took too long')), responseMs[method])
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await read(await sendOnce(method, name, sent, waiting.signal))
        } catch (error) {
          if (attempt === attempts || waiting.signal.aborted || !isTransient(error)) throw error
          await delay(attempt * attemptDelayMs)
        }
      }
    } catch (error) {
      throw failureOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    send,
    call: (method, name, sent = {}) => send(method, name, sent, (response) => response.text()),
  }
}

/** The steps of an upload in parts. */
const partsIn = ({ send, call }: Bucket) => ({
  begin: async (name: string): Promise<string> => {
    const uploadId = elementOf(await call('POST', name, { query: { uploads: '' } }), 'UploadId')
    if (uploadId === undefined) throw new Error('S3 has not named the upload')
    return uploadId
  },

  /** Returns the tag of the part. */
  write: (
    name: string,
    query: Readonly<Record<string, string>>,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<string> =>
    send('PUT', name, { query, body }, async (response) => {
      await response.arrayBuffer()
      return response.headers.get('ETag') ?? ''
    }),

  join: async (name: string, uploadId: string, tags: readonly string[]): Promise<void> => {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const answer = await call('POST', name, { query: { uploadId }, body })
    // S3 begins a response with 200 before it has joined the parts.
    if (elementOf(answer, 'Code') !== undefined) throw failureOf(new Refusal(200, answer))
  },
})

export const createS3Store = ({ prefix, ...place }: BucketOptions): FileStore => {
  const { send, call } = openBucket(place)
  const parts = partsIn({ send, call })
  const { bucket, endpoint } = place
  const nameOf = (id: string): string => `${prefix}${id}`

  return {
    check: async () => {
      try {
        await call('HEAD', '')
      } catch (error) {
        throw new StartError(`The bucket '${bucket}' at ${endpoint} ${whyUnusable(error)}`, {
          cause: error,
        })
      }
    },

    write: async (id, bytes) => {
      const name = nameOf(id)
      const tags: string[] = []
      let uploadId: string | undefined
      try {
        for await (const part of inPieces(bytes, partBytes)) {
          if (uploadId === undefined) {
            // Only the last piece is shorter, so this one is the whole file.
            if (part.length < partBytes) return void (await call('PUT', name, { body: part }))
            uploadId = await parts.begin(name)
          }
          const query = { partNumber: String(tags.length + 1), uploadId }
          tags.push(await parts.write(name, query, part))
        }
        if (uploadId === undefined) await call('PUT', name)
        else await parts.join(name, uploadId, tags)
      } catch (error) {
        // What this leaves behind, the bucket deletes by its lifecycle rule.
        if (uploadId) await call('DELETE', name, { query: { uploadId } }).catch(() => undefined)
        throw error
      }
    },

    async *read(id, { start, end }) {
      if (start === end) return
      const headers = { Range: `bytes=${start}-${end - 1}` }
      const response = await send('GET', nameOf(id), { headers }, (found) => found)
      let left = end - start
      for await (const chunk of response.body!) {
        left -= chunk.length
        if (left < 0) throw new Error('a file is longer than its record says')
        yield chunk
      }
      if (left > 0) throw new Error('a file is shorter than its record says')
    },

    remove: async (id) => {
      await call('DELETE', nameOf(id))
    },
  }
}

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

/** The text of an element that occurs once, such as a code or an id: it has no markup. */
const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const isTransient = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429

/** A file that is not there will not come back; everything else may. */
const failureOf = (cause: unknown): unknown =>
  cause instanceof Refusal && cause.code === 'NoSuchKey'
    ? cause
    : new AppError(problem('fileStoreUnavailable'), { cause, headers: { 'Retry-After': '5' } })

const refusals: Readonly<Record<number, string>> = {
  301: "is in another region; set 'platform.files.s3.region'.",
  403: 'refuses the access key: it is unknown, or may not list the bucket.',
  404: 'does not exist.',
}

const whyUnusable = (error: unknown): string => {
  const cause = error instanceof AppError ? error.cause : error
  if (!(cause instanceof Refusal)) return 'cannot be reached.'
  return refusals[cause.status] ?? `cannot be used: S3 has answered ${cause.status}.`
}
