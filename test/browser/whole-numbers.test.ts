/** A number that is cut reads as another one. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { nightly, samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)
const employees = '/resources/human-resources.employees'

/** Numbers on the screen that are wider than their place. */
const cutNumbers = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main td.numeric, .tile .number, .tile-value')]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => element.textContent)`)

test('columns are as wide as their widest number, also after the user made them narrower', async () => {
  const { page } = await workbench.open(`${employees}?sort=salary,desc`, { width: 3000 })
  await page.getByText('USD 99,999,999.99').first().waitFor()
  expect(await cutNumbers(page)).toEqual([])
  const header = page.getByRole('columnheader', { name: 'Salary' })
  await header.getByRole('button').focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('Alt+Shift+ArrowLeft')
  expect(await cutNumbers(page)).toEqual([])
  await page.goto(`${workbench.origin}/workbench${employees}/dashboard`)
  await page.getByText('99,999,999.99').first().waitFor()
  expect(await cutNumbers(page)).toEqual([])
})

test('the first columns of a table fit a window of 1280 pixels', nightly, async () => {
  const { page } = await workbench.open(`${employees}?sort=salary,asc`, { width: 1280 })
  await page.getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(8)
  const room = await page.evaluate(`(({ scrollWidth, clientWidth }) => clientWidth - scrollWidth)(
    document.querySelector('.records-scroll'))`)
  expect(room).toBe(0)
  expect(await cutNumbers(page)).toEqual([])
})
