/** A page that needs several numbers reads them from one snapshot, by one request. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { nightly, samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)
const employees = '/resources/human-resources.employees'
/** No histogram: far values would be a reason for a second request. */
const charts = JSON.stringify([
  { kind: 'bars', field: 'status' },
  { kind: 'bars', field: 'department' },
  { kind: 'series', field: 'hiredOn', granularity: 'MONTH' },
])
const dashboard = `${employees}/dashboard?${new URLSearchParams({ charts })}`

/** Collects the paths of requests for records or numbers. */
const watchReads = (page: Page): string[] => {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') reads.push(pathname)
  })
  return reads
}

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a dashboard sends one request for all its cards, also with another filter', async () => {
  const { page } = await workbench.open()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const reads = watchReads(page)
  await page.goto(`${workbench.origin}/workbench${dashboard}`)
  const bars = cardOf(page, 'Status').getByRole('list')
  await bars.getByRole('button', { name: /^On leave / }).waitFor()
  await cardOf(page, 'Hired on').getByRole('slider').waitFor()
  expect(reads).toEqual(['/queries'])
  await bars.getByRole('button', { name: /^On leave / }).click()
  await bars.getByRole('button').nth(1).waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  expect(reads).toEqual(['/queries', '/queries'])
})

test('a query that fails shows its error in its card only', async () => {
  const session = await workbench.open()
  const { page } = session
  await page.route('**/queries', (route) => {
    const { queries } = route.request().postDataJSON()
    const byStatus = queries.find(({ body }: Json) => body.field === 'status' && !body.metrics)
    byStatus.body.filter = { nothing: 1 }
    return route.continue({ postData: { queries } })
  })
  await page.goto(`${workbench.origin}/workbench${dashboard}`)
  await cardOf(page, 'Status').getByRole('alert').waitFor()
  await cardOf(page, 'Department').getByRole('list').getByRole('button').first().waitFor()
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(1)
})

test('a service without this route gets a request for each card', nightly, async () => {
  const { page } = await workbench.open()
  await page.route('**/schemas/service', async (route) => {
    const response = await route.fetch()
    const { limits, ...description } = await response.json()
    await route.fulfill({
      response,
      json: { ...description, limits: { ...limits, queries: undefined } },
    })
  })
  const reads = watchReads(page)
  await page.goto(`${workbench.origin}/workbench${dashboard}`)
  await cardOf(page, 'Status')
    .getByRole('button', { name: /^On leave / })
    .waitFor()
  await cardOf(page, 'Hired on').getByRole('slider').waitFor()
  await page.waitForLoadState('networkidle')
  expect(reads.filter((path) => path.includes('/stats/'))).toHaveLength(4)
  expect(reads).not.toContain('/queries')
})

test('a table that scrolls reads its first rows and its total as one', async () => {
  const { page } = await workbench.open(employees)
  await page.getByRole('table').getByRole('row').nth(1).waitFor()
  await page.getByRole('button', { name: 'Display' }).click()
  const reads = watchReads(page)
  await page.getByRole('radio', { name: 'While scrolling' }).check()
  await page.keyboard.press('Escape')
  await page
    .getByRole('status')
    .filter({ hasText: / of \d+$/ })
    .waitFor()
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeGreaterThan(10)
  // More rows are read ahead, by themselves.
  expect(reads[0]).toBe('/queries')
  expect(reads).not.toContain('/api/human-resources/employees/filter')
})
