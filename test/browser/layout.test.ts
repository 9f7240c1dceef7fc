/** What must stay in view while the page is scrolled or narrow. */
import { expect, test } from 'vitest'
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
