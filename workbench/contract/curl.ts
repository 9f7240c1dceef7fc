/** Prints a request as a curl command for POSIX shells. No I/O. */

export interface PrintedRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Without the token. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** In single quotes a shell changes nothing; a single quote itself stands outside of them. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Headers that curl or the browser sets, or that say nothing about the request. */
const implied: ReadonlySet<string> = new Set(['accept', 'accept-language'])

const capitalize = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** @param needsToken the variable TOKEN of the shell has the token */
export const printCurl = (
  { method, url, headers, body }: PrintedRequest,
  { origin, needsToken }: { origin: string; needsToken: boolean },
): string => {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined)
  const sent = Object.entries(headers).filter(([name]) => !implied.has(name))
  return [
    // Brackets in URLs would be patterns.
    `curl -sS${/[[\]{}]/.test(url) ? 'g' : ''}${isPlain ? '' : ` -X ${method}`} ${quote(origin + url)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...sent.map(([name, value]) => `-H ${quote(`${capitalize(name)}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ')
}
