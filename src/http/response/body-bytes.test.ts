import { expect, test } from 'vitest'
import { BodyBytes } from './body-bytes.js'

test('texts are encoded one after another, however long they are', () => {
  const texts = ['{"name":"', 'Zoë '.repeat(30_000), '雪', '😀'.repeat(70_000), '"}']
  const body = new BodyBytes()
  for (const text of texts) body.add(text)
  expect(body.end().equals(Buffer.from(texts.join('')))).toBe(true)
})

test('a body without texts is empty', () => {
  expect(new BodyBytes().end().length).toBe(0)
})
