/** Texts that attack the page that shows them are texts, and nothing breaks. */
import { expect, test } from 'vitest'
import { phone } from '../support/browser.js'
import { platformDatabase } from '../support/database.js'
import { isNightly } from '../support/effort.js'
import { fillHostileTables, hostileResources, hostileTexts } from './hostile-contract.js'
import { useWorkbench } from './use-workbench.js'
import { settle } from './views.js'

const workbench = useWorkbench({
  resources: hostileResources,
  database: async () => {
    const database = await platformDatabase()
    await fillHostileTables(database.client)
    return database
  },
})

const paths = [
  '',
  '/resources/hostile.rows',
  '/resources/hostile.rows/new',
  '/resources/hostile.rows/records/2',
  '/resources/hostile.rows/dashboard',
  '/resources/hostile.columns',
  '/resources/hostile.columns/new',
  '/resources/hostile.columns/records/1',
  `/resources/hostile.rows?filter=${encodeURIComponent(JSON.stringify({ label: hostileTexts[0] }))}`,
  `/resources/${encodeURIComponent(hostileTexts[0])}/records/${encodeURIComponent(hostileTexts[1])}`,
  '/api',
]

const lineBreak = hostileTexts.findIndex((text) => text.startsWith('line'))

/** The usual run has the pages that show the most. */
const usual = [
  '/resources/hostile.rows',
  '/resources/hostile.rows/records/2',
  '/resources/hostile.columns',
]

test.each(isNightly ? paths : usual)('%s shows hostile texts as texts', async (path) => {
  const { page } = await workbench.open(path)
  await settle(page)
  for (const size of [{ width: 1280, height: 800 }, phone]) {
    await page.setViewportSize(size)
    expect(
      await page.evaluate(`[
        'attacked' in globalThis,
        document.querySelectorAll('iframe, main script, main svg[onload], main img').length,
        document.documentElement.scrollWidth - innerWidth,
        document.title.length < 300,
      ]`),
    ).toEqual([false, 0, 0, true])
  }
})

/** Opens the parts of the page that show their texts only after a key or in a dialog. */
test('a search, a menu and the form of an action show hostile texts as texts', async () => {
  const { page } = await workbench.open('/resources/hostile.rows/records/2')
  await settle(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).fill('script')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'line break' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(hostileTexts[0])
  await dialog.getByRole('button').last().waitFor()
  expect(await page.evaluate("'attacked' in globalThis")).toBe(false)
})

test('a record shows the line breaks of a short text', async () => {
  const { page } = await workbench.open(`/resources/hostile.rows/records/${lineBreak + 1}`)
  await settle(page)
  const value = page.getByRole('definition').filter({ hasText: /^line\s+break/ })
  expect(await value.first().innerText()).toContain('line\nbreak')
})

test('numbers of many digits stay in their tiles', async () => {
  const { page } = await workbench.open('/resources/hostile.rows/dashboard')
  await settle(page)
  const tiles = page.getByRole('region', { name: 'Key figures' })
  const numbers = tiles.getByRole('definition')
  await numbers.filter({ hasText: 'USD' }).first().waitFor()
  await numbers.evaluateAll((all) => {
    for (const number of all) number.textContent = '9'.repeat(60)
  })
  const overflowing = await tiles
    .locator(':scope > *')
    .evaluateAll((all) => all.filter((tile) => tile.scrollWidth > tile.clientWidth).length)
  expect(overflowing).toBe(0)
})
