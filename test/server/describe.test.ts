/**
 * `corollary openapi` and `corollary diff` without a database: in separate processes where exit
 * codes and streams are the case.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StartError } from '../../src/foundation/errors/start-error.js'
import { parseCommand } from '../../src/server/commands/command.js'
import { commands } from '../../src/server/commands/commands.js'
import { endEverything, peopleApp, runNode, temporaryFolder } from './nodes.js'

afterAll(endEverything)

const saved = async (document: unknown): Promise<string> => {
  const file = join(await temporaryFolder(), 'old.json')
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document))
  return file
}

/** What a command prints in this process. */
const printed = async (
  name: 'openapi' | 'diff' | 'contract',
  ...words: string[]
): Promise<string> => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const command = parseCommand([name, ...words, '--app', 'examples/people/app.ts'])
  await commands[name](command, (file) => import(file))
  const [text] = print.mock.calls.flat()
  print.mockRestore()
  return text
}

describe.concurrent('openapi', () => {
  const openapi = (...more: string[]) => runNode(['openapi', '--app', peopleApp, ...more])

  test('openapi prints a document and nothing else', async () => {
    const { code, stdout, stderr } = await openapi('--group', 'payroll')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { openapi: version, paths } = JSON.parse(stdout)
    expect(version).toBe('3.1.0')
    expect(Object.keys(paths).every((path) => path.startsWith('/api/payroll/'))).toBe(true)
  })

  test('openapi names the existing groups', async () => {
    const { code, stdout, stderr } = await openapi('--group', 'payrol')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain("There is no group 'payrol'; the groups are platform-discovery, ")
  })
})

describe('diff', () => {
  let published: string
  beforeAll(async () => {
    published = await printed('openapi')
  })
  const diff = async (document: unknown, ...words: string[]) =>
    printed('diff', await saved(document), ...words)

  test('diff of equal documents says so', async () => {
    expect(await diff(published)).toBe('No changes.')
  })

  test('diff fails for breaking changes', async () => {
    const document = JSON.parse(published)
    document.paths['/api/gone'] = { get: { operationId: 'gone', responses: {} } }
    const { code, stdout } = await runNode(['diff', await saved(document), '--app', peopleApp])
    expect(code).toBe(1)
    expect(stdout).toMatch(/Breaking \(1\)[\s\S]*GET \/api\/gone/)
  })

  test('diff prints Markdown for a pull request', async () => {
    const document = JSON.parse(published)
    delete document.paths['/api/human-resources/skills/all']
    expect(await diff(document, '--format', 'markdown')).toBe(`### API changes: 1 additive

<details><summary>Additive (1)</summary>

| where | what |
| --- | --- |
| GET /api/human-resources/skills/all | The operation was added. |

</details>`)
    await expect(diff(document, '--format', 'html')).rejects.toThrow(
      "--format must be text or markdown; got 'html'.",
    )
  })

  test('diff does not fail for additions', async () => {
    const document = JSON.parse(published)
    delete document.paths['/api/human-resources/skills/all']
    expect(await diff(document)).toMatch(
      /Additive \(1\)[\s\S]*GET \/api\/human-resources\/skills\/all/,
    )
    expect(process.exitCode).toBeUndefined()
  })

  test.each([
    ['a file that is not JSON', '{', 'is not a JSON file'],
    ['a file that is not OpenAPI', '[]', 'is not an OpenAPI document'],
  ])('diff refuses %s', async (_what, content, message) => {
    const refusal = diff(content)
    await expect(refusal).rejects.toBeInstanceOf(StartError)
    await expect(refusal).rejects.toThrow(message)
  })
})

describe('contract', () => {
  test('contract prints a hash of each operation, and shares those of equal shapes', async () => {
    const { hashes, operations } = JSON.parse(await printed('contract'))
    const places = operations['GET /api/human-resources/employees/{id}']
    expect(operations['GET /api/human-resources/employees/all']).toEqual(places)
    expect(hashes[places[0]]).toBe('')
    expect(hashes[places[1]]).toMatch(/^(?:[\w-]{6}){20,}$/)
  })

  test('contract of a group has its operations, and names the existing groups', async () => {
    const { operations } = JSON.parse(await printed('contract', '--group', 'payroll'))
    const others = Object.keys(operations).filter((name) => !name.includes(' /api/payroll/'))
    expect(others).toEqual([])
    await expect(printed('contract', '--group', 'payrol')).rejects.toThrow(
      "There is no group 'payrol'; the groups are human-resources, payroll.",
    )
  })
})
