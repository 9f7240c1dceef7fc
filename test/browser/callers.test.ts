/** Acting as somebody else shows what they may see and do. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { samples, useWorkbench } from './use-workbench.js'

const actAs = async (page: Page, current: string, chosen: string): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: current }).click()
  await page.getByRole('list', { name: 'Act as' }).getByRole('button', { name: chosen }).click()
}

const workbench = useWorkbench(samples.people)

test('a table shows the records of the caller that is chosen', async () => {
  const counted = async (where: string): Promise<string> => {
    const { rows } = await workbench.database.client.query(
      `select count(*) from employees e join departments d on d.id = e.department_id
       left join departments p on p.id = d.parent_id where ${where}`,
    )
    return rows[0].count
  }
  const { page } = await workbench.open('/resources/human-resources.employees')
  const place = page.getByRole('main').getByRole('status')
  await place.filter({ hasText: ` of ${await counted('true')}` }).waitFor()
  await actAs(page, 'development', 'Head of Sales')
  await place.filter({ hasText: await counted("'SALES' in (d.code, p.code)") }).waitFor()
  await actAs(page, 'Head of Sales', 'Employee')
  await place.filter({ hasText: /^0 records$/ }).waitFor()
})

test('a reload keeps the caller that one acts as, also one that no longer exists until it is left', async () => {
  const session = await workbench.open('/resources/human-resources.employees')
  const { page } = session
  const stop = page.getByRole('complementary', { name: 'Caller' }).getByRole('button')
  await actAs(page, 'development', 'Employee')
  await stop.waitFor()
  await page.reload()
  await page.getByText('You act as Employee.').waitFor()
  await page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^0 records$/ })
    .waitFor()
  await stop.click()
  await page.reload()
  await page.getByRole('main').getByRole('status').filter({ hasText: / of / }).waitFor()
  expect(await stop.count()).toBe(0)
  session.allow(/ 400 /)
  // The application may have declared other callers before.
  const stored = JSON.stringify({ developmentCaller: 'nobody' })
  await page.evaluate(`sessionStorage.setItem('corollary.caller', '${stored}')`)
  await page.reload()
  await page.getByText('You act as nobody.').waitFor()
  await stop.click()
  await page.getByRole('main').getByRole('status').filter({ hasText: / of / }).waitFor()
})

test('an action that the caller may not run is shown with the authority that it needs', async () => {
  const { rows } = await workbench.database.client.query(
    "select id from absence_requests where state = 'SUBMITTED' limit 1",
  )
  const { page } = await workbench.open(
    `/resources/human-resources.absence-requests/records/${rows[0].id}`,
  )
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await approve.waitFor()
  expect(await approve.getAttribute('aria-disabled')).not.toBe('true')
  await actAs(page, 'development', 'HR assistant')
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true')
  expect(await approve.getAttribute('title')).toContain('absence:decide')
})

test('a record that the next caller may not see disappears, with its requests', async () => {
  const { rows } = await workbench.database.client.query(
    `select e.id, e.full_name from employees e join departments d on d.id = e.department_id
     where d.code <> 'SALES' and length(e.full_name) > 6 order by e.id limit 1`,
  )
  const [{ id, full_name: name }] = rows
  const session = await workbench.open(`/resources/human-resources.employees/records/${id}`)
  session.allow(/ 404 /)
  const { page } = session
  await page.getByRole('heading', { name }).waitFor()
  await actAs(page, 'development', 'Employee')
  await page.getByText('There is no such record.').waitFor()
  await page.getByRole('button', { name: 'Contract' }).click()
  await page.getByRole('complementary', { name: 'Contract' }).waitFor()
  expect(await page.locator('body').innerText()).not.toContain(name)
})
