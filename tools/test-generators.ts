/**
 * `npm run test:generators -- lint java`: lints the API descriptions of the samples, generates
 * clients from them, compiles these and lets each make a round of calls to its sample. Without
 * names it runs everything. The tools are installed into a temporary folder; those that the machine
 * lacks, such as Java, are reported and skipped. It prints the matrix of `docs/guides/clients.md`.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestService, startTestServer } from 'corollary/testing'
import movies from '../examples/movies/app.js'
import people from '../examples/people/app.js'
import sales from '../examples/sales/app.js'
import { describeContract } from '../src/server/commands/describe-contract.js'
import { readSettings } from '../src/server/compose/read-settings.js'

const versions = {
  ...{ '@stoplight/spectral-cli': '6.16.3', '@redocly/cli': '2.77.0' },
  ...{ 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0', orval: '8.38.0' },
  ...{ typescript: '5.9.3', 'openapi-generator': '7.25.0', pydantic: '2.14.4' },
} as const
const jar = `org.openapitools:openapi-generator-cli:${versions['openapi-generator']}`

/** A resource of each sample, and the values of the calls. */
const samples = {
  people: {
    application: people,
    prepare: ['--employees', '100'],
    key: 'human-resources.absence-requests',
    path: '/api/human-resources/absence-requests',
    ...{ statsField: 'kind', filter: { state: ['SUBMITTED'] } },
    create: {
      ...{
        employeeId: 1,
        kind: 'VACATION',
        startsOn: '2026-07-06',
        endsOn: '2026-07-17',
        days: 10,
      },
    },
    update: {
      ...{ employeeId: 1, kind: 'SICK', startsOn: '2026-07-06', endsOn: '2026-07-10', days: 5 },
    },
    isVersioned: true,
    action: {
      name: 'approve',
      state: 'state',
      reached: 'APPROVED',
      body: 'new HumanResourcesAbsenceRequestsActionApproveRequest()',
    },
  },
  movies: {
    application: movies,
    prepare: [],
    key: 'cinema.movies',
    path: '/api/cinema/movies',
    ...{ statsField: 'majorGenre', filter: { majorGenre: ['Comedy'], imdbRatingAtLeast: 7.5 } },
    create: { title: 'The Third Man', releaseDate: '1949-08-31', imdbRating: 8.1 },
    update: { title: 'The Third Man', releaseDate: '1949-09-02', imdbRating: 8.2 },
    // Movies have no version and no workflow.
    isVersioned: false,
    action: undefined,
  },
  sales: {
    application: sales,
    prepare: ['--orders', '200'],
    key: 'sales.orders',
    path: '/api/sales/orders',
    ...{ statsField: 'status', filter: { totalBetween: [10, null] } },
    create: {
      ...{ number: '26-90000#', customerId: 2, orderedOn: '2026-06-30', purchaseOrder: 'PO-7711' },
      lines: [{ productId: 7, quantity: 4 }],
    },
    update: {
      ...{ number: '26-90000#', customerId: 2, orderedOn: '2026-06-30', purchaseOrder: 'PO-7712' },
      ...{ discountPercent: 2.5, online: false, lines: [{ productId: 7, quantity: 5 }] },
    },
    isVersioned: true,
    action: { name: 'submit', state: 'status', reached: 'SUBMITTED', body: 'java.util.Map.of()' },
  },
} as const
type SampleName = keyof typeof samples

const folder = await mkdtemp(join(tmpdir(), 'corollary-generators-'))
const binary = (name: string) => join(folder, 'node_modules/.bin', name)

class Failed extends Error {}
const execute = promisify(execFile)

/** Runs a program in a folder and returns its output, which is the error if it fails. */
const run = async (
  cwd: string,
  program: string,
  args: readonly string[],
  url?: string,
): Promise<string> => {
  const env = { ...process.env, ...(url ? { URL: url } : {}) }
  try {
    return (await execute(program, args, { cwd, env, maxBuffer: 2 ** 28 })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    throw new Failed(`${program} ${args.join(' ')}\n${stdout}${stderr}`.slice(0, 6_000))
  }
}

const exists = (program: string): boolean => spawnSync(program, ['--version']).status === 0
/** Java prints its version to the other stream, with another option. */
const hasJava = spawnSync('java', ['-version']).status === 0 && exists('mvn')

const pascal = (name: string) =>
  name.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())
const camel = (name: string) => pascal(name).replace(/^./, (letter) => letter.toLowerCase())

/** Fills the template of a round of calls. Rounds of a sample create different records. */
const roundOf = async (template: string, { name, round }: Attempt): Promise<string> => {
  const { key, path, statsField, filter, create, update, action, isVersioned } = samples[name]
  const texts = {
    ...{ filter: JSON.stringify(filter), create: JSON.stringify(create) },
    update: JSON.stringify(update),
  }
  const facts: Readonly<Record<string, string>> = {
    ...{ path, statsField, Resource: pascal(key), resource: camel(key) },
    resource_snake: key.replaceAll(/[.-]/g, '_'),
    ...texts,
    // As literals of Java.
    ...Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [`${name}Text`, JSON.stringify(value)]),
    ),
    ...(action
      ? { action: action.name, Action: pascal(action.name), reached: action.reached }
      : {}),
    ...(action ? { state: action.state, body: action.body, State: pascal(action.state) } : {}),
  }
  const text = await readFile(new URL(`generators/${template}.template`, import.meta.url), 'utf8')
  return text
    .replaceAll(/\{\{#(\w+)\}\}\n([\s\S]*?)\{\{\/\1\}\}\n/g, (_, part: string, lines: string) =>
      (part === 'action' ? action : isVersioned) ? lines : '',
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, fact: string) => facts[fact]!)
    .replaceAll('26-90000#', `26-90000${round}`)
}

const { settings } = readSettings({ environment: {} })
const describe = (name: SampleName, group?: string) =>
  describeContract(samples[name].application, settings, group)

/** The groups of a sample, those of single resources included. */
const groupsOf = (name: SampleName): readonly string[] => {
  const document = describe(name)
  const keys = (document['tags'] as readonly { readonly name: string }[])
    .map((tag) => tag.name.split('.'))
    .flatMap(([group, ...rest]) => (rest.length > 0 ? [group!] : []))
  const lists = Object.keys(document.paths).filter((path) => path.endsWith('/all'))
  const ofResources = lists.map((path) => path.slice(1, -'/all'.length).replaceAll('/', '-'))
  return [...new Set([...keys, ...ofResources, 'platform-discovery'])]
}

type Json = Readonly<Record<string, unknown>>

/**
 * The java generator writes code that does not compile for the default of a number that may be sent
 * as text too.
 */
const withoutUnionDefaults = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutUnionDefaults)
  if (typeof value !== 'object' || value === null) return value
  const { type } = value as Json
  const isUnion = Array.isArray(type) && type.filter((each) => each !== 'null').length > 1
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isUnion && name === 'default'))
      .map(([name, member]) => [name, withoutUnionDefaults(member)]),
  )
}

interface Attempt {
  readonly name: SampleName
  /** Number of the round of the sample. */
  readonly round: number
  /** A folder with `openapi.json`. */
  readonly at: string
  readonly url: string
}

interface Generator {
  readonly version: string
  readonly isPossible: boolean
  readonly run: (attempt: Attempt) => Promise<void>
}

const compilerOptions = {
  ...{ strict: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
  ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [], skipLibCheck: true, noEmit: true },
}

/** Compiles the client and the round of calls, and runs the round. */
const runTypeScript = async (template: string, attempt: Attempt): Promise<void> => {
  const { at, url } = attempt
  await writeFile(join(at, 'round.ts'), await roundOf(template, attempt))
  await writeFile(
    join(at, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['**/*.ts'] }),
  )
  await run(at, binary('tsc'), ['-p', '.'])
  const bundle = ['round.ts', '--bundle', '--format=esm', '--platform=node', '--outfile=round.mjs']
  await run(at, join(import.meta.dirname, '../node_modules/.bin/esbuild'), bundle)
  await run(at, 'node', ['round.mjs'], url)
}

const generate = async (
  { at }: Attempt,
  generator: string,
  out: string,
  options: readonly string[] = [],
  properties: readonly string[] = [],
): Promise<void> => {
  const common = ['-jar', join(folder, 'openapi-generator.jar'), 'generate', '-g', generator]
  const more = properties.length > 0 ? [`--additional-properties=${properties.join(',')}`] : []
  await run(at, 'java', [...common, '-i', 'openapi.json', '-o', out, ...options, ...more])
}

/** Operations of a class are named without the key of their resource. */
const shortNames = ['removeOperationIdPrefixDelimiter=.', 'removeOperationIdPrefixCount=2']

const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    version: versions['openapi-typescript'],
    isPossible: true,
    run: async (attempt) => {
      await run(attempt.at, binary('openapi-typescript'), [
        'openapi.json',
        '-o',
        'client.ts',
        '--default-non-nullable=false',
      ])
      await runTypeScript('openapi-typescript.ts', attempt)
    },
  },
  orval: {
    version: versions.orval,
    isPossible: true,
    run: async (attempt) => {
      const output = ['--input', './openapi.json', '--output', './client.ts', '--client', 'fetch']
      await run(attempt.at, binary('orval'), output)
      await runTypeScript('orval.ts', attempt)
    },
  },
  'typescript-fetch': {
    version: versions['openapi-generator'],
    isPossible: hasJava,
    run: async (attempt) => {
      await generate(attempt, 'typescript-fetch', 'client')
      await runTypeScript('typescript-fetch.ts', attempt)
    },
  },
  python: {
    version: versions['openapi-generator'],
    isPossible: hasJava && exists('python3'),
    run: async (attempt) => {
      const { at, url } = attempt
      const properties = ['packageName=client', ...shortNames]
      await generate(attempt, 'python', '.', ['--remove-operation-id-prefix'], properties)
      await writeFile(join(at, 'round.py'), await roundOf('python.py', attempt))
      const python = join(folder, 'python/bin/python')
      await run(at, python, ['-m', 'compileall', '-q', 'client'])
      await run(at, python, ['round.py'], url)
    },
  },
  java: {
    version: versions['openapi-generator'],
    isPossible: hasJava,
    run: async (attempt) => {
      const { at, url } = attempt
      const file = join(at, 'openapi.json')
      const document = withoutUnionDefaults(JSON.parse(await readFile(file, 'utf8')))
      await writeFile(file, JSON.stringify(document))
      const options = [
        ...['--remove-operation-id-prefix', '--type-mappings=integer=Long'],
        '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
      ]
      await generate(attempt, 'java', '.', options, ['library=native', ...shortNames])
      await writeFile(join(at, 'src/main/java/Round.java'), await roundOf('java.java', attempt))
      const libraries = 'dependency:build-classpath'
      await run(at, 'mvn', ['-q', '-B', 'compile', libraries, '-Dmdep.outputFile=classpath.txt'])
      const path = await readFile(join(at, 'classpath.txt'), 'utf8')
      await run(at, 'java', ['-cp', `target/classes:${path}`, 'Round'], url)
    },
  },
}

const lint = async (): Promise<void> => {
  await writeFile(join(folder, '.spectral.json'), '{"extends":["spectral:oas"]}')
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\n')
  const files: string[] = []
  for (const name of Object.keys(samples) as SampleName[]) {
    for (const group of [undefined, ...groupsOf(name)]) {
      const file = `${name}-${group ?? 'all'}.json`
      await writeFile(join(folder, file), JSON.stringify(describe(name, group)))
      files.push(file)
    }
  }
  const spectral = ['lint', '--fail-severity', 'hint', '--ruleset', '.spectral.json', ...files]
  await run(folder, binary('spectral'), spectral)
  // Its exit code is 0 if there are only warnings.
  const output = await run(folder, binary('redocly'), ['lint', '--format=checkstyle', ...files])
  if (output.includes('<error ')) throw new Failed(output.slice(0, 6_000))
  console.log(`lint of ${files.length} documents: passed`)
}

const install = async (chosen: readonly string[]): Promise<void> => {
  const packages = Object.entries(versions)
    .filter(([name]) => !['openapi-generator', 'pydantic'].includes(name))
    .map(([name, version]) => `${name}@${version}`)
  const options = ['--no-audit', '--no-fund', '--silent', '--prefix', folder]
  await run(folder, 'npm', ['install', ...options, ...packages])
  const isChosen = (names: readonly string[]) => names.some((name) => chosen.includes(name))
  if (hasJava && isChosen(['typescript-fetch', 'python', 'java'])) {
    const target = `-Dmdep.stripVersion=true`
    await run(folder, 'mvn', [
      '-q',
      '-B',
      'dependency:copy',
      `-Dartifact=${jar}`,
      target,
      `-DoutputDirectory=${folder}`,
    ])
    await run(folder, 'mv', ['openapi-generator-cli.jar', 'openapi-generator.jar'])
  }
  if (isChosen(['python']) && generators['python']!.isPossible) {
    await run(folder, 'python3', ['-m', 'venv', 'python'])
    const needed = [`pydantic==${versions.pydantic}`, 'urllib3', 'python-dateutil']
    await run(folder, 'python/bin/pip', ['install', '-q', ...needed, 'typing-extensions'])
  }
}

/** Starts a sample, and lets the client of each generator make its round. */
const runSample = async (
  name: SampleName,
  chosen: readonly string[],
): Promise<readonly string[]> => {
  const { application, prepare: args } = samples[name]
  const server = await startTestServer()
  const service = await createTestService({
    ...{ title: name, resources: application.resources, connection: server.connection },
    ...(application.files ? { files: application.files } : {}),
    prepare: async (context) => application.prepare?.({ ...context, args }),
  })
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const results: string[] = []
    for (const [round, generator] of chosen.entries()) {
      const at = join(folder, `${generator}-${name}`)
      await mkdir(at)
      const document = await fetch(`${url}/v3/api-docs`)
      await writeFile(join(at, 'openapi.json'), await document.text())
      const result = await attempt(generators[generator]!, { name, round, at, url })
      results.push(result)
      console.log(`${generator} ${name}: ${result}`)
    }
    return results
  } finally {
    await service.close()
    await server.close()
  }
}

const attempt = async (generator: Generator, options: Attempt): Promise<string> => {
  if (!generator.isPossible) return 'skipped: this machine lacks Java, Maven or Python'
  try {
    await generator.run(options)
    return 'passed'
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    process.exitCode = 1
    console.log(error.message)
    return 'failed'
  }
}

const names = process.argv.slice(2)
const chosen = Object.keys(generators).filter((name) => names.length === 0 || names.includes(name))
try {
  await install(chosen)
  if (names.length === 0 || names.includes('lint')) await lint()
  const rows = new Map(chosen.map((name) => [name, [`${generators[name]!.version}`]]))
  for (const name of chosen.length > 0 ? (Object.keys(samples) as SampleName[]) : []) {
    const results = await runSample(name, chosen)
    for (const [index, result] of results.entries()) rows.get(chosen[index]!)!.push(result)
  }
  for (const [name, cells] of rows) console.log(`| ${[name, ...cells].join(' | ')} |`)
} finally {
  if (process.exitCode) console.log(`What was generated is in ${folder}.`)
  else await rm(folder, { recursive: true, force: true })
}
