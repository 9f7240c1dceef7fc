/** The bench itself: what no page may do is recorded, and nothing else. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { useBrowser } from './use-browser.js'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src *"

const scripts: Readonly<Record<string, string>> = {
  calm: "console.log('ready'); document.querySelector('h1').textContent = 'Scripts run'",
  console: "console.error('something is wrong')",
  uncaught: "setTimeout(() => { throw new Error('thrown by a timer') })",
  rejected: "Promise.reject(new Error('nobody waits'))",
  inline: "document.body.append(Object.assign(document.createElement('script'), { text: '1' }))",
  style: "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">red</p>')",
  eval: "try { new Function('1') } catch {}",
  outside: "fetch('http://127.0.0.1:9/').catch(() => {})",
  unnamed: "document.querySelector('main').append(document.createElement('button'))",
  missing: "fetch('/missing').then(() => {})",
}

const page = (name: string): string => `<!doctype html><html lang="en"><title>${name}</title>
<link rel="icon" href="/icon"><body><main><h1>${name}</h1></main><script src="/scripts/${name}"></script></body></html>`

const respond = (path: string): readonly [status: number, type: string, body: string] => {
  const [, folder, name] = path.split('/')
  if (folder === 'pages') return [200, 'text/html', page(name!)]
  if (folder === 'scripts') return [200, 'text/javascript', scripts[name!]!]
  if (folder === 'icon') return [204, 'image/png', '']
  return [404, 'text/plain', 'no such page']
}

let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const [status, type, body] = respond(request.url!)
    response.writeHead(status, { 'content-type': type, 'content-security-policy': policy })
    response.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
const pages = useBrowser()
afterAll(() => new Promise((closed) => server.close(closed)))

test('a page without problems passes in every look', async () => {
  const session = await pages.open(origin, '/pages/calm', { theme: 'dark', width: 390 })
  await session.page.getByRole('heading', { name: 'Scripts run' }).waitFor()
  const dark = "matchMedia('(prefers-color-scheme: dark)').matches"
  expect(await session.page.evaluate(`[innerWidth, ${dark}]`)).toEqual([390, true])
  expect(session.log.some((line) => line.startsWith('log: ready'))).toBe(true)
})

test.each([
  ['console', /^error: something is wrong/],
  ['uncaught', /^uncaught: Error: thrown by a timer/],
  ['rejected', /^uncaught: Error: nobody waits/],
  ['inline', /CSP violation: script-src-elem inline/],
  ['style', /CSP violation: style-src-attr inline/],
  ['eval', /CSP violation: script-src eval/],
  ['outside', /^request outside of the origin: GET http:\/\/127\.0\.0\.1:9\//],
  ['missing', /^error: Failed to load resource.* 404 .*\/missing\)/],
])('a page with the script "%s" fails its test', async (name, problem) => {
  const { page, problems } = await pages.open(origin, `/pages/${name}`)
  await page.getByRole('heading', { name }).waitFor()
  await expect.poll(() => problems.some((text) => problem.test(text))).toBe(true)
  problems.length = 0
})

test('a problem that a test allows is not recorded', async () => {
  const session = await pages.open(origin, '/pages/calm')
  session.allow(/404 .*\/missing/)
  await session.page.evaluate("fetch('/missing').then(() => {})")
  await expect.poll(() => session.log.some((line) => line.startsWith('problem:'))).toBe(true)
  expect(session.problems).toEqual([])
})

test('an element that a screen reader cannot name is an accessibility problem', async () => {
  const calm = await pages.open(origin, '/pages/calm')
  expect(await accessibilityProblems(calm.page)).toEqual([])
  const unnamed = await pages.open(origin, '/pages/unnamed')
  await unnamed.page.getByRole('button').waitFor()
  expect(await accessibilityProblems(unnamed.page)).toEqual([
    expect.stringMatching(/^button-name: .*<button><\/button>/),
  ])
})
