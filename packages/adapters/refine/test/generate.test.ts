/** The sample admin is what the generator writes for the sales sample. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { untyped, unwrap } from 'corollary/client'
import { expect, test } from 'vitest'
import { readPages } from '../../shared/src/pages.js'
import { adminFiles } from '../src/generate/admin-files.js'
import { useSales } from './use-sales.js'

const { providersOf } = useSales()
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const templates = pathOf('../templates')
const sample = pathOf('../../../../examples/admins/refine/src')

const templateFiles = () =>
  readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(templates.length + 1))

test('the sample admin is what the generator writes for its service', async () => {
  const client = untyped(providersOf('head-of-sales').client)
  const generated = adminFiles({
    baseUrl: '',
    description: unwrap(await client.service()).data,
    entries: unwrap(await client.resources()).data.resources,
    pages: await readPages(client),
  })
  const omitted = generated.flatMap(({ path: file, omitted: names }) =>
    names.map((name) => `${file} ${name}`),
  )
  expect(omitted).toEqual([
    ...['line', 'withoutLine', 'everyLine'].map((name) => `resources/orders.tsx ${name}`),
    ...['contact', 'withoutOrders'].map((name) => `resources/customers.tsx ${name}`),
  ])
  const files = [
    ...generated,
    ...templateFiles().map((file) => ({
      path: file,
      text: readFileSync(join(templates, file), 'utf8'),
    })),
  ]
  for (const { path: file, text } of files) {
    const target = join(sample, file)
    // `GENERATE=1 npx vitest run packages/adapters/refine/test/generate.test.ts` writes the sample.
    if (process.env['GENERATE'] !== undefined) {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
    expect(existsSync(target), file).toBe(true)
    expect(readFileSync(target, 'utf8'), file).toBe(text)
  }
})
