/** Limits the size of a fetched response: an endless one must not fill the memory. */
import type { FetchImplementation } from 'jose'

/** Of responses other than 200, including redirects, the library reads only the status. */
export const fetchAtMost =
  (maxBytes: number): FetchImplementation =>
  async (url, options) => {
    const response = await fetch(url, options)
    if (response.status === 200 && response.body !== null) {
      return new Response(await readAtMost(response.body, maxBytes))
    }
    await response.body?.cancel()
    return response
  }

/** Leaving the loop early closes the connection. */
const readAtMost = async (
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error(`The key set is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
