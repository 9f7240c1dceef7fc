/** Search by keyboard alone: a record of another resource, found by its label. */
import { expect, test } from 'vitest'
import { nightly, samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)

test('finds a record from any page and opens it', async () => {
  const { rows } = await workbench.database.client.query(
    'select id, full_name from employees where full_name ~ $1 order by id limit 1',
    ['^[A-Z][a-z]+ [A-Z][a-z]+$'],
  )
  const [{ id, full_name: name }] = rows
  const { page } = await workbench.open('/resources/human-resources.skills')
  await page.getByRole('cell').first().waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.pressSequentially(name)
  const option = page.getByRole('group', { name: 'Employees' }).getByRole('option', { name })
  await option.first().waitFor()
  while ((await option.first().getAttribute('aria-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(new URL(page.url()).pathname).toBe(
    `/workbench/resources/human-resources.employees/records/${id}`,
  )
})

test('Enter does not open what was found for an earlier text', async () => {
  const { page } = await workbench.open('/resources/human-resources.skills')
  await page.getByRole('cell').first().waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.fill('an')
  await page.getByRole('group', { name: 'Employees' }).getByRole('option').first().waitFor()
  await page.route(/options/, () => {})
  await search.fill('qqzzqq')
  await page.keyboard.press('Enter')
  expect(await search.inputValue()).toBe('qqzzqq')
})

test('finds resources and pages by their titles', nightly, async () => {
  const { page } = await workbench.open()
  await page.getByRole('link', { name: 'API reference' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('payslips')
  await page
    .getByRole('option', { name: /Payslips/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Payslips' }).waitFor()
})
