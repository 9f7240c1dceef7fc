import { expect, test } from 'vitest'
import { exampleFile, exampleFiles } from '../client/examples.js'
import { messagesOf } from './compiler.js'

test('the examples of docs/reference/client.md compile', () => {
  const messages = messagesOf(exampleFiles('http://127.0.0.1:8080'))
  expect(messages.get(exampleFile)).toEqual([])
})
