/** The catalogue of error messages: complete, used, and the only source of texts. */
import { expect, test } from 'vitest'
import { AppError, errorMessages, problem } from '../../src/foundation/errors/app-error.js'
import { valueFaults } from '../../src/foundation/errors/value-faults.js'
import { readSource, sourceFiles } from './sources.js'

const room = 'foundation/errors/'
const catalogues = sourceFiles(`src/${room}`).filter((file) => file.endsWith('-errors.ts'))
const users = sourceFiles('src')
  .filter((file) => !file.startsWith(room) || file.endsWith('/unknown-members.ts'))
  .map((file) => readSource(`src/${file}`))
  .join('\n')
const messages = Object.entries(errorMessages)

test('every message is used', () => {
  const names = [...Object.keys(errorMessages), ...Object.keys(valueFaults)]
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !users.includes(`'${name}'`))).toEqual([])
})

test('no two catalogues define the same message', () => {
  const sources = catalogues.map((file) => readSource(`src/${room}${file}`)).join('\n')
  expect([...sources.matchAll(/^ {2}(\w+): \{$/gm)]).toHaveLength(messages.length)
})

test('every message is a sentence', () => {
  const wrong = messages.filter(([, { text }]) => !/^[A-Z'{].*[.?}]$/.test(text))
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('messages name their parameters, and errors take no other texts', () => {
  const { message, target, properties } = problem('pageTooDeep', { limit: 100 })
  expect(`${message}`).toMatch(/^Offset paging is limited to the first 100 rows\./)
  expect([target, properties]).toEqual(['page', { limit: 100 }])
  const wrong = [
    // @ts-expect-error The message needs its limit.
    () => problem('pageTooDeep'),
    // @ts-expect-error The message has no parameters.
    () => problem('recordNotFound', { id: 7 }),
    // @ts-expect-error The text is not from the catalogue.
    () => new AppError({ code: 'INTERNAL_ERROR', message: 'A free text.' }),
  ]
  expect(wrong).toHaveLength(3)
})
