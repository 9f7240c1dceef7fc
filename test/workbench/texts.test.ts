/** Every text of the workbench is translated into each language, and every translation is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textsOf } from '../../tools/workbench-texts.js'
import { messages as german } from '../../workbench/texts/de.js'
import { messages as spanish } from '../../workbench/texts/es.js'
import { messages as portuguese } from '../../workbench/texts/pt.js'
import { replaceTexts } from '../../workbench/texts/replace-texts.js'

const folder = join(import.meta.dirname, '../../workbench')

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.startsWith('texts'),
)

const used = new Set(sources.flatMap((file) => textsOf(readFileSync(join(folder, file), 'utf8'))))

const placeholders = (message: string) => (message.match(/\{\w+\}/g) ?? []).sort()

/** Texts that are the same word in the language. */
const sameWords: Readonly<Record<string, readonly string[]>> = {
  de: [
    ...['{label} {number}', '{size} kB', 'API', 'Body', 'Client', 'CSV', 'Dashboard', 'Discovery'],
    ...[
      'Excel',
      'Export',
      'Filter',
      'Filter ({count})',
      'Format',
      'JSON',
      'Live',
      'Maximum',
      'Minimum',
    ],
    ...['Offline', 'Parameter', 'Schemas', 'Token', 'Top {count}', 'Version {version}', 'Workflow'],
  ],
  es: [
    '{label} {number}',
    '{size} kB',
    'API',
    'CSV',
    'Error',
    'Excel',
    'JSON',
    'No',
    'Token',
    'Total',
  ],
  pt: [
    '{label} {number}',
    '{size} kB',
    '“{value}”',
    'API',
    'CSV',
    'Excel',
    'JSON',
    'Token',
    'Total',
  ],
}

describe.for(Object.entries({ de: german, es: spanish, pt: portuguese }))(
  '%s',
  ([tag, messages]) => {
    test('every text of the workbench has a translation', () => {
      expect(used.size).toBeGreaterThan(30)
      expect([...used].filter((english) => !(english in messages)).sort()).toEqual([])
    })

    test('every translation is used', () => {
      expect(Object.keys(messages).filter((english) => !used.has(english))).toEqual([])
    })

    test('every translation keeps its placeholders', () => {
      const differing = Object.entries(messages).filter(
        ([english, text]) => placeholders(text).join() !== placeholders(english).join(),
      )
      expect(differing).toEqual([])
    })

    test('no translation is left in English, except words that the language shares', () => {
      const english = Object.keys(messages).filter((text) => messages[text] === text)
      expect(english.filter((text) => !sameWords[tag]!.includes(text))).toEqual([])
    })

    test('translations are in alphabetical order', () => {
      const keys = Object.keys(messages)
      const byText = (a: string, b: string) => a.localeCompare(b, 'en')
      expect(keys).toEqual([...keys].sort(byText))
    })
  },
)

test('the tests cover every language that the page offers', () => {
  const files = readdirSync(join(folder, 'texts')).filter((file) => /^[a-z]{2}\.ts$/.test(file))
  expect(files.sort()).toEqual(['en', ...Object.keys(sameWords)].sort().map((tag) => `${tag}.ts`))
})

test('texts of the application replace those of the page, in the bundle by their number', () => {
  const replaced = { Save: 'Sichern' }
  expect(replaceTexts({ Save: 'Speichern', No: 'Nein' }, replaced, {})).toEqual({
    ...{ Save: 'Sichern', No: 'Nein' },
  })
  const bundled = replaceTexts({ 0: 'Nein', 1: 'Speichern' }, replaced, { 0: 'No', 1: 'Save' })
  expect(bundled).toMatchObject({ 0: 'Nein', 1: 'Sichern' })
})
