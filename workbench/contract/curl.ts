/** Prints a request as a curl command for POSIX shells. No I/O. */

export interface PrintedRequest {
  readonly method: string
  /** The path and the query. */
  readonly url: string
  /** The headers that were sent, without the token. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * Quotes a text for a shell, which changes nothing in single quotes. A single quote stands outside.
 */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * Headers that are not printed: curl or the browser sets them, or the response does not depend on
 * them.
 */
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
    // Without `-g`, curl reads brackets in URLs as patterns.
    `curl -sS${/[[\]{}]/.test(url) ? 'g' : ''}${isPlain ? '' : ` -X ${method}`} ${quote(origin + url)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...sent.map(([name, value]) => `-H ${quote(`${capitalize(name)}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ')
}
