/** The catalogs of the platform's own texts: complete, without unused texts. */
import { describe, expect, test } from 'vitest'
import { platformMessages } from '../../src/discovery/platform-messages.js'
import { printPo, readPo } from '../../src/foundation/text/po-file.js'
import { reviewCatalog, updateCatalog } from '../../src/foundation/text/update-catalog.js'
import { platformTexts } from '../../src/server/process/platform-texts.js'
import { readSource } from './sources.js'

const messages = platformMessages()

test('the platform has hundreds of texts that people read', () => {
  expect(messages.size).toBeGreaterThan(400)
})

describe.each(platformTexts.languages)('the catalog %s', (language) => {
  const source = readSource(`languages/${language}.po`)
  const catalog = readPo(source)

  test('is complete: `npm run languages` adds what is missing', () => {
    expect(reviewCatalog(catalog)).toEqual({
      missing: [],
      fuzzy: [],
      placeholders: [],
      obsolete: [],
    })
    expect(printPo(updateCatalog(language, catalog, messages))).toBe(source)
  })

  test('is what the service reads, for regions of the language too', () => {
    const texts = platformTexts.of(`${language.toUpperCase()}-XY`)
    expect(Object.keys(texts)).toHaveLength(messages.size)
  })
})

test('an unknown language has no texts', () => {
  expect(platformTexts.of('fr')).toEqual({})
})
