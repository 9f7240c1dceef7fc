/** Compares the documents with the tables that they describe. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filterOperations } from '../../src/contract/filter/table.js'
import { errorTable } from '../../src/foundation/errors/error-codes.js'
import { settingTable } from '../../src/foundation/settings/settings.js'
import { environmentName } from '../../src/server/compose/read-settings.js'
import { readSource, sourceFiles } from '../architecture/sources.js'

const read = (file: string): string => readFileSync(file, 'utf8')
const rowsOf = (file: string): readonly (readonly string[])[] =>
  read(file)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

test('docs/reference/errors.md lists every code with its status and category', () => {
  const listed = rowsOf('docs/reference/errors.md')
    .map((row) => [/`([A-Z_]+)`/.exec(row[1]!)?.[1], Number(row[2]), row[3]])
    .filter(([code]) => code !== undefined)
  const expected = Object.entries(errorTable).map(([code, { status, category }]) => [
    code,
    status,
    `\`${category}\``,
  ])
  expect(listed).toEqual(expected)
})

test.each(['request', 'symptoms'])('docs/maintain/%s.md names only files that exist', (page) => {
  const sources = sourceFiles('src').map((file) => `/${file}`)
  const exists = (path: string) =>
    existsSync(path) ||
    existsSync(join('src', path)) ||
    sources.some((file) => file.endsWith(`/${path}`))
  const named = [...read(`docs/maintain/${page}.md`).matchAll(/`([\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => /^\w.*(?:\/|\.ts$)/.test(path))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !exists(path))).toEqual([])
})

test('docs/maintain/platform-tables.md says of each platform table what may be deleted', () => {
  const created = sourceFiles('src/platform').flatMap((file) => [
    ...readSource(`src/platform/${file}`).matchAll(/create (?:unlogged )?table \$\{\w+\}\.(\w+)/g),
  ])
  const tables = new Set(created.map(([, name]) => name))
  const listed = rowsOf('docs/maintain/platform-tables.md').flatMap(
    (row) => /^`(\w+)`$/.exec(row[1]!)?.[1] ?? [],
  )
  expect(tables.size).toBeGreaterThan(10)
  expect([...listed].sort()).toEqual([...tables].sort())
})

test('docs/maintain/architecture.md names each error code at the stage that sends it', () => {
  const text = read('docs/maintain/architecture.md')
  expect(Object.keys(errorTable).filter((code) => !text.includes(`\`${code}\``))).toEqual([])
})

test('every error code is raised somewhere in the sources', () => {
  const tables = ['foundation/errors/error-codes.ts', 'discovery/openapi/operation-errors.ts']
  const sources = sourceFiles('src')
    .filter((file) => !tables.includes(file))
    .map((file) => readSource(`src/${file}`))
    .join()
  const unused = Object.keys(errorTable).filter((code) => !sources.includes(`'${code}'`))
  expect(unused).toEqual([])
})

test('docs/reference/configuration.md lists every setting with its values, default and description', () => {
  const listed = rowsOf('docs/reference/configuration.md').filter((row) =>
    row[1]!.startsWith('`platform.'),
  )
  const expected = Object.entries(settingTable).map(([name, setting]) => [
    `\`${name}\``,
    setting.accepts,
    `\`${JSON.stringify(setting.default)}\``,
    setting.description,
  ])
  expect(listed.map((row) => row.slice(1, 5))).toEqual(expected)
})

test('docs/guides/deployment.md names settings that exist, and the Dockerfile of a new project', () => {
  const text = read('docs/guides/deployment.md')
  const variables = Object.keys(settingTable).map(environmentName)
  const named = [...new Set(text.match(/\bPLATFORM_[A-Z_]+/g))]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !variables.includes(name))).toEqual([])
  const [, dockerfile] = /```dockerfile\n([\s\S]*?)```/.exec(text)!
  expect(dockerfile).toBe(read('templates/service/Dockerfile'))
})

test('docs/guides/running.md names settings and tests of limits that exist', () => {
  const rows = rowsOf('docs/guides/running.md').filter((row) => row[2]?.startsWith('`platform.'))
  const settings = rows.flatMap((row) => row[2]!.match(/platform\.[\w.-]+/g) ?? [])
  expect(settings.length).toBeGreaterThan(20)
  expect(settings.filter((name) => !(name in settingTable))).toEqual([])
  const tests = rows.flatMap((row) => row[5]!.match(/\w[\w/-]+/g) ?? [])
  expect(tests.filter((name) => !isThere(`test/${name}.test.ts`))).toEqual([])
})

test('docs/reference/filters.md names every filter operation', () => {
  const text = read('docs/reference/filters.md')
  const missing = Object.keys(filterOperations).filter((operation) => !text.includes(operation))
  expect(missing).toEqual([])
})

test('docs/guides/contracts.md names every diagnostic code', () => {
  const source = read('src/foundation/errors/diagnostics.ts')
  const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map((match) => match[1]!)
  expect(codes.length).toBeGreaterThan(20)
  const text = read('docs/guides/contracts.md')
  expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([])
})

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'test/README.md', 'bench/README.md'],
  ...readdirSync('docs', { recursive: true }).map((file) => join('docs', String(file))),
].filter((file) => file.endsWith('.md'))

/** What the pattern finds in the documents and is not there. */
const missing = (pattern: RegExp, pathOf: (file: string, found: string) => string) =>
  documents.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .map((match) => pathOf(file, match[1]!))
      .filter((target) => !isThere(target))
      .map((target) => `${file}: ${target}`),
  )

test('every relative link in a document has a target', () => {
  const link = /\]\(([^)#:]+)(?:#[^)]*)?\)/g
  expect(missing(link, (file, target) => join(dirname(file), target))).toEqual([])
})

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '')

const anchorsOf = (file: string): readonly string[] => {
  const headings = [...withoutCode(read(file)).matchAll(/^#+ (.*)$/gm)]
  const anchors = headings.map(([, heading]) => anchorOf(heading!))
  // Further ones of the same name have a number.
  return anchors.map((anchor, position) => {
    const earlier = anchors.slice(0, position).filter((other) => other === anchor).length
    return earlier === 0 ? anchor : `${anchor}-${earlier}`
  })
}

test('every anchor in a link between documents is a heading', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)#:]*\.md)?#([^)]+)\)/g)].map(([, target, anchor]) => ({
      target: target === undefined ? file : join(dirname(file), target),
      anchor: anchor!,
    })),
  )
  expect(links.length).toBeGreaterThan(50)
  const broken = links.filter(({ target, anchor }) => !anchorsOf(target).includes(anchor))
  expect(broken).toEqual([])
})

test('every decision has a date, a status, and its line in the list', () => {
  const folder = 'docs/maintain/decisions'
  const names = readdirSync(folder).filter((name) => name !== 'README.md')
  const lines = names.map((name) => {
    const [title, , state] = read(join(folder, name)).split('\n')
    const [, date, status] = /^(\d{4}-\d\d-\d\d) · (accepted|superseded)/.exec(state!) ?? []
    return `| [${name.slice(0, 4)}](${name}) | ${title!.slice('# 0000 '.length)} | ${date} | ${status} |`
  })
  const list = read(join(folder, 'README.md')).split('\n')
  expect(list.filter((line) => line.startsWith('| [0'))).toEqual(lines.sort())
})

test('every file of the project that a document names is there', () => {
  const name = /`((?:src|test|tools|bench|deploy|examples|templates)\/[\w./-]+\.[a-z]+)`/g
  expect(missing(name, (_, path) => path)).toEqual([])
})

/** Documents, and what `init` writes into projects. */
const forReaders = [
  ...documents,
  ...readdirSync('templates', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)),
  'src/server/commands/command.ts',
  'src/server/commands/init-command.ts',
]

test('no text makes readers run or install the package by a name that nobody owns on npm', () => {
  const byName =
    /(npx|npm (i|install|exec|create|add)|npmjs\.com\/package\/) ?(--?\S+ )*@?corollary\b/
  expect(forReaders.filter((file) => byName.test(read(file)))).toEqual([])
})

test('every script of npm that a document names exists, and the README begins with two of them', () => {
  const scriptsOf = (file: string): object => JSON.parse(read(file)).scripts
  const scripts = {
    ...scriptsOf('templates/service/package.template.json'),
    ...scriptsOf('package.json'),
  }
  const named = forReaders.flatMap((file) => [
    ...read(file).matchAll(/npm (?:run )?((?<=run )[\w:-]+|start\b|test\b)/g),
  ])
  expect(named.length).toBeGreaterThan(50)
  expect(named.map(([, name]) => name!).filter((name) => !(name in scripts))).toEqual([])
  const [, first] = /```sh\n([\s\S]*?)```/.exec(read('README.md'))!
  expect(first!.split('\n').map((line) => line.split('#')[0]!.trim())).toEqual([
    'npm ci && npm start',
    'npm ci && npm test',
    '',
  ])
})

const isThere = (path: string): boolean => {
  try {
    readdirSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR'
  }
}
