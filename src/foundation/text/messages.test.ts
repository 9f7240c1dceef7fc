import { describe, expect, test } from 'vitest'
import { chooseLanguage } from './messages.js'

describe('chooseLanguage', () => {
  test.each([
    ['no header', undefined, ['pt'], 'en'],
    ['a range is shortened step by step', 'zh-Hant-TW', ['zh', 'zh-Hant'], 'zh-Hant'],
    ['a single letter goes with what follows it', 'zh-x-a-b', ['zh'], 'zh'],
    ['a range finds a longer tag when nothing else fits', 'pt', ['pt-BR'], 'pt-BR'],
    ['an exact tag comes before a longer one', 'pt', ['pt-BR', 'pt'], 'pt'],
    ['another region of the language is another language', 'pt-PT', ['pt-BR'], 'en'],
    ['the first preference that fits is chosen', 'fr, pt;q=0.5, en;q=0.4', ['pt-BR'], 'pt-BR'],
    ['q=0 excludes a language', 'pt;q=0, *', ['pt'], 'en'],
    ['q=0 excludes the regions of a language', 'pt;q=0, *;q=0.5', ['pt-BR'], 'en'],
    ['a longer range is kept beside an excluded one', 'pt;q=0, pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
    ['what is excluded is not found by shortening', 'pt-BR, pt;q=0', ['pt'], 'en'],
    ['any language is English', '*', ['pt'], 'en'],
    ['any language but English is another one', '*, en;q=0', ['pt'], 'pt'],
    ['letter case does not matter', 'ZH-hant', ['zh-Hant'], 'zh-Hant'],
  ])('%s: %j of %j is %s', (_, header, tags, language) => {
    const catalogs = Object.fromEntries(tags.map((tag) => [tag, {}]))
    expect(chooseLanguage(header, catalogs)).toBe(language)
  })
})
