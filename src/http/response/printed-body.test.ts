import { expect, test } from 'vitest'
import { PrintedBody } from './printed-body.js'

const printed = (texts: readonly string[]): string | Buffer => {
  const body = new PrintedBody()
  for (const text of texts) body.add(text)
  return body.end()
}

test('a large body is bytes, however long its texts are', () => {
  const short = Array.from({ length: 20_000 }, (_, index) => `"Zoë ${index}",`)
  const texts = ['{"name":"', 'Zoë '.repeat(30_000), '雪', '😀'.repeat(70_000), ...short, '"}']
  const bytes = printed(texts)
  expect(bytes).toBeInstanceOf(Buffer)
  expect(Buffer.from(texts.join('')).equals(bytes as Buffer)).toBe(true)
})

test('a small body is a text', () => {
  expect(printed(['{"name":', '"Zoë"', '}'])).toBe('{"name":"Zoë"}')
  expect(printed([])).toBe('')
})

test.each([0, 1, 3, 10_000])('a list of %i items is a JSON array', (length) => {
  const items = Array.from({ length }, (_, index) => index)
  const body = new PrintedBody()
  body.addList(items, String)
  expect(JSON.parse(String(body.end()))).toEqual(items)
})
