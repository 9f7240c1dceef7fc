/** The API reference at `/docs`, which is a page of the workbench, and the page of errors. */
import { describe, expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { phone } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const service = useWorkbench(samples.people)

const document = 'api-human-resources-absence-requests'
const operationId = 'human-resources.absence-requests.all'

test.each(['/docs', `/docs/${document}#${operationId}`, '/docs/errors'])(
  '%s has no accessibility problem, and fits a phone',
  async (path) => {
    const { page } = await service.visit(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await accessibilityProblems(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityProblems(page, ['color-contrast']), 'dark').toEqual([])
    await page.setViewportSize(phone)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  },
)

test('the reference leads from a resource to its operation, its errors and the workbench', async () => {
  const { page } = await service.visit('/docs')
  await page.getByRole('link', { name: 'Absence requests' }).click()
  await page.waitForURL(`**/docs/${document}`)
  const operation = page.locator(`[id="${operationId}"]`)
  await operation.getByText('Read all absence requests').click()
  await operation.getByText('Not acceptable').click()
  const code = operation.getByRole('link', { name: 'NOT_ACCEPTABLE' })
  expect(await code.getAttribute('href')).toBe('/docs/errors#NOT_ACCEPTABLE')
  await operation.getByRole('link', { name: 'Try it' }).click()
  await page.waitForURL(`**/workbench/api/${document}#${operationId}`)
  await page.getByRole('button', { name: 'Try it' }).waitFor()
})

test('a search of the reference finds an operation', async () => {
  const { page } = await service.visit('/docs')
  await page.getByRole('searchbox').fill('all absence')
  await page.getByRole('link', { name: 'Read all absence requests' }).click()
  await page.waitForURL(`**/docs/human-resources#${operationId}`)
  await page.locator(`[id="${operationId}"]`).getByText('Parameters').waitFor()
})

describe('without a workbench, below a context path', () => {
  const alone = useWorkbench({
    ...samples.people,
    settings: { 'platform.workbench.enabled': false, 'platform.http.context-path': '/hr' },
  })

  test('the reference works, and has no links to the workbench', async () => {
    const { page } = await alone.visit(`/hr/docs/${document}#${operationId}`)
    await page.locator(`[id="${operationId}"]`).getByText('Parameters').waitFor()
    expect(await page.getByRole('link', { name: 'Try it' }).count()).toBe(0)
    expect(await page.locator('a[href*="workbench"]').count()).toBe(0)
  })
})
