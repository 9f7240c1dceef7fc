import { afterEach, expect, test } from 'vitest'
import { browserLanguages, language } from './locale.js'
import { preferences } from './preferences.js'

afterEach(() => {
  preferences.value = { ...preferences.value, language: undefined }
  browserLanguages.value = []
})

test.for<[title: string, chosen: unknown, ofBrowser: readonly string[], language: string]>([
  ['the choice of the user wins', 'pt', ['en-GB', 'en'], 'pt'],
  ['without a choice it is the first of the browser', undefined, ['pt-BR', 'en'], 'pt-BR'],
  ['the modifier of a POSIX locale is left out', undefined, ['en-US@posix'], 'en-US'],
  ['an invalid tag of the browser is skipped', undefined, ['C.UTF-8', 'de_DE', 'de'], 'de'],
  ['an invalid stored choice is skipped', 'no language', ['de'], 'de'],
  ['a stored choice of another type is skipped', { tag: 'pt' }, ['de'], 'de'],
  ['a stored null is skipped', null, ['de'], 'de'],
  ['a browser without languages gets English', undefined, [], 'en'],
])('language: %s', ([, chosen, ofBrowser, expected]) => {
  preferences.value = { ...preferences.value, language: chosen as string | undefined }
  browserLanguages.value = ofBrowser
  expect(language.value).toBe(expected)
  expect(() => new Intl.NumberFormat(language.value)).not.toThrow()
})
