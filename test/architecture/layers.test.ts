/**
 * Compares the layers with the import lines: imports point downwards, and no files import each
 * other in a circle.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Import, importsOf, readSource, sourceFiles } from './sources.js'

/**
 * The folders that a folder of `src/` may import besides itself. A new folder must be added here
 * first.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  wire: ['foundation'],
  contract: ['wire', 'foundation'],
  model: ['contract', 'foundation'],
  query: ['model', 'contract', 'foundation'],
  stats: ['query', 'model', 'contract', 'wire', 'foundation'],
  access: ['query', 'model', 'contract', 'wire', 'foundation'],
  database: ['model', 'contract', 'foundation'],
  platform: ['database', 'model', 'foundation'],
  files: ['database', 'foundation'],
  versions: ['platform', 'database', 'query', 'model', 'contract', 'foundation'],
  changes: ['query', 'access', 'database', 'platform', 'model', 'contract', 'wire', 'foundation'],
  operations: [
    ...['query', 'stats', 'access', 'database', 'platform', 'files', 'changes'],
    ...['model', 'contract', 'wire', 'foundation'],
  ],
  advice: ['query', 'database', 'platform', 'versions', 'model', 'contract', 'foundation'],
  discovery: ['model', 'contract', 'wire', 'foundation'],
  telemetry: ['database', 'foundation'],
  client: ['contract', 'wire'],
  mcp: ['model', 'wire', 'foundation'],
  http: [
    ...['mcp', 'operations', 'changes', 'discovery', 'access', 'telemetry', 'database', 'files'],
    ...['model', 'contract', 'wire', 'foundation'],
  ],
  introspection: ['database', 'model', 'contract', 'foundation'],
  server: ['*'],
  'cli.ts': ['server', 'foundation'],
  // The public entries only collect exports: no file imports them.
  'index.ts': ['server', 'http', 'contract', 'wire', 'foundation'],
  'testing.ts': ['server', 'access', 'database', 'contract', 'foundation'],
  'client.ts': ['client', 'wire'],
  'workbench.ts': ['client'],
}

/**
 * The folders of rooms of `src/`, and files of theirs: each may import those before it. `*` is the
 * place of the other files beside the folders; without it, they may import all, and all may import
 * them.
 */
const subFolders: Readonly<Record<string, readonly string[]>> = {
  contract: ['filter', 'forms'],
  database: [
    ...['engines/citus/errors.ts', 'errors', 'connection', 'transaction', 'replicas', 'access'],
    ...['catalog', 'check', 'engines'],
  ],
  discovery: ['schemas', 'openapi', 'catalogs', '*'],
  foundation: [
    ...['text', 'json', 'time', 'sequences', 'functions', 'errors', 'files', 'encoding'],
    ...['execution', 'metrics', 'settings'],
  ],
  http: [
    ...[
      'request',
      'response',
      'connections',
      'export',
      'import',
      'handlers',
      'route.ts',
      'router.ts',
    ],
    ...['routes', 'pages', 'hosts', 'pipeline.ts', 'http-server.ts'],
  ],
  model: [
    ...['unknown-name.ts', 'operation-table.ts', 'kinds', 'types'],
    ...['batch-guard.ts', 'labels.ts', 'compile', '*'],
  ],
  operations: [
    ...['limits', 'stored-statistics', 'read', 'work', 'write', 'transaction', 'records'],
    ...['files', 'actions', 'batch', 'import', 'saved-views'],
  ],
  server: ['process', 'compose', 'commands', '*'],
}

/** The rooms of `workbench/`: each may import those before it. */
const workbenchRooms = [
  ...[
    'browser',
    'service',
    'texts',
    'session',
    'fields',
    'ui',
    'charts',
    'controls',
    'forms',
    'filter',
  ],
  ...['workflow', 'contract', 'pages', 'app', 'main.tsx', 'style'],
]

/** The rooms of the table page: each may import those before it, and the page imports them all. */
const tableRooms = [
  ...['rows', 'columns', 'views', 'groups', 'grid', 'edit', 'selection', 'export', 'import'],
]

const entries = new Set(['index.ts', 'testing.ts', 'client.ts', 'cli.ts', 'workbench.ts'])
const layerOf = (file: string): string => file.split('/')[0]!
const inside = importsOf('src').filter(({ isPackage }) => !isPackage)

/**
 * Every circle once, as `a.ts → b.ts → a.ts`; imports of types count, because readers follow them
 * too.
 */
const circlesOf = (imports: readonly Import[]): readonly string[] => {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) found.push([...trail.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const { from, to } of imports) if (from === file) visit(to, [...trail, file])
    done.add(file)
  }
  for (const { from } of imports) visit(from, [])
  return found
}

describe('imports inside src', () => {
  test('every folder is assigned to a layer', () => {
    const unplaced = sourceFiles('src').filter((file) => !(layerOf(file) in mayImport))
    expect(unplaced).toEqual([])
    expect(inside.length).toBeGreaterThan(100)
  })

  test('a layer imports only lower layers', () => {
    const upwards = inside.filter(({ from, to }) => {
      const allowed = mayImport[layerOf(from)] ?? []
      return (
        layerOf(from) !== layerOf(to) && !allowed.includes('*') && !allowed.includes(layerOf(to))
      )
    })
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test.each(Object.entries(subFolders))(
    'a folder of %s imports only those before it',
    (room, folders) => {
      const placeOf = (file: string): number => {
        const place = folders.findIndex((name) => `${file}/`.startsWith(`${room}/${name}/`))
        return place < 0 && file.split('/').length === 2 ? folders.indexOf('*') : place
      }
      const files = sourceFiles('src').filter((file) => layerOf(file) === room)
      const unplaced = files.filter((file) => file.split('/').length > 2 && placeOf(file) < 0)
      expect(unplaced).toEqual([])
      const upwards = inside.filter(({ from, to }) => {
        const isInside = layerOf(from) === room && layerOf(to) === room
        const [lower, upper] = [placeOf(to), placeOf(from)]
        return isInside && lower >= 0 && upper >= 0 && lower > upper && !from.endsWith('.test.ts')
      })
      expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
    },
  )

  test('no files import each other in a circle', () => {
    expect(circlesOf(inside)).toEqual([])
  })

  test('no file imports an entry or an index.ts', () => {
    const wrong = inside.filter(({ to }) => entries.has(to) || /(^|\/)index\.ts$/.test(to))
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('the layers below HTTP import neither fastify nor node:http', () => {
    const packages = importsOf('src').filter(({ to }) =>
      /^(fastify|@fastify|node:https?$)/.test(to),
    )
    // Webhooks send requests; they serve none.
    const sender = 'changes/webhooks/send-message'
    const outside = packages.filter(
      ({ from }) =>
        !['http', 'server', 'testing.ts'].includes(layerOf(from)) && !from.startsWith(sender),
    )
    expect(outside.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('only layers that read or change the database themselves import pg', () => {
    const outside = importsOf('src').filter(
      ({ from, to }) =>
        /^pg(-|$)/.test(to) &&
        ![...['database', 'platform', 'versions', 'advice', 'server', 'testing.ts']].includes(
          layerOf(from),
        ),
    )
    expect(outside.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('the client imports only types from other layers, and no packages', () => {
    const wrong = importsOf('src').filter(
      ({ from, to, isPackage, isTypeOnly }) =>
        layerOf(from) === 'client' && (isPackage || (layerOf(to) !== 'client' && !isTypeOnly)),
    )
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('a start loads the packages that every service needs, and no others', () => {
    const loaded = importsOf('src').filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy)
    const files = new Set(['index.ts'])
    // A set grows while it is walked.
    for (const file of files) {
      for (const { from, to, isPackage } of loaded) if (from === file && !isPackage) files.add(to)
    }
    const packages = loaded.filter(({ from, isPackage }) => isPackage && files.has(from))
    const names = new Set(packages.map(({ to }) => to.split('/')[0]!))
    expect([...names].filter((name) => !/^(node:|#)/.test(name)).sort()).toEqual([
      ...['fastify', 'find-my-way', 'lossless-json', 'lru-cache', 'pg', 'pg-cursor', 'pino'],
      'typebox',
    ])
  })

  test('only the engines name Citus', () => {
    const named = sourceFiles('src').filter((file) => /citus/i.test(readSource(`src/${file}`)))
    const outside = named.filter((file) => !file.startsWith('database/engines/'))
    // An error can come before the engine is known.
    expect(outside).toEqual(['database/errors/errors.ts'])
  })

  test('a circle is reported with its path', () => {
    const edge = (from: string, to: string): Import => ({
      from,
      to,
      isPackage: false,
      isTypeOnly: false,
      isLazy: false,
    })
    const circle = [edge('a.ts', 'b.ts'), edge('b.ts', 'c.ts'), edge('c.ts', 'b.ts')]
    expect(circlesOf(circle)).toEqual(['b.ts → c.ts → b.ts'])
  })
})

const peersOf = (folder: string): readonly string[] => {
  const { peerDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return Object.keys(peerDependencies).filter((peer) => peer !== 'corollary')
}

describe('imports outside src', () => {
  test('a package imports its own files, Node and pg, and is imported by its face', () => {
    const imports = importsOf('packages').filter(({ from }) => /^[^/]+\/src\//.test(from))
    const folderOf = (file: string): string => file.split('/')[0]!
    const outside = imports.filter(({ from, to, isPackage }) =>
      isPackage ? !/^(node:|pg$|vitest$)/.test(to) : folderOf(to) !== folderOf(from),
    )
    expect(imports.length).toBeGreaterThan(50)
    expect(outside.map(({ from, to }) => `packages/${from} imports ${to}`)).toEqual([])
    const faces = /^#packages\/[\w-]+$/
    const inside = importsOf('src').filter(({ to }) => /(^|[#/])packages\//.test(to))
    expect(inside.filter(({ to }) => !faces.test(to))).toEqual([])
    expect(inside.length).toBeGreaterThan(2)
  })

  test('an adapter imports its own files, the shared ones, its peers and the typed client', () => {
    for (const adapter of readdirSync('packages/adapters', { withFileTypes: true })) {
      if (!adapter.isDirectory()) continue
      const folder = `packages/adapters/${adapter.name}`
      const peers = adapter.name === 'shared' ? ['react'] : peersOf(folder)
      const imports = importsOf(`${folder}/src`).filter(({ from }) => !from.endsWith('.test.ts'))
      const outside = imports.filter(({ from, to, isPackage }) => {
        if (!isPackage) return to.startsWith('..') && !to.startsWith('../../shared/src/')
        // A generator is a program for Node, and has imports of the files that it writes as texts.
        if (from.startsWith('generate/') || (from === 'cli.ts' && to.startsWith('node:')))
          return false
        return to !== 'corollary/client' && !peers.some((peer) => `${to}/`.startsWith(`${peer}/`))
      })
      expect(outside.map(({ from, to }) => `${folder}/src/${from} imports ${to}`)).toEqual([])
    }
  })

  test.each(['examples', 'bench'])('%s use only the public entries of the package', (folder) => {
    // Sample admins are projects of their own, whose sources are in a folder of this name.
    const imports = importsOf(folder).filter(({ from }) => !from.startsWith('admins/'))
    const wrong = imports.filter(({ to, isPackage }) =>
      isPackage ? /^corollary\/(?!(testing|client)$)/.test(to) : /(^|\/)src\//.test(to),
    )
    expect(wrong.map(({ from, to }) => `${folder}/${from} imports ${to}`)).toEqual([])
  })

  test('the workbench imports of src only the client, and types', () => {
    const workbench = importsOf('workbench').filter(({ from }) => !from.endsWith('.test.ts'))
    const wrong = workbench.filter(
      ({ to, isPackage, isTypeOnly }) =>
        !isPackage && to.startsWith('../') && !isTypeOnly && !to.startsWith('../src/client/'),
    )
    expect(workbench.length).toBeGreaterThan(50)
    expect(wrong.map(({ from, to }) => `workbench/${from} imports ${to}`)).toEqual([])
  })

  test('a room of the workbench imports only those before it, and no files import in a circle', () => {
    const imports = importsOf('workbench').filter(
      ({ from, to, isPackage }) =>
        !isPackage && !to.startsWith('../') && !from.endsWith('.test.ts'),
    )
    const roomOf = (file: string): number => workbenchRooms.indexOf(layerOf(file))
    expect(sourceFiles('workbench').filter((file) => roomOf(file) < 0)).toEqual([])
    const upwards = imports.filter(
      ({ from, to }) => roomOf(to) > roomOf(from) && layerOf(to) !== 'style',
    )
    expect(upwards.map(({ from, to }) => `workbench/${from} imports ${to}`)).toEqual([])
    expect(circlesOf(imports)).toEqual([])
  })

  test('a room of the table page imports only those before it, and not the page', () => {
    const folder = 'workbench/pages/table'
    const roomOf = (file: string): number =>
      file.includes('/') ? tableRooms.indexOf(layerOf(file)) : tableRooms.length
    expect(sourceFiles(folder).filter((file) => roomOf(file) < 0)).toEqual([])
    const upwards = importsOf(folder).filter(
      ({ from, to, isPackage }) =>
        !isPackage &&
        !to.startsWith('../') &&
        !from.endsWith('.test.ts') &&
        roomOf(to) > roomOf(from),
    )
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('the applications of the tests use only the public entries', () => {
    const wrong = importsOf('test/server/apps').filter(({ to }) => /(^|\/)src\//.test(to))
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })
})
