/** The examples of docs/client.md: they compile, and they run against the sample. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../architecture/sources.js'
import { useClient } from './use-client.js'

const setup = useClient()
const document = readFileSync('docs/client.md', 'utf8')
const exampleOf = (fence: string): readonly string[] =>
  [...document.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1]!,
  )
/** Inside the checkout, where the package can import itself by name. */
const folder = join(projectFolder, 'test/client/documents.tmp')
const sample = '../../../examples/people/resources'
const resources = `
${['employees', 'departments', 'skills'].map((name) => `import { ${name} } from '${sample}/${name}.js'`).join('\n')}
${exampleOf('ts resources.ts').join('\n')}`

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'resources.tmp.ts'), resources)
  const program = exampleOf('ts')
    .join('\n')
    .replace('./resources.js', './resources.tmp.js')
    .replace('http://127.0.0.1:8080', setup.baseUrl)
  await writeFile(join(folder, 'examples.tmp.ts'), program)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the examples of docs/client.md compile', () => {
  const { config } = ts.readConfigFile(join(projectFolder, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, projectFolder)
  const file = join(folder, 'examples.tmp.ts')
  const program = ts.createProgram([file], options)
  const source = program.getSourceFile(file)
  const diagnostics = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ]
  const messages = diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  )
  expect(messages).toEqual([])
})

test('the examples of docs/client.md run', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...['--conditions=@corollary/source', '--import', 'tsx'],
    join(folder, 'examples.tmp.ts'),
  ])
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toMatch(/^[1-9]\d* \S+/)
  expect(stdout).not.toContain('The employee was changed in the meantime.')
  expect(stdout).toMatch(/Engineering: \d/)
  expect(lines.at(-1)).toMatch(/^\d+ false$/)
  const made = await setup.client.resource('human-resources.departments').filter({ code: 'D-42' })
  expect(made).toMatchObject({ data: { totalElements: 1 } })
})
