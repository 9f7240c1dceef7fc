/** Users sign in to the workbench with OpenID Connect, at a real provider. */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import {
  audience,
  clientId,
  type IdentityProvider,
  startIdentityProvider,
} from '../support/identity-provider.js'
import { nightly, samples, useWorkbench } from './use-workbench.js'

let provider: IdentityProvider
/** How much later it is for the service, in milliseconds. */
let later = 0
const workbench = useWorkbench(async () => {
  provider = await startIdentityProvider(() => `${workbench.origin}/workbench`)
  return {
    ...samples.people,
    now: () => new Date(Date.now() + later),
    settings: {
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': provider.issuer,
      'platform.auth.jwt.audience': audience,
      'platform.auth.jwt.authorities-claim': 'scope',
      'platform.auth.jwt.jwks-url': `${provider.issuer}/jwks`,
      'platform.workbench.sign-in.client-id': clientId,
      'platform.workbench.sign-in.scope': 'openid hr:all',
      'platform.workbench.sign-in.audience-parameter': 'resource',
    },
  }
})
afterAll(() => provider?.close())

const open = async (path: string) => {
  const session = await workbench.open(path)
  const { page } = session
  session.allow(
    / 401 | 400 |outside of the origin: \w+ http:\/\/127|CSP violation.*fonts|googleapis/,
  )
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  return {
    ...session,
    page,
    dialog,
    signIn: dialog.getByRole('button', { name: 'Sign in', exact: true }),
  }
}

/** Fills in the pages of the provider. */
const signInAs = async (page: Page, user: string): Promise<void> => {
  await page.getByPlaceholder('Enter any login').fill(user)
  await page.getByPlaceholder('and password').fill('secret')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const departments = '/resources/human-resources.departments'
const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])'

test('a user signs in, stays signed in over renewals and a reload, and signs out', async () => {
  const { page, signIn } = await open(`${departments}?page=2&size=5`)
  const address = page.url()
  const tokens = new Set<string>()
  page.on('request', (request) => {
    const header = request.headers()['authorization']
    if (header?.startsWith('Bearer ')) tokens.add(header.slice(7))
  })
  await signIn.click()
  await signInAs(page, 'ada')
  await page.getByRole('row').nth(1).waitFor()
  expect(page.url()).toBe(address)
  await expect.poll(() => tokens.size).toBe(1)
  // The page believes that the token is about to expire.
  await page.clock.setFixedTime(Date.now() + 3_595_000)
  await page.getByRole('link', { name: 'Employees' }).first().click()
  await page.getByRole('row').nth(1).waitFor()
  await expect.poll(() => tokens.size).toBe(2)
  for (const token of tokens) expect(await page.evaluate(stored)).not.toContain(token.slice(-20))
  await page.clock.setFixedTime(Date.now())
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('button', { name: 'ada' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  expect(provider.requests.filter((request) => /code=/.test(request))).toEqual([])
  await page.reload()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
})

test(
  'the API reference has the sign-in of the workbench, and returns to its page',
  nightly,
  async () => {
    const { page, signIn } = await open('')
    await page.goto('/docs/api-human-resources-departments')
    await signIn.click()
    await signInAs(page, 'ada')
    await page.getByRole('heading', { name: 'Departments' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/docs/api-human-resources-departments')
    expect(await page.evaluate(stored)).not.toContain('eyJ')
    await page.reload()
    await page.getByRole('heading', { name: 'Departments' }).first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
)

test('a user who cancels, and a response that nobody requested, get a message', async () => {
  const { page, dialog, signIn } = await open(departments)
  await signIn.click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'You did not sign in.' }).waitFor()
  expect(page.url()).toBe(`${workbench.origin}/workbench${departments}`)
  await page.goto('/workbench/sign-in#code=invented&state=invented')
  await dialog.getByRole('alert').filter({ hasText: 'not started here' }).waitFor()
  expect(page.url()).toBe(`${workbench.origin}/workbench`)
})

test('a session that is over while a form is filled in is renewed in another window', async () => {
  const { context, page, dialog, signIn } = await open(`${departments}/new`)
  await signIn.click()
  await signInAs(page, 'ada')
  const name = page.getByRole('textbox', { name: 'Name' }).first()
  await name.fill('Cartography')
  await page.getByRole('textbox', { name: 'Code' }).fill('MAP')
  later = 86_400_000
  provider.isRefusingTokens = true
  await page.getByRole('button', { name: 'Create' }).first().click()
  await dialog.getByText('Your session is over.').waitFor()
  later = 0
  provider.isRefusingTokens = false
  const opening = context.waitForEvent('page')
  await signIn.click()
  await opening
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => context.pages().length).toBe(1)
  expect(await name.inputValue()).toBe('Cartography')
})

test('the service accepts access tokens, and refuses ID tokens, which are for the workbench', async () => {
  const { page, signIn } = await open(departments)
  const exchanged = page.waitForResponse((response) => response.url().endsWith('/token'))
  await signIn.click()
  await signInAs(page, 'ada')
  const tokens = await (await exchanged).json()
  const statusWith = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    return (await page.request.get('/schemas/service', { headers })).status()
  }
  expect(await statusWith(tokens.access_token)).toBe(200)
  expect(await statusWith(tokens.id_token)).toBe(401)
})
