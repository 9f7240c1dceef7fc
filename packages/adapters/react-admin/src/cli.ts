#!/usr/bin/env node
/** The command line: `npx @corollary/react-admin generate <url>` writes an admin of a service. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { CorollaryError, createClient, untyped, unwrap } from 'corollary/client'
import { readPages } from '../../shared/src/pages.js'
import { adminFiles } from './generate/admin.js'

const usage = `corollary-react-admin generate <url> [options]

  Writes a react-admin application for the resources of a service: what the caller may read and
  change. The files are yours to edit.

  --out <folder>     where the files are written; default: src/admin
  --token <token>    bearer token of the caller; default: $COROLLARY_TOKEN, else none
  --header <header>  a header of each request, such as 'X-Tenant: acme'; repeatable
  --force            replace files that exist
`

class UsageError extends Error {}

const run = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(args)
  const [command, url] = positionals
  if (values.help) return console.info(usage)
  if (command !== 'generate' || !url || !URL.canParse(url)) throw new UsageError(usage)
  const token = values.token ?? process.env['COROLLARY_TOKEN']
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...Object.fromEntries(values.header.map(readHeader)),
  }
  const baseUrl = url.replace(/\/+$/, '')
  const client = untyped(createClient({ baseUrl, headers }))
  const { title, contextPath } = unwrap(await client.service()).data
  const files = adminFiles({ title, baseUrl, contextPath }, await readPages(client))
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

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({
      ...{ args: [...args], allowPositionals: true },
      options: {
        out: { type: 'string', default: 'src/admin' },
        token: { type: 'string' },
        header: { type: 'string', multiple: true, default: [] },
        force: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

const readHeader = (text: string): readonly [string, string] => {
  const at = text.indexOf(':')
  if (at < 1) throw new UsageError(`--header must be a name and a value, such as 'X-Tenant: acme'.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError || error instanceof CorollaryError)) throw error
  console.error(error.message)
  process.exitCode = 1
})
