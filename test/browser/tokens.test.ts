/** In mode `jwt` the workbench asks for a token and keeps it in memory only. */
import { expect, test } from 'vitest'
import { keySet, useFiles } from '../access/files.js'
import { makeKey, now, sign, type TestKey } from '../access/tokens.js'
import { samples, useWorkbench } from './use-workbench.js'

const writeFile = useFiles()
let key: TestKey
const workbench = useWorkbench(async () => {
  key = await makeKey('one')
  return {
    ...samples.people,
    now,
    settings: {
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': 'https://issuer.example',
      'platform.auth.jwt.audience': 'people-api',
      'platform.auth.jwt.key-file': writeFile(keySet(key.jwk)),
    },
  }
})

test('a page without a token asks for one, and forgets it when it is loaded again', async () => {
  const session = await workbench.open('/resources/human-resources.departments')
  session.allow(/ 401 /)
  const { page } = session
  const dialog = page.getByRole('dialog', { name: 'Sign in with a token' })
  const field = dialog.getByRole('textbox', { name: 'Token' })
  await field.fill('“typographic quotes”')
  await dialog.getByRole('button', { name: 'Use the token' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'This is not a token' }).waitFor()
  await field.fill('not a token')
  await dialog.getByRole('button', { name: 'Use the token' }).click()
  await dialog.getByText('The service refused the token').waitFor()
  const token = await sign(key, { scope: 'hr:all' })
  await field.fill(`Bearer ${token}`)
  await field.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'Engineering' }).first().waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
  expect(await page.evaluate(stored)).not.toContain(token.slice(0, 20))
  expect(page.url()).not.toContain(token.slice(0, 20))
  await page.reload()
  await dialog.waitFor()
})
