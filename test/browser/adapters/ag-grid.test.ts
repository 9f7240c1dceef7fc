/** A Community grid with the infinite row model, over the sales sample. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isNightly } from '../../support/effort.js'
import { useAdapterPages } from './use-page.js'

describe.skipIf(!isNightly)('AG Grid', () => {
  const pages = useAdapterPages()

  const textsOf = (page: Page, column: string): Promise<readonly string[]> =>
    page.locator(`.ag-cell[col-id="${column}"]`).allInnerTexts()
  const header = (page: Page, column: string) => page.locator(`.ag-header-cell[col-id="${column}"]`)

  test('people scroll, sort and filter orders', async () => {
    const { page } = await pages.open('packages/adapters/ag-grid/test/page.ts')
    await expect.poll(() => textsOf(page, 'number')).not.toHaveLength(0)

    await header(page, 'total').getByText('Total').click()
    const amounts = async () =>
      (await textsOf(page, 'total')).map((text) => Number(text.replaceAll(/[€,]/g, '')))
    const isSorted = async () => {
      const values = await amounts()
      return values.length > 5 && values.join() === values.toSorted((a, b) => a - b).join()
    }
    await expect.poll(isSorted).toBe(true)

    await header(page, 'status').locator('.ag-header-cell-filter-button').click()
    await page.locator('.ag-filter-select').first().click()
    await page.getByRole('option', { name: 'Shipped' }).click()
    await expect
      .poll(async () => new Set(await textsOf(page, 'status')))
      .toEqual(new Set(['Shipped']))
    await page.keyboard.press('Escape')

    const shipped = await page.request.post('/api/sales/orders/filter?size=1', {
      data: { status: ['SHIPPED'] },
    })
    const { totalElements } = (await shipped.json()).data
    expect(totalElements).toBeGreaterThan(100)
    await page.locator('.ag-cell').first().hover()
    await page.mouse.wheel(0, 100_000)
    const last = page.locator(`.ag-row[row-index="${totalElements - 1}"]`).first()
    await last.waitFor()
    expect(await page.getByRole('alert').innerText()).toBe('')
  })
})
