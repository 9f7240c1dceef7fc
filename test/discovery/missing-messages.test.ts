/** Texts that are missing in a language of an application. */
import { expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { checkMessages, missingMessages } from '../../src/discovery/check-messages.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { textsOf } from '../../src/server/compose/application.js'
import { platformTexts } from '../../src/server/process/platform-texts.js'

const model = compileModel(people.resources, new Diagnostics())

test('the sample has every text in Portuguese', () => {
  expect(
    missingMessages(model, people.messages!, ['(none)', ...textsOf(people)], platformTexts),
  ).toEqual(new Map([['pt', []]]))
})

test('missing texts are reported, with the first twenty of them', () => {
  const { Salary: _, ...rest } = people.messages!['pt']!
  const diagnostics = new Diagnostics()
  checkMessages(model, { pt: rest, fr: {} }, ['(none)'], platformTexts, diagnostics)
  expect(diagnostics.all.map(({ code, path }) => [code, path])).toEqual([
    ['MESSAGE_MISSING', 'messages.pt'],
    ['MESSAGE_MISSING', 'messages.fr'],
  ])
  expect(diagnostics.all[0]!.message).toContain('"Salary"')
  expect(diagnostics.all[1]!.message).toMatch(/ and \d+ more; clients get English/)
})

test('English needs no catalog', () => {
  expect(missingMessages(model, { en: {} }, ['(none)'], platformTexts)).toEqual(new Map())
})
