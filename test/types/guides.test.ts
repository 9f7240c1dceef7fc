/** The programs of the guides compile in a project of `corollary init`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../architecture/sources.js'
import { messagesOf } from './compiler.js'

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

const guides = ['embedding', 'recipes', 'testing'].map(
  (guide) => [guide, programsOf(guide)] as const,
)

/** Of one program with all files: it checks the types of the package once. */
let messages: ReturnType<typeof messagesOf>
beforeAll(() => {
  const files = guides.flatMap(([guide, programs]) => [...projectFiles(guide), ...programs])
  messages = messagesOf(new Map(files))
})

test.each(guides)('the programs of docs/guides/%s.md compile', (_, programs) => {
  expect(programs.size).toBeGreaterThan(0)
  for (const file of programs.keys()) expect(messages.get(file), file).toEqual([])
})
