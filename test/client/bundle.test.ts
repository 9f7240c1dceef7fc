/** The client for browsers: nothing of Node.js, nothing of the server, and small. */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, transformWithEsbuild } from 'vite'
import { expect, test } from 'vitest'

const client = fileURLToPath(new URL('../../src/client.ts', import.meta.url))

/** What every program uses; the rest is left out of a bundle that does not import it. */
const usual = {
  name: 'usual',
  resolveId: (id: string) => (id.endsWith('/usual') ? '\0usual' : null),
  load: (id: string) =>
    id === '\0usual' ? `export { createClient, CorollaryError, unwrap } from '${client}'` : null,
}

test('the bundle for browsers contains only the client', async () => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [usual],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: {
        entry: 'usual',
        formats: ['es'],
      },
    },
  })
  const [bundle] = [output].flat() as {
    output: { code: string; imports: string[]; moduleIds: string[] }[]
  }[]
  const [chunk, ...others] = bundle!.output
  expect(others).toEqual([])
  expect(chunk!.imports).toEqual([])
  expect(chunk!.code).not.toMatch(/node:|require\(|process\.|Buffer|fastify|kysely/)
  const modules = chunk!.moduleIds
    .filter((id) => id !== '\0usual')
    .map((id) => id.replace(/^.*\/src\//, ''))
  expect(modules.filter((id) => !/^client[./]/.test(id))).toEqual([])
  expect(modules).toContain('client/transport.ts')

  const { code } = await transformWithEsbuild(chunk!.code, 'client.js', { minify: true })
  const size = Buffer.byteLength(code)
  const packed = gzipSync(code).length
  console.info(`client: ${size} bytes minified, ${packed} bytes with gzip`)
  expect(size).toBeLessThan(21_500)
})
