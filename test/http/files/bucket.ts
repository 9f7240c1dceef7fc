/**
 * A bucket of S3 over HTTP, which keeps objects in memory. It compares each signature with that of
 * the signer of the AWS SDK, and each digest with the bytes that it has received.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'

const name = 'office-files'
const region = 'eu-central-1'
const prefix = 'office/files/'
const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'a secret of the tests' }
const smallestPart = 5_242_880

const signer = new SignatureV4({
  ...{ service: 's3', region, credentials, sha256: Sha256 },
  ...{ uriEscapePath: false, applyChecksum: false },
})

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>AKIAEXAMPLE</Message></Error>`,
})

interface Received {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly range: string | undefined
  readonly body: Buffer
}

export const openBucket = async () => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  /** What the next requests get instead of their response, in this order. */
  const failures: (Answer | undefined)[] = []

  const part = ({ query, body }: Received): Answer => {
    const parts = uploads.get(query.get('uploadId')!)
    if (!parts) return refusal(404, 'NoSuchUpload')
    parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: tagOf(body) } }
  }
  const complete = ({ key, query, body }: Received): Answer => {
    const id = query.get('uploadId')!
    const parts = uploads.get(id)
    if (!parts) return refusal(404, 'NoSuchUpload')
    const list = [
      ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g),
    ]
    const found = list.map(([, number, tag]) => ({ tag, bytes: parts.get(Number(number)) }))
    if (found.some(({ tag, bytes }) => !bytes || tag !== tagOf(bytes))) {
      return refusal(400, 'InvalidPart')
    }
    if (found.slice(0, -1).some(({ bytes }) => bytes!.length < smallestPart)) {
      return refusal(400, 'EntityTooSmall')
    }
    objects.set(key, Buffer.concat(found.map(({ bytes }) => bytes!)))
    uploads.delete(id)
    return { status: 200, body: '<CompleteMultipartUploadResult/>' }
  }
  const handlers: Readonly<Record<string, (received: Received) => Answer>> = {
    'HEAD bucket': () => ({ status: 200 }),
    PUT: ({ key, body }) => {
      objects.set(key, body)
      return { status: 200, headers: { etag: tagOf(body) } }
    },
    GET: ({ key, range }) => {
      const object = objects.get(key)
      if (!object) return refusal(404, 'NoSuchKey')
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      return { status: 206, body: object.subarray(Number(start), Number(end) + 1) }
    },
    DELETE: ({ key }) => {
      objects.delete(key)
      return { status: 204 }
    },
    'POST uploads': () => {
      const id = randomUUID()
      uploads.set(id, new Map())
      return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` }
    },
    'PUT part': part,
    'POST upload': complete,
    'DELETE upload': ({ query }) => {
      uploads.delete(query.get('uploadId')!)
      return { status: 204 }
    },
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { pathname, searchParams: query } = new URL(request.url!, 'http://bucket')
    const [, bucket, key] = /^\/([^/]+)\/(.*)$/.exec(pathname) ?? []
    const subject = subjectOf(key!, query)
    const action = `${request.method} ${subject}`.trim()
    requests.push(action)
    const failure = failures.shift()
    if (failure) return failure
    if (bucket !== name) return refusal(404, 'NoSuchBucket')
    if (!(await isSigned(request, pathname, query))) return refusal(403, 'SignatureDoesNotMatch')
    if (request.headers['x-amz-content-sha256'] !== digestOf(body)) {
      return refusal(400, 'XAmzContentSHA256Mismatch')
    }
    const handler = handlers[action]
    if (!handler) return refusal(405, 'MethodNotAllowed')
    const { range } = request.headers
    return handler({ method: request.method!, key: key!, query, range, body })
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, headers = {}, body = '' }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    uploads,
    requests,
    failures,
    environment: {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    settings: {
      'platform.files.store': 's3',
      'platform.files.s3.endpoint': endpoint,
      'platform.files.s3.region': region,
      'platform.files.s3.bucket': name,
      'platform.files.s3.prefix': prefix,
      'platform.files.s3.path-style': true,
    },
    options: { endpoint, region, bucket: name, prefix, isInPath: true, ...credentials },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const unavailable = refusal(503, 'SlowDown')

const subjectOf = (key: string, query: URLSearchParams): string => {
  if (key === '') return 'bucket'
  if (query.has('uploads')) return 'uploads'
  if (query.has('partNumber')) return 'part'
  return query.has('uploadId') ? 'upload' : ''
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const tagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`

const isSigned = async (
  { method, headers }: IncomingMessage,
  path: string,
  query: URLSearchParams,
): Promise<boolean> => {
  const authorization = headers.authorization ?? ''
  const [, names = ''] = /SignedHeaders=([^,]*)/.exec(authorization) ?? []
  const signed = Object.fromEntries(names.split(';').map((each) => [each, String(headers[each])]))
  const [, date = ''] = /^(\d{8}T\d{6}Z)$/.exec(String(headers['x-amz-date'])) ?? []
  const iso = date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')
  const expected = await signer.sign(
    {
      ...{ method: method!, protocol: 'http:', hostname: '127.0.0.1', path },
      ...{ query: Object.fromEntries(query), headers: signed },
    },
    { signingDate: new Date(iso) },
  )
  return expected.headers['authorization'] === authorization
}
