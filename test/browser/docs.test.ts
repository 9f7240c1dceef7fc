/** The documentation pages in a browser: they have no scripts, so little can be tried. */
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { phone } from '../support/browser.js'
import { isNightly } from '../support/effort.js'
import { samples, useWorkbench } from './use-workbench.js'

const service = useWorkbench(samples.people)

/** The largest page takes axe a while. */
const resource = isNightly ? 'human-resources-employees' : 'human-resources-skills'
const pages = ['/docs', `/docs/api-${resource}`, '/docs/errors']

test.each(pages)('%s has no accessibility problem, and fits a phone', async (path) => {
  const { page } = await service.open()
  await page.goto(path)
  expect(await accessibilityProblems(page), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityProblems(page, ['color-contrast']), 'dark').toEqual([])
  await page.setViewportSize(phone)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
})

test('a search leads to a resource, its operation and the workbench', async () => {
  const { page } = await service.open()
  await page.goto('/docs')
  await page.getByRole('searchbox').fill('absence')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('1 resource found').waitFor()
  await page.getByRole('link', { name: 'Absence requests' }).click()
  await page.getByRole('link', { name: 'Read all absence requests' }).click()
  const id = 'human-resources.absence-requests.all'
  expect(new URL(page.url()).hash).toBe(`#${id}`)
  await page.locator(`[id="${id}"]`).getByRole('link', { name: 'Try it' }).click()
  await page.waitForURL(`**/workbench/api/api-human-resources-absence-requests#${id}`)
})
