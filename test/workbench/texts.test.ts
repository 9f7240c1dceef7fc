/** Every text of the workbench has a Portuguese translation, and every translation is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsOf } from '../../tools/workbench-texts.js'
import { messages } from '../../workbench/texts/pt.js'

const folder = join(import.meta.dirname, '../../workbench')

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
