import { describe, expect, test } from 'vitest'
import { type PoEntry, PoError, printPo, readPo } from './po-file.js'

const entry = (members: Partial<PoEntry>): PoEntry => ({
  ...{ id: '', text: '', isObsolete: false },
  ...{ comments: [], notes: [], references: [], flags: [] },
  ...members,
})

const printed = `# Reviewed by the team.
msgid ""
msgstr ""
"Language: pt\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

# Formal.
#. Label of a field.
#: sales.orders
#: sales.customers
#, fuzzy, python-brace-format
msgid "At most {limit}"
msgstr "No máximo {limit}"

msgid ""
"one\\n"
"two"
msgstr "\\"um\\\\dois\\"\\t"

#~ msgid "Gone"
#~ msgstr "Foi-se"
`

test('a catalog is read with everything that tools of translators write, and printed the same', () => {
  const file = readPo(printed)
  expect(file).toEqual({
    headers: ['Language: pt', 'Content-Type: text/plain; charset=UTF-8'],
    comments: ['Reviewed by the team.'],
    entries: [
      entry({
        ...{ id: 'At most {limit}', text: 'No máximo {limit}', comments: ['Formal.'] },
        ...{ notes: ['Label of a field.'], references: ['sales.orders', 'sales.customers'] },
        flags: ['fuzzy', 'python-brace-format'],
      }),
      entry({ id: 'one\ntwo', text: '"um\\dois"\t' }),
      entry({ id: 'Gone', text: 'Foi-se', isObsolete: true }),
    ],
  })
  expect(printPo(file)).toBe(printed)
})

describe('forms of other tools', () => {
  test.each([
    ['lines of Windows, and a mark of UTF-8', '\ufeffmsgid "a"\r\nmsgstr "b"\r\n', 'b'],
    ['a text that is wrapped', 'msgid ""\n"a"\nmsgstr ""\n"b "\n"c"\n', 'b c'],
    ['an earlier text', '#| msgid "A"\nmsgid "a"\nmsgstr "b"', 'b'],
    [
      'entries without an empty line between them',
      'msgid "x"\nmsgstr "y"\nmsgid "a"\nmsgstr "b"',
      'b',
    ],
  ])('%s is read', (_, text, translation) => {
    const found = readPo(text).entries.find(({ id }) => id === 'a')
    expect(found?.text).toBe(translation)
  })
})

test.each([
  ['msgid "a"\nmsgid_plural "b"', /^line 2 must be a comment, msgid or msgstr$/],
  ['msgctxt "menu"\nmsgid "a"', /^line 1 must be a comment, msgid or msgstr$/],
  ['msgid "a"\nmsgstr "b', /^line 2 must be a quoted text$/],
  ['label: a', /^line 1 must be a comment/],
])('%j is not a catalog', (text, message) => {
  expect(() => readPo(text)).toThrow(PoError)
  expect(() => readPo(text)).toThrow(message)
})
