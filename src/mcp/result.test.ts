import { expect, test } from 'vitest'
import { createTexts, englishOnly } from '../foundation/text/messages.js'
import type { ErrorItem } from '../wire/envelope.js'
import { ApiFailure } from './api.js'
import { failureResult, maxResultLength } from './result.js'

const texts = createTexts({}, englishOnly)(undefined)

const failureOf = (message: string, count: number): ApiFailure => {
  const item: ErrorItem = {
    ...{ type: '', title: '', status: 400, detail: message, instance: '', message },
    ...{ category: 'VALIDATION', code: 'VALIDATION_FAILED', target: 'lines', properties: {} },
  }
  const errors = Array.from({ length: count }, () => item)
  return new ApiFailure(400, { status: 'failure', message, errors, timestamp: '' })
}

test.each([
  ['one error', 'Too short.', 1, 1],
  ['more errors than fit', 'Too short.', 1_000, 250],
  ['a message that is too long', '"'.repeat(100_000), 1, 0],
])('%s is JSON within the limit of results', (_title, message, count, kept) => {
  const [{ text }] = failureResult(failureOf(message, count), texts).content
  const { error } = JSON.parse(text)
  expect(text.length).toBeLessThanOrEqual(maxResultLength)
  expect(message.startsWith(error.message)).toBe(true)
  expect(error.errors).toHaveLength(kept)
})
