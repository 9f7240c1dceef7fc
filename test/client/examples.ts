/**
 * The examples of docs/reference/client.md as two modules in the checkout, where the package finds
 * itself by its name.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../architecture/sources.js'

const document = readFileSync(join(projectFolder, 'docs/reference/client.md'), 'utf8')
const exampleOf = (fence: string): string =>
  [...document.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'gm'))]
    .map((match) => match[1]!)
    .join('\n')

export const exampleFolder = join(projectFolder, 'test/client/documents.tmp')
export const exampleFile = join(exampleFolder, 'examples.tmp.ts')

const resources = ['employees', 'departments', 'skills']
  .map((name) => `import { ${name} } from '../../../examples/people/resources/${name}.js'`)
  .join('\n')

/** Their texts by path; the client sends its requests to `baseUrl`. */
export const exampleFiles = (baseUrl: string): ReadonlyMap<string, string> =>
  new Map([
    [join(exampleFolder, 'resources.tmp.ts'), `${resources}\n${exampleOf('ts resources.ts')}`],
    [
      exampleFile,
      exampleOf('ts')
        .replace('./resources.js', './resources.tmp.js')
        .replace('http://127.0.0.1:8080', baseUrl),
    ],
  ])
