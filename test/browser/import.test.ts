/** A file is tried before its rows are imported, and what is wrong is shown by row and column. */
import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused, type Look } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.sales)
const products = '/resources/sales.products'

const csv = (...lines: readonly string[]) => ({
  name: 'products.csv',
  // What Windows calls CSV.
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.from(lines.join('\r\n')),
})

const countsOf = async (dialog: Locator): Promise<readonly string[]> => {
  const counts = dialog.getByRole('status', { name: 'Rows of the file' })
  await counts.waitFor()
  return (await counts.locator('dl > div').allInnerTexts()).map((text) => text.replace(/\s+/, ' '))
}

const productsOf = async (codes: readonly string[]) => {
  const { rows } = await workbench.database.client.query({
    text: 'select code, name from products where code = any($1) order by code',
    values: [codes],
    rowMode: 'array',
  })
  return rows
}

test('shows what is wrong, ignores a column, and imports the rows that are right', async () => {
  const { page } = await workbench.open(products)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByText('A row names its record by').waitFor()
  const choose = dialog.getByLabel(/^Choose/)
  await choose.setInputFiles(
    csv('code,name,listPrice,Shelf', 'IM-1,Imported desk,12.50,A', 'IM-2,Imported lamp,"1,50",B'),
  )
  await dialog.getByRole('alert').getByText("'Shelf' is unknown").waitFor()
  await dialog.getByRole('button', { name: 'Ignore unknown columns' }).press('Enter')
  expect(await isFocused(choose)).toBe(true)
  expect(await countsOf(dialog)).toEqual(['Created 1', 'Updated 0', 'Unchanged 0', 'Wrong 1'])
  const wrong = dialog.getByRole('table', { name: 'Errors' }).getByRole('row').last()
  expect((await wrong.getByRole('cell').allInnerTexts()).toSpliced(2, 1)).toEqual([
    ...['3', 'listPrice', '1,50'],
  ])
  expect(await productsOf(['IM-1', 'IM-2'])).toEqual([])

  await dialog.getByRole('button', { name: 'Import only 1 row' }).press('Enter')
  await dialog.getByText('Result:').waitFor()
  expect(await isFocused(dialog.getByRole('button', { name: 'Close' }).last())).toBe(true)
  expect(await productsOf(['IM-1', 'IM-2'])).toEqual([['IM-1', 'Imported desk']])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

test('imports all rows of a file without errors, after which the table shows them', async () => {
  const { page } = await workbench.open(`${products}?sort=name,asc`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const rows = ['IM-3,"! First",1.00', 'IM-4,"! Second",2.00']
  await dialog.getByLabel(/^Choose/).setInputFiles(csv('code,name,listPrice', ...rows))
  expect(await countsOf(dialog)).toEqual(['Created 2', 'Updated 0', 'Unchanged 0', 'Wrong 0'])
  await dialog.getByRole('radio', { name: 'Only update' }).check()
  await dialog.getByRole('table', { name: 'Errors' }).waitFor()
  expect(await countsOf(dialog)).toEqual(['Created 0', 'Updated 0', 'Unchanged 0', 'Wrong 2'])
  await dialog.getByRole('radio', { name: 'Create and update' }).check()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('2 records were imported.').waitFor()
  await page.getByRole('main').getByText('! First').waitFor()
})

const openImport = async (path: string, look?: Look) => {
  const session = await workbench.open(path, look)
  await session.page.getByRole('button', { name: 'Import' }).click()
  const dialog = session.page.getByRole('dialog', { name: 'Import' })
  return { ...session, dialog, choose: dialog.getByLabel(/^Choose/) }
}

/** Holds the request that writes, and returns what waits for it. */
const holdImport = async (page: Page): Promise<() => Promise<Route>> => {
  let arrive: (route: Route) => void = () => undefined
  const arrival = new Promise<Route>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/import\?.*dryRun=false/, (route) => arrive(route))
  return () => arrival
}

test('reads the table again after an import whose response was lost', async () => {
  const { page, dialog, choose, allow } = await openImport(`${products}?sort=name,asc`)
  allow(/Failed to load resource/)
  const arrival = await holdImport(page)
  await choose.setInputFiles(csv('code,name,listPrice', 'IM-5,!! Lost,1.00'))
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  const route = await arrival()
  await route.fetch()
  await route.abort()
  await dialog.getByRole('alert').waitFor()
  await page.getByRole('main').getByText('!! Lost').waitFor()
})

test('reads the table again after an import that was cancelled', async () => {
  const { page, dialog, choose } = await openImport(`${products}?sort=name,asc`)
  const arrival = await holdImport(page)
  await choose.setInputFiles(csv('code,name,listPrice', 'IM-6,!! Cancelled,1.00'))
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await (await arrival()).fetch()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByText('!! Cancelled').waitFor()
})

test('allows no other choice while rows are written', async () => {
  const { page, dialog, choose } = await openImport(products)
  const arrival = await holdImport(page)
  await choose.setInputFiles(csv('code,name,listPrice', 'IM-7,Held,1.00'))
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  const route = await arrival()
  expect(await dialog.getByRole('radio', { name: 'Only update' }).isDisabled()).toBe(true)
  expect(await choose.isDisabled()).toBe(true)
  await route.continue()
  await page.getByText('1 record was imported.').waitFor()
})
