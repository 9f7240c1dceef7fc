/** `corollary openapi` and `corollary diff` in separate processes, without a database. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endEverything, peopleApp, runNode, temporaryFolder } from './nodes.js'

afterAll(endEverything)

const openapi = (...more: string[]) => runNode(['openapi', '--app', peopleApp, ...more])
const saved = async (document: unknown): Promise<string> => {
  const file = join(await temporaryFolder(), 'old.json')
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document))
  return file
}
const diff = (file: string) => runNode(['diff', file, '--app', peopleApp])

describe.concurrent('openapi', () => {
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

describe.concurrent('diff', () => {
  let published: string
  beforeAll(async () => {
    published = (await openapi()).stdout
  })

  test('diff of equal documents says so', async () => {
    expect(await diff(await saved(published))).toMatchObject({
      code: 0,
      stdout: 'No changes.\n',
    })
  })

  test('diff fails for breaking changes, not for additions', async () => {
    const document = JSON.parse(published)
    const gone = structuredClone(document)
    gone.paths['/api/gone'] = { get: { operationId: 'gone', responses: {} } }
    const broken = await diff(await saved(gone))
    expect(broken.code).toBe(1)
    expect(broken.stdout).toMatch(/Breaking \(1\)[\s\S]*GET \/api\/gone/)
    delete document.paths['/api/human-resources/skills/all']
    const added = await diff(await saved(document))
    expect(added.code).toBe(0)
    expect(added.stdout).toMatch(/Additive \(1\)[\s\S]*GET \/api\/human-resources\/skills\/all/)
  })

  test.each([
    ['a file that is not JSON', '{', 'is not a JSON file'],
    ['a file that is not OpenAPI', '[]', 'is not an OpenAPI document'],
  ])('diff refuses %s', async (_what, content, said) => {
    const { code, stderr } = await diff(await saved(content))
    expect(code).toBe(1)
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/\n {4}at /)
  })
})
