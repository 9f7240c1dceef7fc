/** The store `s3`: parts, failures of the bucket, and what a start refuses. */
import { createTestService } from 'corollary/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createS3Store } from '../../../src/files/s3-store.js'
import { openBucket, unavailable } from './bucket.js'
import { documentApi, png, sha256, useFiles } from './use-files.js'

const bucket = await openBucket()
const closed = await openBucket()
await closed.close()
afterAll(() => bucket.close())
beforeEach(() => {
  bucket.requests.length = 0
  bucket.failures.length = 0
})

const files = useFiles(bucket.settings, {}, bucket.environment)
const id = '00000000-0000-4000-8000-000000000000'
const mebibyte = 1_048_576

async function* chunksOf(bytes: Uint8Array, then?: Error) {
  for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536)
  if (then) throw then
}

const upload = (path: string, body: Uint8Array | string, field = 'photo') =>
  files.send(`${path}/files/${field}`, {
    ...{ method: 'PUT', headers: { 'content-type': 'image/png' }, body },
  })

describe('an upload', () => {
  test('of a small file is one request, under the prefix', async () => {
    await files.data(await upload(await files.create(), png(100)))
    expect(bucket.requests).toEqual(['PUT'])
    expect([...bucket.objects.keys()]).toEqual([
      expect.stringMatching(/^office\/files\/[0-9a-f-]{36}$/),
    ])
  })

  test('of a large file is sent in parts', async () => {
    const path = await files.create()
    const bytes = png(17 * mebibyte)
    await files.data(await upload(path, bytes, 'secret'))
    expect(bucket.requests).toEqual(['POST uploads', ...Array(3).fill('PUT part'), 'POST upload'])
    const range = `bytes=${8 * mebibyte - 3}-${16 * mebibyte + 3}`
    const answer = await files.send(`${path}/files/secret`, { headers: { range } })
    const expected = bytes.subarray(8 * mebibyte - 3, 16 * mebibyte + 4)
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(expected))
  })

  test('of exactly one part, or of no byte, is stored', async () => {
    const store = createS3Store(bucket.options)
    for (const size of [8 * mebibyte, 0]) {
      await store.write(id, chunksOf(png(8 * mebibyte).subarray(0, size)))
      expect(bucket.objects.get(`office/files/${id}`)).toHaveLength(size)
    }
  })

  test('that is interrupted leaves no parts', async () => {
    const objects = bucket.objects.size
    const left = new Error('the client left')
    const store = createS3Store(bucket.options)
    await expect(store.write(id, chunksOf(png(9 * mebibyte), left))).rejects.toBe(left)
    expect(bucket.requests).toEqual(['POST uploads', 'PUT part', 'DELETE upload'])
    expect([bucket.uploads.size, bucket.objects.size]).toEqual([0, objects])
  })
})

describe('a bucket that fails', () => {
  test('gets the request again', async () => {
    bucket.failures.push(unavailable, unavailable)
    await files.data(await upload(await files.create(), png(100)))
    expect(bucket.requests).toEqual(['PUT', 'PUT', 'PUT'])
  })

  test('longer makes uploads 503, which change nothing', async () => {
    const path = await files.create()
    bucket.failures.push(unavailable, unavailable, unavailable)
    const answer = await upload(path, png(100))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain('The store of files is temporarily unavailable')
    expect((await files.data(await files.send(path)))['photo']).toBeNull()
  })

  test('longer makes downloads 503, without what describes a file', async () => {
    const path = await files.create()
    await files.data(await upload(path, png(100)))
    bucket.failures.push(unavailable, unavailable, unavailable)
    const answer = await files.send(`${path}/files/photo`)
    const text = await answer.text()
    expect([answer.status, text]).toEqual([503, expect.stringContaining('store of files')])
    expect(text).not.toContain('AKIAEXAMPLE')
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(answer.headers.get('etag')).toBeNull()
  })

  test('after it has begun to join the parts makes the upload 503', async () => {
    const path = await files.create()
    const { status: _, ...body } = unavailable
    bucket.failures.push(undefined, undefined, undefined, { status: 200, ...body })
    const answer = await upload(path, png(9 * mebibyte), 'secret')
    expect([answer.status, bucket.requests.at(3)]).toEqual([503, 'POST upload'])
    expect(bucket.uploads.size).toBe(0)
  })
})

describe('a start', () => {
  const start = (settings: object, environment: Readonly<Record<string, string>>) =>
    createTestService({
      ...{ resources: [documentApi], callers: {}, connection: files.connection, environment },
      settings: { ...bucket.settings, ...settings },
    }).then((service) => service.close())

  const key = bucket.environment

  test.each([
    ['no bucket', { 'platform.files.s3.bucket': '' }, key, /needs a bucket/],
    ['no access key', {}, {}, /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
    [
      'larger files than S3 stores',
      { 'platform.files.max-bytes': 1e12 },
      key,
      /at most 83886080000/,
    ],
    [
      'a bucket that does not exist',
      { 'platform.files.s3.bucket': 'elsewhere' },
      key,
      /^The bucket 'elsewhere' at http:\S+ does not exist\.$/,
    ],
    [
      'a wrong key',
      {},
      { ...key, AWS_SECRET_ACCESS_KEY: 'another' },
      /refuses the access key: it is unknown, or may not list the bucket\.$/,
    ],
    [
      'an endpoint that nobody serves',
      { 'platform.files.s3.endpoint': closed.options.endpoint },
      key,
      /^The bucket 'office-files' at http:\S+ cannot be reached\.$/,
    ],
    [
      'an endpoint with a path',
      { 'platform.files.s3.endpoint': 'http://a.example/b' },
      key,
      /must be an address such as/,
    ],
    [
      'a prefix that leaves its folder',
      { 'platform.files.s3.prefix': '../' },
      key,
      /folders that end with a slash/,
    ],
  ])('with %s is refused', async (_name, settings, environment, message) => {
    await expect(start(settings, environment)).rejects.toThrow(message)
  })
})
