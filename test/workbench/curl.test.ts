import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { printCurl, quote } from '../../workbench/contract/curl.js'

const origin = 'http://127.0.0.1:8080'
const hostile = `'; rm -rf / #\n$(id) \`id\` "!\\ $TOKEN ''"`

/** The words that a shell makes of a command, without running curl. */
const wordsOf = (command: string, env: Record<string, string> = {}): readonly string[] => {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`
  const printed = execFileSync('sh', ['-c', script], { env: { ...process.env, ...env } })
  return printed.toString().split('\0').slice(0, -1)
}

describe('curl commands', () => {
  test('a shell reads back every text', () => {
    const request = {
      ...{ method: 'PATCH', url: `/api/x/${encodeURIComponent(hostile)}?q=[1]` },
      headers: { 'if-match': '"1"', 'x-development-caller': hostile, accept: 'application/json' },
      body: JSON.stringify({ text: hostile }),
    }
    const words = wordsOf(printCurl(request, { origin, needsToken: true }), { TOKEN: 'a b' })
    expect(words).toEqual([
      ...['-sSg', '-X', 'PATCH', `${origin}${request.url}`],
      ...['-H', 'Authorization: Bearer a b', '-H', 'If-Match: "1"'],
      ...['-H', `X-Development-Caller: ${hostile}`, '--data-raw', request.body],
    ])
  })

  test('reading needs only an address', () => {
    const request = { method: 'GET', url: '/schemas/service', headers: {}, body: undefined }
    expect(printCurl(request, { origin, needsToken: false })).toBe(
      `curl -sS '${origin}/schemas/service'`,
    )
  })

  test('single quotes leave the quotes', () => {
    expect(quote("it's")).toBe(`'it'\\''s'`)
  })
})
