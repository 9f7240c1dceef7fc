/** A sample admin of `examples/admins` over the sales sample, in a browser. */

import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestService, type TestService } from 'corollary/testing'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import sales from '../../examples/sales/app.js'
import { useBrowser } from '../browser/use-browser.js'
import type { Look, Session } from '../support/browser.js'
import { type FreshDatabase, fewSalesDatabase } from '../support/database.js'

const projectFile = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The packages of the project are their sources; all others are those that the admin installed. */
const packagesOf = (folder: string): Plugin => ({
  name: 'packages',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^corollary\/client$/ }, () => ({ path: projectFile('src/client.ts') }))
    onResolve({ filter: /^@corollary\// }, ({ path }) => ({
      path: projectFile(`packages/adapters/${path.slice('@corollary/'.length)}/src/index.ts`),
    }))
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) =>
      importer.startsWith(projectFile('packages/adapters/'))
        ? resolve(path, { resolveDir: folder, kind })
        : undefined,
    )
  },
})

/** Texts of the files by their name: a script, and a style sheet if the admin imports one. */
const buildAdmin = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const { outputFiles } = await build({
    ...{ entryPoints: [`${folder}/src/main.tsx`], bundle: true, write: false, format: 'esm' },
    ...{ outdir: folder, jsx: 'automatic', target: 'es2022', minify: true, logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [packagesOf(folder)],
  })
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
}

/** Serves the page at `/admin` and all else from the service, so that both have one origin. */
const serve = (page: string, files: ReadonlyMap<string, string>, service: number) => {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, url, headers } = incoming
    const forwarded = request({ port: service, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }
  return createServer((incoming, outgoing) => {
    const path = incoming.url?.split('?')[0]
    const name = path?.startsWith('/admin/') ? basename(path) : ''
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    if (files.has(name)) return outgoing.setHeader('Content-Type', type).end(files.get(name))
    if (path === '/admin') return outgoing.setHeader('Content-Type', 'text/html').end(page)
    if (path === '/favicon.ico') return outgoing.writeHead(204).end()
    return pass(incoming, outgoing)
  })
}

export interface Admin {
  readonly origin: string
  /** @param path behind the `#`, for example `/orders` */
  open(path: string, caller: string, look?: Look): Promise<Session>
}

/** @param name of the folder in `examples/admins`, whose packages are installed */
export const useAdmin = (name: string): Admin => {
  const browser = useBrowser()
  let database: FreshDatabase | undefined
  let service: TestService | undefined
  let server: ReturnType<typeof serve> | undefined
  let origin = ''
  beforeAll(async () => {
    if (!browser.isThere) return
    const folder = projectFile(`examples/admins/${name}`)
    database = await fewSalesDatabase()
    service = await createTestService({
      ...{ resources: sales.resources, callers: sales.callers ?? [], title: 'Sales' },
      connection: database.connection,
    })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    server = serve(await readFile(`${folder}/index.html`, 'utf8'), await buildAdmin(folder), port)
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server?.closeAllConnections()
    server?.close()
    await service?.close()
    await database?.close()
  })
  return {
    get origin() {
      return origin
    },
    open: (path, caller, look) => browser.open(origin, `/admin?caller=${caller}#${path}`, look),
  }
}
