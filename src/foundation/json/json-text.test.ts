import { expect, test } from 'vitest'
import { jsonText } from './json-text.js'

test('a text is printed as JSON.stringify prints it, whatever characters it has', () => {
  const texts = Array.from({ length: 0x10000 }, (_, code) => `a${String.fromCharCode(code)}b`)
  const different = ['', '😀', '\ud800\udc00', '\udc00\ud800', ...texts].filter(
    (text) => jsonText(text) !== JSON.stringify(text),
  )
  expect(different).toEqual([])
})
