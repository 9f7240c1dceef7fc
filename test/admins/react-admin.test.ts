/** The admin that the generator wrote for the sales sample, in a Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone, type Session } from '../support/browser.js'
import { useAdmin } from './use-admin.js'

const admin = useAdmin('react-admin')

const rowsOf = (page: Page) => page.locator('tbody tr')
const total = (page: Page) => page.getByText(/\d+-\d+ of \d+/)
const notification = (page: Page) => page.getByRole('alert')

/** Creates an order and opens its form for the caller. */
const openOrder = async (session: Session, number: string): Promise<number> => {
  const { page } = session
  const response = await page.request.post('/api/sales/orders', {
    data: {
      ...{ number, customerId: 2, orderedOn: '2026-06-30', purchaseOrder: 'PO-1' },
      lines: [{ productId: 7, quantity: 4 }],
    },
  })
  return (await response.json()).data.id
}

test('a list is filtered, sorted and paged', async () => {
  const { page } = await admin.open('/orders', 'lead')
  await total(page).waitFor()
  expect(await total(page).textContent()).toBe('1-10 of 400')
  expect(await rowsOf(page).count()).toBe(10)
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await page.getByText('11-20 of 400').waitFor()
  await page.getByRole('button', { name: 'Sort by Number ascending' }).click()
  await page.getByText('1-10 of 400').waitFor()
  await expect.poll(() => rowsOf(page).first().textContent()).toContain('24-000002')

  await page.getByRole('textbox', { name: 'Search' }).fill('24-00000')
  await page.getByText('1-2 of 2').waitFor()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Total from' }).click()
  await page.getByRole('spinbutton', { name: 'Total from' }).fill('1000000')
  await page.getByText('No Orders found using the current filters.').waitFor()
})

test('a new order is refused at its field, corrected and saved', async () => {
  const session = await admin.open('/orders/create', 'lead')
  const { page } = session
  session.allow(/ status of 409 /)
  await page.getByRole('textbox', { name: 'Number' }).fill('24-000002')
  await page.getByRole('combobox', { name: 'Customer' }).fill('Serrano')
  await page
    .getByRole('option', { name: /Serrano/ })
    .first()
    .click()
  await page.getByLabel('Ordered on').fill('2026-06-30')
  await page.getByRole('textbox', { name: 'Purchase order' }).fill('PO-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Another record already has this number.').waitFor()
  await page.getByRole('textbox', { name: 'Number' }).fill('RA-NEW')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/#\/orders\/\d+\/show$/)
  await page.getByText('RA-NEW').first().waitFor()
})

test('an order that others changed meanwhile is merged and saved', async () => {
  const session = await admin.open('/orders', 'lead')
  const { page } = session
  const id = await openOrder(session, 'RA-CONFLICT')
  await page.goto(`/admin?caller=lead#/orders/${id}`)
  await page.getByRole('textbox', { name: 'Note' }).fill('Mine.')
  const changed = await page.request.patch(`/api/sales/orders/${id}/terms`, {
    data: { dueOn: '2026-09-01' },
  })
  expect(changed.status()).toBe(200)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => notification(page).textContent())
    .toMatch(/changed meanwhile \(.*Due on.*\)\. Your changes are kept/)
  await expect.poll(() => page.getByLabel('Due on').inputValue()).toBe('2026-09-01')
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Mine.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/#\/orders$/)
  const { data } = await (await page.request.get(`/api/sales/orders/${id}`)).json()
  expect(data).toMatchObject({ note: 'Mine.', dueOn: '2026-09-01' })
})

test('selected orders are approved in bulk', async () => {
  const filter = encodeURIComponent(
    JSON.stringify({ status: ['SUBMITTED'], totalBetween: { to: 5000 } }),
  )
  const { page } = await admin.open(`/orders?filter=${filter}`, 'lead')
  await total(page).waitFor()
  await rowsOf(page).first().getByRole('checkbox').check()
  await rowsOf(page).nth(1).getByRole('checkbox').check()
  const before = await total(page).textContent()
  await page.getByRole('button', { name: 'Approve all' }).click()
  await expect.poll(() => total(page).textContent()).not.toBe(before)
})

test('an action that the service refuses is disabled, with the reason', async () => {
  const session = await admin.open('/orders', 'lead')
  const { page } = session
  const id = await openOrder(session, 'RA-ACTIONS')
  await page.goto(`/admin?caller=lead#/orders/${id}/show`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('The order was submitted.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true)
  await page.getByLabel('resource-state-blocked').first().waitFor()
})

test('an action with a form shows its errors at their fields', async () => {
  const session = await admin.open('/orders', 'lead')
  const { page } = session
  const id = await openOrder(session, 'RA-SHIP')
  for (const action of ['submit', 'approve']) {
    await page.request.post(`/api/sales/orders/${id}/actions/${action}`, { data: {} })
  }
  await page.goto(`/admin?caller=lead#/orders/${id}/show`)
  await page.getByRole('button', { name: 'Ship' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Shipped on').fill('2026-07-01')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('option').last().click()
  await dialog.getByRole('spinbutton', { name: 'Quantity' }).fill('1')
  session.allow(/ status of 400 /)
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await dialog.getByText('The line belongs to another order.').waitFor()
  // The button is there while the pointer is on the item.
  await dialog.getByRole('spinbutton', { name: 'Quantity' }).hover()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Ship' }).click()
  await page.getByText('The order was shipped.').waitFor()
})

test('a list shows what others create, also on a phone', async () => {
  const session = await admin.open('/orders', 'lead', phone)
  const { page } = session
  await page.getByText('1-10 of').waitFor()
  // The stream of changes may open after the list.
  let number = 0
  await expect
    .poll(async () => {
      number++
      await openOrder(session, `RA-LIVE-${number}`)
      return page.getByText(/RA-LIVE-/).count()
    })
    .toBeGreaterThan(0)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
    390,
  )
})

test('an auditor reads and changes nothing', async () => {
  const { page } = await admin.open('/customers/1/show', 'auditor')
  await page.getByText('Contacts').first().waitFor()
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  await page.goto('/admin?caller=auditor#/orders')
  await total(page).waitFor()
  expect(await page.getByRole('link', { name: 'Create' }).count()).toBe(0)
})
