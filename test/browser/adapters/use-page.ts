/** Opens a page that uses an adapter, with the client, on the origin of the sales sample. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Session } from '../../support/browser.js'
import { samples, useWorkbench, type Workbench } from '../use-workbench.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const bundle = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [`${root}${entry}`],
    ...{ bundle: true, write: false, format: 'esm', target: 'es2022', jsx: 'automatic' },
    alias: { 'corollary/client': `${root}src/client.ts` },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}

const html = `<!doctype html><html lang="en"><head><title>Adapter</title><link rel="icon" href="data:,">
<style>body { font: 14px sans-serif; margin: 16px }</style></head>
<body><script type="module" src="/adapter/page.js"></script></body></html>`

export interface AdapterPages {
  readonly sales: Workbench
  /** @param entry the module of the page */
  open(entry: string): Promise<Session>
}

export const useAdapterPages = (): AdapterPages => {
  const sales = useWorkbench(samples.sales)
  return {
    sales,
    open: async (entry) => {
      const session = await sales.visit('/docs/errors')
      const script = await bundle(entry)
      await session.page.route('**/adapter', (route) =>
        route.fulfill({ contentType: 'text/html', body: html }),
      )
      await session.page.route('**/adapter/page.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      )
      await session.page.goto('/adapter')
      return session
    },
  }
}
