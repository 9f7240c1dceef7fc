/** Sends files with XMLHttpRequest, because `fetch` does not report how much it has sent. */
import type { Fetch } from '../../src/client/transport.js'

/** @param share from 0 to 1 */
export type OnProgress = (share: number) => void

export const uploadingFetch =
  (onProgress: OnProgress): Fetch =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const fail = () => reject(new TypeError('The request failed.'))
      request.open(method, url)
      headers.forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
      request.onload = () => resolve(responseOf(request))
      request.onerror = fail
      request.onabort = fail
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as Blob)
    })

const responseOf = (request: XMLHttpRequest): Response => {
  const headers = request
    .getAllResponseHeaders()
    .trim()
    .split('\r\n')
    .map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    })
  return new Response(request.responseText, { status: request.status, headers })
}
