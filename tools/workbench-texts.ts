/**
 * The texts of the workbench: where its sources name them, and how the bundle keeps them. In the
 * sources English texts are their own keys. In the bundle they are numbers, so that no text is
 * there twice: the texts of a language are a list.
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { messages as german } from '../workbench/texts/de.js'
import { messages as spanish } from '../workbench/texts/es.js'
import { messages as portuguese } from '../workbench/texts/pt.js'

const text = String.raw`'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"`
/** `t('…')`, and both texts of `tn(count, '…', '…')`. */
const single = new RegExp(String.raw`\bt\(\s*(?:${text})`, 'g')
const counted = new RegExp(String.raw`\btn\([^'"]*?,\s*(?:${text}),\s*(?:${text})`, 'g')
const literal = new RegExp(text, 'g')

const read = (source: string): string => source.slice(1, -1).replace(/\\(.)/g, '$1')

/** Replaces each text that a source names. */
const replaceTexts = (source: string, replace: (text: string) => string): string => {
  const inCall = (call: string) => call.replace(literal, (found) => replace(read(found)))
  return source.replace(single, inCall).replace(counted, inCall)
}

/** The texts that a source names. */
export const textsOf = (source: string): readonly string[] => {
  const found: string[] = []
  replaceTexts(source, (each) => {
    found.push(each)
    return JSON.stringify(each)
  })
  return found
}

const keys = Object.keys(portuguese)
const numbers = new Map(keys.map((key, index) => [key, index]))
const listOf = (messages: Readonly<Record<string, string>>): readonly string[] =>
  keys.map((key) => messages[key] ?? key)
const lists: Readonly<Record<string, readonly string[]>> = {
  'en.ts': keys,
  'de.ts': listOf(german),
  'es.ts': listOf(spanish),
  'pt.ts': listOf(portuguese),
}

/** Makes the texts of a bundle numbers. */
export const numberedTexts: Plugin = {
  name: 'numbered-texts',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]workbench[\\/].*\.tsx?$/ }, async ({ path }) => {
      const [folder, file] = path.split(/[\\/]/).slice(-2) as [string, string]
      if (folder === 'texts') {
        const list = lists[file]
        return list && { contents: `export const messages = ${JSON.stringify(list)}` }
      }
      // A text without a translation yet stays its own key.
      const contents = replaceTexts(await readFile(path, 'utf8'), (each) =>
        String(numbers.get(each) ?? JSON.stringify(each)),
      )
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}
