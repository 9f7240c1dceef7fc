import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Encoding, KeptText } from './encodings.js'

const texts = { small: 'ü'.repeat(1_000), large: 'a line of text — ü\n'.repeat(40_000) }

async function* piecesOf(text: string) {
  for (let start = 0; start < text.length; start += 1_000) yield text.slice(start, start + 1_000)
}

const orders: readonly (readonly Encoding[])[] = [
  ['identity', 'br', 'gzip'],
  ['gzip', 'identity', 'br'],
  ['br', 'gzip', 'identity'],
]

for (const [size, text] of Object.entries(texts)) {
  for (const order of orders) {
    test.each([
      ['at once', async () => KeptText.of(text)],
      ['in pieces', () => KeptText.ofPieces(piecesOf(text))],
    ])(`a ${size} text is the same in the encodings ${order}, made %s`, async (_, make) => {
      const kept = await make()
      const decode = {
        identity: (body: Buffer) => body,
        br: (body: Buffer) => brotliDecompressSync(body),
        gzip: (body: Buffer) => gunzipSync(body),
      }
      // The second time from what is kept.
      for (const encoding of [...order, ...order]) {
        const body = await kept.in(encoding)
        const isStream = !Buffer.isBuffer(body)
        expect(isStream, encoding).toBe(size === 'large' && encoding === 'identity')
        const bytes = isStream ? await buffer(body as Readable) : body
        expect(String(decode[encoding](bytes)) === text, encoding).toBe(true)
      }
    })
  }
}

test('pieces that cannot be made refuse the text', async () => {
  const pieces = async function* () {
    yield 'some'
    throw new Error('no more')
  }
  await expect(KeptText.ofPieces(pieces())).rejects.toThrow('no more')
})
