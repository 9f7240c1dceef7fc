/** A form of RJSF over the sales sample: filled in, refused, corrected and saved. */
import { describe, expect, test } from 'vitest'
import { isNightly } from '../../support/effort.js'
import { useAdapterPages } from './use-page.js'

describe.skipIf(!isNightly)('RJSF', () => {
  const pages = useAdapterPages()

  test('a person creates an order, after the form and the service refused it', async () => {
    const { page, allow } = await pages.open('packages/adapters/rjsf/test/page.tsx')
    await page.getByLabel('Number').fill('26-000021')
    await page.getByLabel('Customer').fill('ash')
    await page.getByRole('option', { name: 'Ashford & Sons' }).first().click()
    await page.getByLabel('Ordered on').fill('2026-06-30')
    await page.getByText("'purchaseOrder' is required.").waitFor()
    await page.getByLabel('Online').check()
    await page.getByLabel('Due on').fill('2026-06-01')
    await page.getByText('The due date must not be before the date of the order.').waitFor()
    await page.getByLabel('Due on').fill('2026-07-31')
    await page.getByLabel('Discount %').fill('150')
    await page.getByText('Discount % must be between 0 and 100.').waitFor()
    await page.getByLabel('Discount %').fill('12.5')

    await page.locator('.rjsf-array-item-add button').click()
    await page.getByLabel('Product').click()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('option').nth(21).click()
    await page.getByLabel('Quantity').fill('0')
    await page.getByText('Quantity must be between 1 and 10000.').waitFor()
    await page.getByLabel('Quantity').fill('3')

    allow(/status of 409/)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page
      .locator('.rjsf-field', { hasText: 'Number' })
      .getByText(/already/)
      .last()
      .waitFor()
    await page.getByLabel('Number').fill('26-900001')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Saved 26-900001').waitFor()
    const { rows } = await pages.sales.database.client.query(
      `select discount_percent::text as discount, online from orders where number = '26-900001'`,
    )
    expect(rows).toEqual([{ discount: '12.50', online: true }])
  })
})
