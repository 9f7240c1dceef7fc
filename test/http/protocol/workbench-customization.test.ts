/** Title, logo, accent, texts and extension of the workbench, as the service sends them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customizationOf } from '../../../src/http/pages/customization.js'
import { readSettings } from '../../../src/server/compose/read-settings.js'
import { readWorkbenchParts } from '../../../src/server/process/workbench-parts.js'
import { usePeople } from '../use-people.js'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const people = usePeople({
  'platform.workbench.title': 'Staff & more',
  'platform.workbench.logo': `data:image/svg+xml,${encodeURIComponent(svg)}`,
  'platform.workbench.accent': '#0f766e',
  'platform.workbench.extensions': 'examples/sales/workbench',
})

test('the page has the title, the logo, the accent and the extension of the settings', async () => {
  const { body } = await people.get('/workbench')
  expect(body).toContain('<title>Staff &amp; more</title>')
  // The first frame has them too, before the script draws the page.
  expect(body).toMatch(/<img class="logo" src="[^"]+" alt="">\s+Staff &amp; more<\/span>/)
  expect(body).toContain('<meta name="corollary-logo" content="/workbench/logo">')
  expect(body).toContain('<link rel="stylesheet" href="/workbench/accent.css">')
  expect(body).toContain('content="/workbench/extensions/index.js"')
})

test('the API reference has the look, and no extension', async () => {
  const { body } = await people.get('/docs')
  expect(body).toContain('<title>Staff &amp; more</title>')
  expect(body).toContain('<meta name="corollary-extension" content="">')
})

test('a logo is sent as an image that runs no script', async () => {
  const { headers, body } = await people.get('/workbench/logo')
  expect(body).toBe(svg)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.* sandbox/),
  })
})

test.for([
  ['/workbench/accent.css', 'text/css; charset=utf-8', '--accent: light-dark(#'],
  ['/workbench/extensions/index.js', 'text/javascript; charset=utf-8', 'export default'],
])('%s is revalidated by its entity tag', async ([url, type, content]) => {
  const answer = await people.get(url!)
  expect(answer.headers['content-type']).toBe(type)
  expect(answer.body).toContain(content)
  const again = await people.get(url!, { 'if-none-match': String(answer.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.for(['/workbench/extensions/../app.ts', '/workbench/extensions/..%2Fapp.ts'])(
  '%s does not leave the folder of the extension',
  async (url) => {
    expect((await people.get(url)).body).not.toContain('defineApplication')
  },
)

test('a file that the extension does not have is not found', async () => {
  expect((await people.get('/workbench/extensions/parts/missing.js')).statusCode).toBe(404)
})

test('messages whose keys begin with workbench. are texts of the page', () => {
  const { files, languages } = customizationOf({
    settings: readSettings({ environment: {} }).settings,
    messages: { de: { 'workbench.Save': 'Sichern', Name: 'Name' }, fr: { Name: 'Nom' } },
    ...{ logo: undefined, extension: new Map() },
  })
  expect(languages).toEqual(['de'])
  expect([...files.keys()]).toEqual(['texts-de.json'])
  expect(JSON.parse(files.get('texts-de.json')!.content.toString())).toEqual({ Save: 'Sichern' })
})

describe('the start refuses', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corollary-look-'))
    await writeFile(join(folder, 'logo.gif'), 'GIF89a')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.for<[name: string, value: () => string, message: RegExp]>([
    [
      'logo',
      () => join(folder, 'none.svg'),
      /'platform.workbench.logo': .*none.svg cannot be read/,
    ],
    [
      'logo',
      () => join(folder, 'logo.gif'),
      /'platform.workbench.logo' must be an image of the type/,
    ],
    ['logo', () => 'data:text/html,x', /'platform.workbench.logo' must be an image of the type/],
    [
      'extensions',
      () => join(folder, 'none'),
      /'platform.workbench.extensions': .* cannot be read/,
    ],
    ['extensions', () => folder, /must have a file index.js/],
  ])('%s: %s', async ([name, value, message]) => {
    const settings = {
      ...readSettings({ environment: {} }).settings,
      [`platform.workbench.${name}`]: value(),
    }
    await expect(readWorkbenchParts(settings)).rejects.toThrow(message)
  })

  test('an accent that is not a color', () => {
    const environment = { PLATFORM_WORKBENCH_ACCENT: 'blue' }
    expect(() => readSettings({ environment })).toThrow(
      'PLATFORM_WORKBENCH_ACCENT: must be a color such as #0f766e, or nothing.',
    )
  })
})
