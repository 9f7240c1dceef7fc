import { expect, test } from 'vitest'
import { printPo, readPo } from './po-file.js'
import { reviewCatalog, updateCatalog } from './update-catalog.js'

const used = new Map([
  ['Name', ['sales.customers']],
  ['At most {limit}', ['sales.orders']],
])

test('a new catalog has the translations that the application has already', () => {
  const catalog = updateCatalog('pt', undefined, used, { Name: 'Nome', 'workbench.Home': 'Início' })
  expect(printPo(catalog)).toBe(`msgid ""
msgstr ""
"Language: pt\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

#: sales.orders
#, python-brace-format
msgid "At most {limit}"
msgstr ""

#: sales.customers
msgid "Name"
msgstr "Nome"

msgid "workbench.Home"
msgstr "Início"
`)
  expect(reviewCatalog(catalog).missing).toEqual(['At most {limit}'])
})

const existing = readPo(`# Formal.
#: sales.customers
#, fuzzy
msgid "Name"
msgstr "Nome"

#: sales.orders
msgid "At most {limit}"
msgstr "No máximo {max}"

#: sales.orders
msgid "Gone"
msgstr "Foi-se"

#: sales.orders
msgid "Never translated"
msgstr ""

msgid "workbench.Home"
msgstr "Início"
`)

test('translations, remarks and entries of the author stay; unused texts become obsolete', () => {
  const catalog = updateCatalog('pt', existing, used, { Gone: 'Foi-se' })
  expect(catalog.entries.map(({ id, text, isObsolete }) => [id, text, isObsolete])).toEqual([
    ['At most {limit}', 'No máximo {max}', false],
    ['Name', 'Nome', false],
    ['workbench.Home', 'Início', false],
    ['Gone', 'Foi-se', true],
  ])
  expect(catalog.entries[1]).toMatchObject({ comments: ['Formal.'], flags: ['fuzzy'] })
  expect(reviewCatalog(catalog)).toEqual({
    missing: [],
    fuzzy: ['Name'],
    placeholders: ['At most {limit}'],
    obsolete: ['Gone'],
  })
})

test('an obsolete text that is used again has its translation', () => {
  const without = updateCatalog('pt', existing, new Map())
  const again = updateCatalog('pt', readPo(printPo(without)), used)
  expect(again.entries.find(({ id }) => id === 'Name')).toMatchObject({
    ...{ text: 'Nome', isObsolete: false, flags: ['fuzzy'] },
    references: ['sales.customers'],
  })
})
