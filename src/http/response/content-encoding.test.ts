import { expect, test } from 'vitest'
import { encodingOf } from './content-encoding.js'

const cases = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['br; q=0, gzip; q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['identity, br;q=0.5', 'identity'],
  ['identity;q=0', 'identity'],
  ['br;q=none', 'identity'],
  ['zstd', 'identity'],
] as const

test.each(cases)('Accept-Encoding %j chooses %s', (header, expected) => {
  expect(encodingOf(header)).toBe(expected)
})
