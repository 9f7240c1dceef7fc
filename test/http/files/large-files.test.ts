/** Memory does not grow with large files: 32 MiB in the usual run, 2 GiB in the nightly one. */
import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isNightly } from '../../support/effort.js'
import { useFiles } from './use-files.js'

const { create, data, send } = useFiles({
  'platform.http.request-timeout-ms': 600_000,
  'platform.http.stream-timeout-ms': 0,
})

const mebibyte = 1_048_576
const mebibytes = isNightly ? 2_048 : 32
/** What client and service together may hold of a file: buffers of sockets, pieces on their way. */
const allowedBytes = 16 * mebibyte

/** Garbage is collected each time so many bytes were sent or received. */
const step = (mebibytes / 8) * mebibyte

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Bytes of the buffers that something still refers to. Buffers are freed by another thread; a
 * second collection waits until it has freed those of the first.
 */
const heldBytes = (): number => {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

test('a large file is uploaded and downloaded in bounded memory', {
  timeout: 600_000,
}, async () => {
  const path = await create()
  const chunk = Buffer.alloc(mebibyte, 'file')
  const before = heldBytes()
  let highest = before
  const measure = () => {
    highest = Math.max(highest, heldBytes())
  }
  let left = mebibytes
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (left % (step / mebibyte) === 0) measure()
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
  let count = 0
  for await (const part of (await send(href)).body!) {
    received.update(part)
    const former = count
    count += part.length
    if (Math.floor(count / step) > Math.floor(former / step)) measure()
  }
  expect(received.digest('hex')).toBe(sha256)
  expect(highest - before).toBeLessThan(allowedBytes)
})
