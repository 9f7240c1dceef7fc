/** The command line of generators: reads the catalogs of a service and writes files. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  CorollaryError,
  createClient,
  type ResourceEntry,
  type Resources,
  type ServiceDescription,
  untyped,
  unwrap,
} from 'corollary/client'
import { type ResourcePages, readPages } from '../pages.js'

export interface GeneratedFile {
  /** Below the folder of the files. */
  readonly path: string
  readonly text: string
  /** Names of fields that the file leaves out. */
  readonly omitted: readonly string[]
}

export interface PublishedService {
  readonly baseUrl: string
  readonly description: ServiceDescription
  readonly entries: readonly ResourceEntry[]
  readonly pages: readonly ResourcePages[]
}

export interface Generator {
  /** Name of the command. */
  readonly name: string
  /** What it writes, such as `a react-admin application`. */
  readonly product: string
  /** The folder of the files, unless `--out` names another. */
  readonly folder: string
  readonly filesOf: (
    service: PublishedService,
  ) => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>
}

const usageOf = ({ name, product, folder }: Generator): string => `${name} generate <url> [options]

  Writes ${product} for the resources of a service: what the caller may read and
  change. The files are yours to edit.

  --out <folder>     where the files are written; default: ${folder}
  --token <token>    bearer token of the caller; default: $COROLLARY_TOKEN, else none
  --header <header>  a header of each request, such as 'X-Tenant: acme'; repeatable
  --force            replace files that exist
`

class UsageError extends Error {}

/** Runs the command; a failure is printed, and sets the exit code. */
export const runGenerator = (generator: Generator): Promise<void> =>
  run(generator, process.argv.slice(2)).catch((error: unknown) => {
    if (!(error instanceof UsageError || error instanceof CorollaryError)) throw error
    console.error(error.message)
    process.exitCode = 1
  })

const run = async (generator: Generator, args: readonly string[]): Promise<void> => {
  const usage = usageOf(generator)
  const { values, positionals } = readArguments(generator, args)
  const [command, url] = positionals
  if (values.help) return console.info(usage)
  if (command !== 'generate' || !url || !URL.canParse(url)) throw new UsageError(usage)
  const token = values.token ?? process.env['COROLLARY_TOKEN']
  const service = await readService(url.replace(/\/+$/, ''), {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...Object.fromEntries(values.header.map(readHeader)),
  })
  const files = await generator.filesOf(service)
  const present = files.filter(({ path }) => existsSync(join(values.out, path)))
  if (present.length > 0 && !values.force) {
    const names = present.map(({ path }) => join(values.out, path)).join(', ')
    throw new UsageError(`These files exist: ${names}. --force replaces them.`)
  }
  for (const { path, text, omitted } of files) {
    const file = join(values.out, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    const rest = omitted.length > 0 ? ` without ${omitted.join(', ')}` : ''
    console.info(`${file}${rest}`)
  }
}

/** The first client reads the paths of resources that the second one needs. */
const readService = async (
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): Promise<PublishedService> => {
  const clientOf = (paths: Readonly<Record<string, string>>) =>
    untyped(createClient<Resources>({ baseUrl, headers, paths }))
  const client = clientOf({})
  const description = unwrap(await client.service()).data
  const entries = unwrap(await client.resources()).data.resources
  const paths = entries.map(({ resourceKey, resourcePath }): [string, string] => [
    ...([resourceKey, resourcePath.slice(description.contextPath.length)] as const),
  ])
  const pages = await readPages(clientOf(Object.fromEntries(paths)))
  return { baseUrl, description, entries, pages }
}

const readArguments = (generator: Generator, args: readonly string[]) => {
  try {
    return parseArgs({
      ...{ args: [...args], allowPositionals: true },
      options: {
        out: { type: 'string', default: generator.folder },
        token: { type: 'string' },
        header: { type: 'string', multiple: true, default: [] },
        force: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usageOf(generator)}`)
  }
}

const readHeader = (text: string): readonly [string, string] => {
  const at = text.indexOf(':')
  if (at < 1) throw new UsageError(`--header must be a name and a value, such as 'X-Tenant: acme'.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
