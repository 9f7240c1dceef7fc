/** The admin that the generator wrote for the sales sample, in a Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Session } from '../support/browser.js'
import { useAdmin } from './use-admin.js'

const admin = useAdmin('refine')

/** Opens the admin, signs in as the caller, and goes to the page. */
const open = async (path: string, caller = 'lead'): Promise<Session> => {
  const session = await admin.open('/login', caller)
  const { page } = session
  await page.getByRole('textbox', { name: 'Caller' }).fill(caller)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await goTo(page, path)
  return session
}
const goTo = (page: Page, path: string) => page.goto(`/admin#${path}`)

const rowsOf = (page: Page) => page.locator('tbody tr')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const notifications = (page: Page) => page.getByRole('status')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Requests of someone else. */
const send = async (page: Page, method: 'POST' | 'PATCH', path: string, data: object) => {
  const headers = { 'X-Development-Caller': 'lead' }
  const response = await page.request.fetch(`/api/sales/${path}`, { method, data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()).data
}

const createOrder = async (page: Page, number: string): Promise<number> => {
  const { id } = await send(page, 'POST', 'orders', {
    ...{ number, customerId: 2, orderedOn: '2026-06-30', purchaseOrder: 'PO-1' },
    lines: [{ productId: 7, quantity: 4 }],
  })
  return id
}

test('a list is filtered, sorted and paged', async () => {
  const { page } = await open('/orders')
  await pages(page).getByText('Page 1 of 20, 400 records').waitFor()
  expect(await rowsOf(page).count()).toBe(20)
  await button(page, 'Next').click()
  await pages(page).getByText('Page 2 of 20').waitFor()
  await page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click()
  await expect.poll(() => rowsOf(page).first().textContent()).toContain('24-000002')
  const heading = page.getByRole('columnheader', { name: 'Number' })
  expect(await heading.getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('25-00000')
  await button(page, 'Apply').click()
  await pages(page).getByText('Page 1 of 1, 6 records').waitFor()
  await page.getByRole('textbox', { name: 'Total, from' }).fill('1000000')
  await button(page, 'Apply').click()
  await page.getByText('Nothing matches.').waitFor()
  await page.reload()
  await page.getByText('Nothing matches.').waitFor()
  await button(page, 'Clear').click()
  await pages(page).getByText('400 records').waitFor()
  await page
    .getByRole('group', { name: 'Customer' })
    .getByRole('listbox')
    .selectOption({ index: 0 })
  await page.getByRole('listbox', { name: 'Status' }).selectOption(['Draft', 'Submitted'])
  await button(page, 'Apply').click()
  await expect.poll(() => pages(page).textContent()).not.toContain('400 records')
})

test('a new order is refused at its field, corrected and saved', async () => {
  const session = await open('/orders/new')
  const { page } = session
  session.allow(/ 409 | 400 /)
  await page.getByLabel('Number').fill('25-000001')
  await page.getByLabel('Customer').selectOption({ index: 1 })
  await page.getByLabel('Ordered on').fill('2026-06-30')
  await page.getByLabel('Purchase order').fill('PO-1')
  await page.getByRole('group', { name: 'Lines' }).getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Product').selectOption({ index: 1 })
  await page.getByLabel('Quantity').fill('0')
  await button(page, 'Save').click()
  await page.getByText(/'quantity' must|Quantity must|at least 1|minimum/i).waitFor()
  await page.getByLabel('Quantity').fill('3')
  await button(page, 'Save').click()
  const number = page.getByLabel('Number')
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  await number.fill('RF-NEW')
  await button(page, 'Save').click()
  await page.getByRole('heading', { name: 'RF-NEW' }).waitFor()
  expect(await page.getByRole('table', { name: 'Lines' }).locator('tbody tr').count()).toBe(1)
})

test('an order that others changed meanwhile is merged and saved', async () => {
  const session = await open('/orders')
  const { page } = session
  session.allow(/ 412 /)
  const id = await createOrder(page, 'RF-CONFLICT')
  await goTo(page, `/orders/${id}/edit`)
  await page.getByLabel('Note').fill('Mine.')
  await send(page, 'PATCH', `orders/${id}/terms`, { dueOn: '2026-09-01' })
  await button(page, 'Save').click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await conflict.getByText(/Due on: – is now/).waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('Mine.')
  await page.getByLabel('Due on').fill('2026-10-01')
  await conflict.getByRole('button', { name: 'Save mine' }).click()
  await page.getByRole('heading', { name: 'RF-CONFLICT' }).waitFor()
  const [order] = (await send(page, 'POST', 'orders/filter', { q: 'RF-CONFLICT' })).content
  expect(order).toMatchObject({ id, note: 'Mine.', dueOn: '2026-10-01', lineCount: 1 })
})

test('selected orders are approved in bulk', async () => {
  const { page } = await open('/orders')
  await page.getByRole('listbox', { name: 'Status' }).selectOption(['Submitted'])
  await page.getByRole('textbox', { name: 'Total, to' }).fill('5000')
  await button(page, 'Apply').click()
  await expect.poll(() => pages(page).textContent()).not.toContain('400 records')
  const before = await pages(page).textContent()
  await rowsOf(page).first().getByRole('checkbox').check()
  await rowsOf(page).nth(1).getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await button(page, 'Approve all').click()
  await notifications(page).getByText('Approve all: done.').waitFor()
  await expect.poll(() => pages(page).textContent()).not.toBe(before)
  await page.getByText('0 selected').waitFor()
})

test('an action is performed, and one that the service refuses says why', async () => {
  const { page } = await open('/orders')
  const id = await createOrder(page, 'RF-ACTIONS')
  await goTo(page, `/orders/${id}`)
  const approve = button(page, 'Approve')
  await expect.poll(() => approve.getAttribute('title')).toBe('Resource state blocked.')
  expect(await approve.isDisabled()).toBe(true)
  await button(page, 'Submit').click()
  await notifications(page).getByText('The order was submitted.').waitFor()
  await expect.poll(() => button(page, 'Submit').isDisabled()).toBe(true)
  await approve.click()
  await expect.poll(() => button(page, 'Ship').isEnabled()).toBe(true)
  await button(page, 'Ship').click()
  const dialog = page.getByRole('dialog', { name: 'Ship' })
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await dialog.getByText('Shipped on is required.').waitFor()
  await dialog.getByLabel('Shipped on').fill('2026-07-01')
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await page.getByText('Shipped', { exact: true }).waitFor()
})

test('the next caller sees nothing that the last one has read', async () => {
  const { page } = await open('/orders')
  await expect.poll(() => rowsOf(page).count()).toBe(20)
  await button(page, 'Sign out').click()
  await page.getByRole('textbox', { name: 'Caller' }).fill('auditor')
  // A list that is never read shows what is in memory.
  await page.route('**/api/sales/orders/filter*', () => undefined)
  await button(page, 'Sign in').click()
  await page.getByText('auditor').waitFor()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  expect(await rowsOf(page).count()).toBe(0)
})

test('a list shows what others change, as it happens', async () => {
  const { page } = await open('/orders')
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('RF-LIVE')
  await button(page, 'Apply').click()
  await page.getByText('Nothing matches.').waitFor()
  await createOrder(page, 'RF-LIVE')
  await page.getByRole('link', { name: 'RF-LIVE', exact: true }).waitFor()
})

test('an auditor reads the records that belong to a customer, and changes nothing', async () => {
  const { page } = await open('/customers/2', 'auditor')
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  await page.getByRole('table', { name: 'Contacts' }).waitFor()
  await page.getByTitle('Read only.').first().waitFor()
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
})
