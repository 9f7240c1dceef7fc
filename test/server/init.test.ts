/** `corollary init` creates projects. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createTestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createProject } from '../../src/server/commands/create-project.js'
import { addPackage } from '../../src/server/process/package-files.js'
import { freshDatabase } from '../support/database.js'

let parent: string
/** Of a project with its own table. */
let folder: string
beforeAll(async () => {
  // Below the checkout, so that the application finds the package.
  parent = await mkdtemp(join(import.meta.dirname, '.written-'))
  folder = join(parent, 'My Tasks')
  createProject(folder)
})
afterAll(() => rm(parent, { recursive: true }))

const filesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).filter((file) => file.includes('.')).sort()

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const tarball = `corollary-${version}.tgz`

/**
 * Until the end of the test, `npm` copies the file that it has packed for the first project:
 * packing takes a second of processor time.
 */
const reusePackedFile = async (): Promise<void> => {
  const programs = await mkdtemp(join(parent, '.programs-'))
  const script = `#!/bin/sh
[ "$1" = pack ] && [ -f "$2/package.json" ] || exit 1
for target; do :; done
cp '${join(folder, tarball)}' "$target" && echo '${tarball}'
`
  await writeFile(join(programs, 'npm'), script, { mode: 0o755 })
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env['PATH']}`)
}

describe('a project with its own table', () => {
  test('has an application, a test, and what it needs to run', async () => {
    expect(await filesOf(folder)).toEqual([
      ...['.dockerignore', '.gitignore', 'README.md', tarball, 'package.json'],
      ...['src/app.ts', 'src/tasks.ts'],
      ...['test/service.test.ts', 'tsconfig.build.json', 'tsconfig.json'],
    ])
  })

  test('has the name of its folder and contains the package of the checkout that created it', async () => {
    const project = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    expect(project).toMatchObject({
      name: 'my-tasks',
      dependencies: { corollary: `file:${tarball}` },
    })
    const packed = execFileSync('tar', ['-tzf', join(folder, tarball)], { encoding: 'utf8' })
    expect(packed.split('\n')).toContain('package/templates/service/Dockerfile')
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toMatch(/^# my-tasks\n/)
  })

  test('has an application that starts on an empty database', async () => {
    const database = await freshDatabase()
    const { default: application } = await import(join(folder, 'src/app.ts'))
    const service = await createTestService({ ...application, connection: database.connection })
    const url = '/api/planning/tasks'
    const created = await service.app.inject({ method: 'POST', url, payload: { title: 'Read' } })
    expect(created.statusCode, created.body).toBe(201)
    await service.close()
    await database.close()
  })
})

describe('a project depends on the package that created it', () => {
  /** As npm installs it beside a list, or another package manager without one. */
  const installedWith = async (name: string, list: object | undefined): Promise<string> => {
    const folder = join(parent, name, 'node_modules')
    await mkdir(join(folder, 'corollary'), { recursive: true })
    const description = JSON.stringify({ name: 'corollary', version })
    await writeFile(join(folder, 'corollary', 'package.json'), description)
    if (list) await writeFile(join(folder, '.package-lock.json'), JSON.stringify(list))
    return join(folder, 'corollary')
  }

  test.each([
    ['of a registry', { resolved: 'https://registry.example/corollary-0.1.0.tgz' }, `^${version}`],
    ['of a file', { resolved: 'file:../corollary-0.1.0.tgz' }, `file:${tarball}`],
    [
      'of a repository',
      { resolved: 'git+ssh://git@example/a.git#1' },
      'git+ssh://git@example/a.git#1',
    ],
    ['that npm did not install', undefined, `file:${tarball}`],
  ])('%s', async (name, installed, expected) => {
    const list = { packages: { 'node_modules/corollary': installed } }
    const project = join(parent, name, 'mine')
    const packageFolder = await installedWith(name, list)
    await mkdir(project)
    if (name !== 'of a file') await reusePackedFile()
    expect(addPackage(project, packageFolder)).toBe(expected)
    expect(await readdir(project)).toEqual(expected.startsWith('file:') ? [tarball] : [])
  })

  test('without a list of packages', async () => {
    const project = join(parent, 'other', 'mine')
    const packageFolder = await installedWith('other', undefined)
    await mkdir(project)
    await reusePackedFile()
    expect(addPackage(project, packageFolder)).toBe(`file:${tarball}`)
  })

  test('in a Dockerfile that copies every file which npm ci reads', async () => {
    const dockerfile = await readFile('templates/service/Dockerfile', 'utf8')
    expect(dockerfile).toMatch(/^COPY package.json package-lock.json corollary-\*\.tgz \.\/$/m)
    const ignored = await readFile('templates/service/dockerignore', 'utf8')
    expect(ignored).not.toContain('tgz')
  })
})

describe('a project for an existing database', () => {
  const url = 'postgresql://user:secret@localhost/shop'
  let shop: string
  beforeAll(async () => {
    shop = join(parent, 'shop')
    await reusePackedFile()
    createProject(shop, { databaseUrl: url, write: () => '' })
  })

  test('leaves its sources to introspection', async () => {
    expect(await filesOf(shop)).toEqual([
      ...['.dockerignore', '.env', '.gitignore', 'README.md', tarball, 'package.json'],
      ...['test/contracts.test.ts', 'tsconfig.build.json', 'tsconfig.json'],
    ])
  })

  test('keeps the address in a file that only its owner reads and that is not committed', async () => {
    expect(await readFile(join(shop, '.env'), 'utf8')).toBe(`DATABASE_URL="${url}"\n`)
    expect((await stat(join(shop, '.env'))).mode & 0o777).toBe(0o600)
    expect((await readFile(join(shop, '.gitignore'), 'utf8')).split('\n')).toContain('.env')
    for (const file of ['README.md', 'package.json'])
      expect(await readFile(join(shop, file), 'utf8')).not.toContain('secret')
  })
})

test('a folder that cannot be written is refused, and one that was not filled is removed', async () => {
  const file = join(parent, 'file')
  await writeFile(file, '')
  expect(() => createProject(join(file, 'mine'))).toThrow(/mine' cannot be written: ENOTDIR/)
  const write = () => {
    throw new Error('the disk is full')
  }
  const source = { databaseUrl: 'postgresql://localhost/shop', write }
  await reusePackedFile()
  expect(() => createProject(join(parent, 'deep', 'mine'), source)).toThrow(
    /mine' cannot be written: the disk is full$/,
  )
  expect(await readdir(parent)).not.toContain('deep')
})

test('a folder with files is refused', async () => {
  const used = await mkdtemp(join(tmpdir(), 'init-'))
  await writeFile(join(used, 'notes.txt'), '')
  expect(() => createProject(used)).toThrow(/is not empty; name a new folder\.$/)
  await rm(used, { recursive: true })
})
