/** What a record's page says of other records: how many belong to it, and what it refers to. */
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { isFocused, phone } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)

const countOf = async (sql: string): Promise<number> => {
  const { rows } = await workbench.database.client.query(sql)
  return Number(rows[0].count)
}

test('tabs of related records have their numbers, which one request reads', async () => {
  const employees = await countOf('select count(*) from employees where department_id = 1')
  // The home page would still count its resources.
  const { page } = await workbench.open('/api')
  const counting: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') counting.push(new URL(request.url()).pathname)
  })
  await page.goto('/workbench/resources/human-resources.departments/records/1')
  const tab = page.getByRole('tab', { name: /^Employees / })
  await expect.poll(() => tab.innerText()).toMatch(new RegExp(`^Employees\\s+${employees}$`))
  await expect
    .poll(() => page.getByRole('tab', { name: /^Monthly costs/ }).innerText())
    .toMatch(/^Monthly costs\s+\d+$/)
  expect(counting).toEqual(['/queries'])
  expect(await accessibilityProblems(page)).toEqual([])
})

const technology = '/api/human-resources/departments/20'
const openDepartment = async (look = {}) => {
  const session = await workbench.open('/', look)
  const { page } = session
  await page.clock.install()
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === technology || /peek-card/.test(pathname)) reads.push(pathname)
  })
  await page.goto('/workbench/resources/human-resources.departments/records/1')
  const link = page.getByRole('main').getByRole('link', { name: 'Technology' })
  await link.waitFor()
  await page.getByRole('tab', { name: /^Employees \d/ }).waitFor()
  const card = page.getByRole('dialog', { name: 'Technology' })
  return { page, reads, link, card }
}

test('a mouse that rests on a reference shows a card of its record, which is read once', async () => {
  const { page, reads, link, card } = await openDepartment()
  // The mouse rests for exactly 400 ms, however slow the test is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await link.hover()
  await page.clock.runFor(400)
  await page.mouse.move(640, 500)
  await page.clock.runFor(1_000)
  expect(reads).toEqual([])
  await page.clock.resume()
  await link.hover()
  await page.clock.runFor(600)
  await card.getByText('Code').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([])
  await card.hover()
  await page.clock.runFor(1_000)
  expect(await card.isVisible()).toBe(true)
  await page.mouse.move(640, 500)
  await page.clock.runFor(300)
  await card.waitFor({ state: 'detached' })
  await link.hover()
  await page.clock.runFor(600)
  await card.waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  expect(reads.filter((path) => path === technology)).toHaveLength(1)
})

test('the space bar opens the card of the link with the focus, and Escape returns to it', async () => {
  const { page, link, card } = await openDepartment(phone)
  await link.focus()
  await page.keyboard.press('Space')
  await card.waitFor()
  await expect.poll(() => isFocused(card)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isFocused(card.getByRole('link', { name: 'Technology' }))).toBe(true)
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  expect(await isFocused(link)).toBe(true)
  await page.keyboard.press('Space')
  await card.getByRole('link', { name: 'Technology' }).click()
  await page.getByRole('heading', { level: 1, name: 'Technology' }).waitFor()
  await card.waitFor({ state: 'detached' })
})
