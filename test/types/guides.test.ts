/** The programs of the guides compile in a project of `corollary init`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../architecture/sources.js'
import { createProgram, messagesOf, projectOptions } from './compiler.js'

const folder = join(projectFolder, 'test/types/in-memory/guides')
const template = join(projectFolder, 'templates/service/src')

/** Programs by file: the name after the fence (` ```ts service.ts `), or a number. */
const programsOf = (guide: string): ReadonlyMap<string, string> => {
  const document = readFileSync(join(projectFolder, `docs/guides/${guide}.md`), 'utf8')
  const blocks = [...document.matchAll(/^```ts ?(\S*)\n([\s\S]*?)^```/gm)]
  return new Map(
    blocks.map(([, name, text], index) => [
      join(folder, guide, name || `block-${index}.ts`),
      `${text}export {}\n`,
    ]),
  )
}

const projectFiles = (guide: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(template).map((name) => [
      join(folder, guide, name),
      readFileSync(join(template, name), 'utf8'),
    ]),
  )

test.each(['embedding', 'recipes', 'testing'])(
  'the programs of docs/guides/%s.md compile',
  (guide) => {
    const programs = programsOf(guide)
    expect(programs.size).toBeGreaterThan(0)
    const options = { ...projectOptions, allowImportingTsExtensions: true }
    const program = createProgram(new Map([...projectFiles(guide), ...programs]), options)
    const messages = [...programs.keys()].map((file) => [file, messagesOf(program, file)])
    expect(messages).toEqual([...programs.keys()].map((file) => [file, []]))
  },
)
