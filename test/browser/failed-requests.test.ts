/** A failed request takes nothing away that was on the screen. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)
const departments = '/resources/human-resources.departments'

const sortByName = (page: Page) =>
  page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click()

test.each(['In pages', 'While scrolling'])(
  'rows stay when the next ones cannot be read, and the page says so: %s',
  async (paging) => {
    const session = await workbench.open(departments)
    const { page, context } = session
    const table = page.getByRole('table', { name: 'Departments' })
    await table.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: 'Display' }).click()
    await page.getByRole('radio', { name: paging }).check()
    await page.keyboard.press('Escape')
    const cells = table.getByRole('cell')
    await expect.poll(() => cells.count()).toBeGreaterThan(10)
    const before = await cells.allInnerTexts()
    session.allow(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await sortByName(page)
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByText('You are offline.').waitFor()
    await alert.getByText('The rows are those that were read before.').waitFor()
    expect(await cells.allInnerTexts()).toEqual(before)
    await context.setOffline(false)
    await alert.waitFor({ state: 'detached' })
    await expect.poll(() => cells.allInnerTexts()).not.toEqual(before)
  },
)

test('rows are read again when the network was back before their request failed', async () => {
  const session = await workbench.open(departments)
  const { page } = session
  const cells = page.getByRole('table', { name: 'Departments' }).getByRole('cell')
  await expect.poll(() => cells.count()).toBeGreaterThan(10)
  const before = await cells.allInnerTexts()
  session.allow(/ERR_INTERNET_DISCONNECTED/)
  const failLate = async (route: Route) => {
    await page.evaluate("dispatchEvent(new Event('online'))")
    await route.abort('internetdisconnected')
  }
  await page.route(/\/departments\/filter/, failLate, { times: 1 })
  await sortByName(page)
  await expect.poll(() => cells.allInnerTexts()).not.toEqual(before)
})

test('a filter that the service refuses does not look like one without records', async () => {
  const filter = encodeURIComponent(JSON.stringify({ name: 'no such department' }))
  const session = await workbench.open(`${departments}?filter=${filter}`)
  const { page } = session
  const empty = page.getByText('No record matches the filter.')
  await empty.waitFor()
  session.allow(/ 400 /)
  await page.route(/\/departments\/filter/, (route) =>
    route.continue({ postData: JSON.stringify({ nothing: 1 }) }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('main').getByRole('alert').waitFor()
  expect(await empty.count()).toBe(0)
})

test.each([
  ['Remove this criterion', { nothing: 1, name: 'Engineering' }],
  ['Remove these 2 criteria', { nothing: 1, active: { or: 2 }, name: 'Engineering' }],
])('%s: the notice of a refused filter removes what is wrong', async (label, filter) => {
  const query = encodeURIComponent(JSON.stringify(filter))
  const session = await workbench.open()
  const { page } = session
  session.allow(/ 400 /)
  await page.goto(`${workbench.origin}/workbench${departments}?filter=${query}`)
  const alert = page.getByRole('main').getByRole('alert')
  const remove = alert.getByRole('button', { name: label, exact: true })
  await remove.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'Engineering' }).first().waitFor()
  await alert.waitFor({ state: 'detached' })
  const sent = new URL(page.url()).searchParams.get('filter')
  expect(JSON.parse(sent!)).toEqual({ name: 'Engineering' })
  const focused = 'document.activeElement.getAttribute("aria-label")'
  expect(await page.evaluate(focused)).toBe('Records')
})
