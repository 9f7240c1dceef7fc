/** Memory does not grow with large files: 8 MiB in the usual run, 2 GiB in the nightly one. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isNightly } from '../../support/effort.js'
import { useFiles } from './use-files.js'

const { create, data, send } = useFiles({
  'platform.http.request-timeout-ms': 600_000,
  'platform.http.stream-timeout-ms': 0,
})

const mebibyte = 1_048_576
const mebibytes = isNightly ? 2_048 : 8
/** What may be held of a file: buffers of sockets, pieces on their way, garbage. */
const allowedBytes = 400 * mebibyte

test('a large file is uploaded and downloaded in bounded memory', {
  timeout: 600_000,
}, async () => {
  const path = await create()
  const chunk = Buffer.alloc(mebibyte, 'file')
  const before = process.memoryUsage.rss()
  let highest = before
  let left = mebibytes
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      highest = Math.max(highest, process.memoryUsage.rss())
      if (left-- > 0) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const headers = { 'content-type': 'application/octet-stream' }
  const href = `${path}/files/secret`
  const record = await data(await send(href, { method: 'PUT', headers, body }))
  const digest = createHash('sha256')
  for (let index = 0; index < mebibytes; index++) digest.update(chunk)
  const { sha256, size } = record['secret'] as { sha256: string; size: number }
  expect([size, sha256]).toEqual([mebibytes * mebibyte, digest.digest('hex')])
  const received = createHash('sha256')
  for await (const part of (await send(href)).body!) {
    received.update(part)
    highest = Math.max(highest, process.memoryUsage.rss())
  }
  expect(received.digest('hex')).toBe(sha256)
  process.stdout.write(`${mebibytes} MiB: ${Math.round((highest - before) / mebibyte)} MiB more\n`)
  expect(highest - before).toBeLessThan(allowedBytes)
})
