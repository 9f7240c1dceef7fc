/** Every text of the workbench has a Portuguese translation, and every translation is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '../../workbench/texts/pt.js'

const folder = join(import.meta.dirname, '../../workbench')

const text = String.raw`'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"`
/** `t('…')`, and both texts of `tn(count, '…', '…')`. */
const single = new RegExp(String.raw`\bt\(\s*(?:${text})`, 'g')
const counted = new RegExp(String.raw`\btn\([^'"]*?,\s*(?:${text}),\s*(?:${text})`, 'g')

const textsOf = (source: string): readonly string[] =>
  [...source.matchAll(single), ...source.matchAll(counted)].flatMap(([, ...texts]) =>
    texts.filter((found) => found !== undefined).map((found) => found.replace(/\\(.)/g, '$1')),
  )

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.startsWith('texts'),
)

const used = new Set(sources.flatMap((file) => textsOf(readFileSync(join(folder, file), 'utf8'))))

const placeholders = (message: string) => (message.match(/\{\w+\}/g) ?? []).sort()

test('every text of the workbench has a Portuguese translation', () => {
  expect(used.size).toBeGreaterThan(30)
  expect([...used].filter((english) => !(english in messages)).sort()).toEqual([])
})

test('every Portuguese translation is used', () => {
  expect(Object.keys(messages).filter((english) => !used.has(english))).toEqual([])
})

test.for(Object.entries(messages))('%s keeps its placeholders', ([english, portuguese]) => {
  expect(placeholders(portuguese)).toEqual(placeholders(english))
})

test('translations are in alphabetical order', () => {
  const keys = Object.keys(messages)
  const byText = (a: string, b: string) => a.localeCompare(b, 'en')
  expect(keys).toEqual([...keys].sort(byText))
})
