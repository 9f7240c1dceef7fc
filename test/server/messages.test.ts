/** `corollary messages`: catalogs for translators, of the sample company. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { StartError } from '../../src/foundation/errors/start-error.js'
import { readMessages } from '../../src/foundation/files/catalog-files.js'
import { parseCommand } from '../../src/server/commands/command.js'
import { commands } from '../../src/server/commands/commands.js'
import { endEverything, temporaryFolder } from './nodes.js'

afterAll(endEverything)
afterEach(() => {
  process.exitCode = undefined
})

const run = async (...words: string[]) => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const command = parseCommand(['messages', ...words, '--app', 'examples/people/app.ts'])
  await commands.messages(command, (file) => import(file))
  const lines = print.mock.calls.flat().join('\n').split('\n')
  print.mockRestore()
  const { exitCode } = process
  process.exitCode = undefined
  return { lines, exitCode }
}

test('the catalogs of the sample are complete', async () => {
  const { lines, exitCode } = await run('--out', 'examples/people/languages', '--check')
  expect({ lines, exitCode }).toEqual({
    lines: ['examples/people/languages/pt.po: 127 texts, 0 missing, 0 to review, 0 obsolete'],
    exitCode: undefined,
  })
})

test('new languages have all texts that the platform does not have in them', async () => {
  const folder = await temporaryFolder()
  const { lines, exitCode } = await run('--out', folder, '--language', 'de,fr')
  expect(exitCode).toBeUndefined()
  expect(lines[0]).toBe(`${join(folder, 'de.po')}: 127 texts, 127 missing, 0 to review, 0 obsolete`)
  const german = await readFile(join(folder, 'de.po'), 'utf8')
  const french = await readFile(join(folder, 'fr.po'), 'utf8')
  expect(german).not.toContain('There is nothing at this path.')
  expect(french).toContain('#: errors\nmsgid "There is nothing at this path."\nmsgstr ""\n')
  // What the application has already is kept.
  expect(readMessages(folder)['pt']).toMatchObject({ 'Full name': 'Nome completo' })
  expect(readMessages(folder)['de']).toEqual({})
})

test('translations stay, and a check reports what is left to do', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'de.po')
  const catalog = `msgid ""
msgstr ""
"Language: de\\n"

#: human-resources.employees
#, fuzzy
msgid "Active"
msgstr "Aktiv"

#: human-resources.employees
msgid "Full name"
msgstr "Voller Name {nobody}"

#: human-resources.employees
msgid "Gone"
msgstr "Weg"
`
  await writeFile(file, catalog)
  const checked = await run('--out', folder, '--check')
  expect(checked.exitCode).toBe(1)
  expect(checked.lines).toEqual(
    expect.arrayContaining([
      `${file}: 127 texts, 125 missing, 1 to review, 1 obsolete`,
      `${file} is out of date; run 'corollary messages'.`,
      `${file}: no text for "Salary".`,
      `${file}: to review: "Active".`,
      `${file}: other placeholders than in "Full name".`,
    ]),
  )
  expect(await readFile(file, 'utf8')).toBe(catalog)
  await run('--out', folder)
  const written = await readFile(file, 'utf8')
  expect(written).toContain('msgid "Full name"\nmsgstr "Voller Name {nobody}"')
  expect(written).toContain('#~ msgid "Gone"\n#~ msgstr "Weg"')
  // Until it is reviewed, a fuzzy text is not used.
  expect(Object.keys(readMessages(folder)['de']!)).toEqual(['Full name'])
})

test.each([
  ['a tag that is none', 'pt_BR', '', /^'pt_BR' is not a language tag/],
  [
    'a file that is not a catalog',
    'de',
    'label: Name',
    /de\.po' is not a catalog of messages: line 1/,
  ],
])('%s is an error of the operator', async (_, language, content, message) => {
  const folder = await temporaryFolder()
  if (content !== '') await writeFile(join(folder, `${language}.po`), content)
  const failure = run('--out', folder, '--language', language)
  await expect(failure).rejects.toThrow(StartError)
  await expect(run('--out', folder, '--language', language)).rejects.toThrow(message)
})
