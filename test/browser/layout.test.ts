/** What must stay in view while the page is scrolled or narrow. */
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { phone } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)
const employees = '/resources/human-resources.employees'

test('the bar of a form beside the table lies at the lower end, with no field below it', async () => {
  const { page } = await workbench.open(`${employees}?open=1&surface=edit`, { width: 1500 })
  const beside = page.getByRole('complementary', { name: 'Record' })
  const bar = beside.getByRole('button', { name: 'Save changes' }).locator('..')
  await bar.waitFor()
  const gap = await beside.evaluate(
    (side) =>
      side.getBoundingClientRect().bottom -
      side.querySelector('form > footer')!.getBoundingClientRect().bottom,
  )
  expect(gap).toBeLessThanOrEqual(1)
})

test('the head of the filter lies at the upper end, with no criterion above it', async () => {
  const { page } = await workbench.open(employees)
  await page.getByRole('button', { name: /^Filter/ }).click()
  const side = page.getByRole('complementary', { name: 'Filter' })
  await side.getByLabel('Find a criterion').waitFor()
  const gap = await side.evaluate((element) => {
    element.scrollTop = 400
    const head = element.querySelector('input[type=search]')!.closest('div')!
    return head.getBoundingClientRect().top - element.getBoundingClientRect().top
  })
  expect(gap).toBeLessThanOrEqual(1)
})

test('tabs of a record that do not fit in a line are all in view', async () => {
  const { page } = await workbench.open(`${employees}/records/1`, phone)
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  for (const tab of await tabs.all()) {
    const { x, width } = (await tab.boundingBox())!
    expect(x + width, await tab.innerText()).toBeLessThanOrEqual(phone.width)
  }
})

test('on a phone the toolbar of a table is one line, and its menu has what a wide one shows', async () => {
  const { page } = await workbench.open(employees, phone)
  const filter = page.getByRole('button', { name: 'Filter' })
  const more = page.getByRole('button', { name: 'More' })
  await page.getByRole('list', { name: 'Employees' }).getByRole('link').first().waitFor()
  const middleOf = async (control: typeof filter): Promise<number> => {
    const { y, height } = (await control.boundingBox())!
    return Math.round(y + height / 2)
  }
  expect(await middleOf(page.getByRole('searchbox').first())).toBe(await middleOf(filter))
  expect(await middleOf(more)).toBe(await middleOf(filter))
  await more.click()
  const menu = page.getByRole('list', { name: 'More' })
  const entries = () => menu.getByRole('button').allInnerTexts()
  await expect.poll(entries).toEqual(['Live', 'Export', 'Refresh'])
  expect(await accessibilityProblems(page)).toEqual([])
  await menu.getByRole('button', { name: 'Live' }).click()
  await page.getByRole('button', { name: 'Live', exact: true, pressed: true }).first().waitFor()
  expect(await middleOf(more)).toBe(await middleOf(filter))
  await menu.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog', { name: 'Export' }).waitFor()
})

test('the columns that a table shows by itself fit a window of 1280 pixels', async () => {
  for (const resource of ['payroll.payslips', 'human-resources.absence-requests']) {
    const { page } = await workbench.open(`/resources/${resource}`)
    await page.locator('main tbody tr').first().waitFor()
    const scroller = page.locator('main [aria-busy]:has(> table)')
    const excess = () => scroller.evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(excess, { message: resource }).toBe(0)
  }
})
