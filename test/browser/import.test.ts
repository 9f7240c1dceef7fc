/** A file is checked before its rows are imported: columns are mapped, and cells corrected. */
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { xlsxType } from '../http/import/catalogue.js'
import { accessibilityProblems } from '../support/accessibility.js'
import { isFocused, phone, waitMs } from '../support/browser.js'
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
  return (await counts.locator('dl > div').allInnerTexts()).map((text) => text.replace(/\s+/, ' '))
}

const expectCounts = (dialog: Locator, counts: readonly string[]) =>
  expect.poll(() => countsOf(dialog), { timeout: waitMs }).toEqual(counts)

const expectValue = (input: Locator, value: string) =>
  expect.poll(() => input.inputValue(), { timeout: waitMs }).toBe(value)

/** A product of the sample. */
const anyProduct = async () => {
  const { rows } = await workbench.database.client.query(
    'select code, name from products order by id limit 1',
  )
  return rows[0] as { readonly code: string; readonly name: string }
}

const productsOf = async (codes: readonly string[]) => {
  const { rows } = await workbench.database.client.query({
    text: 'select code, name, list_price from products where code = any($1) order by code',
    values: [codes],
    rowMode: 'array',
  })
  return rows
}

const openImport = async (path: string) => {
  const session = await workbench.open(path)
  await session.page.getByRole('button', { name: 'Import' }).click()
  const dialog = session.page.getByRole('dialog', { name: 'Import' })
  return { ...session, dialog, choose: dialog.getByLabel(/^Choose/) }
}

const rowOf = (dialog: Locator, name: RegExp): Locator =>
  dialog.getByRole('table', { name: 'Rows of the file' }).getByRole('row', { name })

test('maps the columns of a file, and imports those that the user chose', async () => {
  const { page, dialog, choose } = await openImport(products)
  await dialog.getByText('A row names its record by').waitFor()
  await choose.setInputFiles(
    csv('Article,Product name,Price,Shelf', 'IM-1,Imported desk,12.50,A', 'IM-2,Imported lamp,7,B'),
  )
  const column = (name: string) => dialog.getByRole('combobox', { name: new RegExp(`^${name}`) })
  // The service finds none of the columns; the page proposes those with a similar name.
  await expectValue(column('Product name'), 'name')
  await expectValue(column('Price'), 'listPrice')
  await expectValue(column('Shelf'), '')
  await dialog.getByText('New records need a column for: Code.').waitFor()
  await dialog.getByText('Not imported: Article, Shelf.').waitFor()
  await expectCounts(dialog, ['Created 0', 'Updated 0', 'Unchanged 0', 'Wrong 2'])

  await column('Article').selectOption({ label: 'Code *' })
  await expectCounts(dialog, ['Created 2', 'Updated 0', 'Unchanged 0', 'Wrong 0'])
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('2 records were imported.').waitFor()
  expect(await productsOf(['IM-1', 'IM-2'])).toEqual([
    ...[
      ['IM-1', 'Imported desk', '12.50'],
      ['IM-2', 'Imported lamp', '7.00'],
    ],
  ])
})

test('proposes fields for the columns of a file, however late the schemas are', async () => {
  const { page } = await workbench.open(products)
  await page.route(/\/schemas\/filtered.*schemaType=request/, async (route) => {
    await wait(1_000)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByLabel(/^Choose/).setInputFiles(csv('Product name,Price', 'Lamp,7'))
  await expectValue(dialog.getByRole('combobox', { name: /^Price/ }), 'listPrice')
})

test('corrects a cell by keyboard, leaves out a row, and imports the others', async () => {
  const { code, name } = await anyProduct()
  const { dialog, choose, page } = await openImport(products)
  await choose.setInputFiles(
    csv(
      'code,name,listPrice',
      'IM-11,Desk,1',
      'IM-12,Lamp,"1,50"',
      'IM-13,Chair,x',
      `${code},Renamed,7`,
    ),
  )
  await expectCounts(dialog, ['Created 1', 'Updated 1', 'Unchanged 0', 'Wrong 2'])
  // Rows with errors come first.
  await dialog.getByRole('button', { name: 'Import only 2 rows' }).waitFor()
  expect(await dialog.getByRole('row').count()).toBe(3)
  const price = dialog.getByRole('textbox', { name: /^listPrice, row 3:/ })
  await price.fill('1.50')
  await dialog.getByRole('button', { name: 'Check again' }).waitFor()
  await price.press('Enter')
  await expectCounts(dialog, ['Created 2', 'Updated 1', 'Unchanged 0', 'Wrong 1'])
  // The input of the corrected cell is gone, so the next one that is wrong has the focus.
  const next = dialog.getByRole('textbox', { name: /^listPrice, row 4:/ })
  await expect.poll(() => isFocused(next), { timeout: waitMs }).toBe(true)

  await dialog.getByRole('button', { name: 'Leave out row 4' }).press('Enter')
  await dialog.getByRole('button', { name: 'Check again' }).press('Enter')
  await expectCounts(dialog, ['Created 2', 'Updated 1', 'Unchanged 0', 'Wrong 0'])
  await dialog.getByRole('radio', { name: 'Updated (1)' }).check()
  const updated = rowOf(dialog, /^5/)
  expect(await updated.locator('del').first().innerText()).toBe(name)
  expect(await updated.locator('ins').first().innerText()).toBe('Renamed')
  await dialog.getByRole('radio', { name: 'Left out (1)' }).check()
  await dialog.getByRole('button', { name: 'Import row 4 after all' }).waitFor()

  await dialog.getByRole('button', { name: 'Import 3 rows' }).press('Enter')
  await page.getByText('3 records were imported.').waitFor()
  const written = await productsOf([code, 'IM-11', 'IM-12', 'IM-13'])
  expect(written).toHaveLength(3)
  expect(written).toEqual(
    expect.arrayContaining([
      ...[
        [code, 'Renamed', '7.00'],
        ['IM-11', 'Desk', '1.00'],
        ['IM-12', 'Lamp', '1.50'],
      ],
    ]),
  )
})

test('a correction during a check needs another check', async () => {
  const { page, dialog, choose } = await openImport(products)
  await choose.setInputFiles(csv('code,name,listPrice', 'IM-51,Desk,x'))
  const price = dialog.getByRole('textbox', { name: /^listPrice, row 2/ })
  await price.fill('1')
  const arrival = await holdImport(page, /\/import\?.*dryRun=true/)
  await price.press('Enter')
  await arrival()
  await price.fill('y')
  await page.unrouteAll()
  const again = dialog.getByRole('button', { name: 'Check again' })
  await expect.poll(() => again.getAttribute('aria-busy'), { timeout: waitMs }).toBe('false')
  await again.click()
  await expectCounts(dialog, ['Created 0', 'Updated 0', 'Unchanged 0', 'Wrong 1'])
  expect(await price.inputValue()).toBe('y')
})

test('imports only the rows that are right, and saves the others with their errors', async () => {
  const { page, dialog, choose } = await openImport(products)
  await choose.setInputFiles(csv('code,name,listPrice', 'IM-21,Desk,1', 'IM-22,Lamp,"1,50"'))
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the rows with errors' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('products-errors.csv')
  const file = await text(await download.createReadStream())
  expect(file).toMatch(/^code,name,listPrice,Error\r\nIM-22,Lamp,"1,50",.*listPrice.*\r\n$/)

  await dialog.getByRole('button', { name: 'Import only 1 row' }).press('Enter')
  await dialog.getByText('Result:', { exact: true }).waitFor()
  expect(await isFocused(dialog.getByRole('button', { name: 'Close' }).last())).toBe(true)
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  expect(await productsOf(['IM-21', 'IM-22'])).toEqual([['IM-21', 'Desk', '1.00']])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

test('corrects a row of a workbook', async () => {
  const { code, name: title } = await anyProduct()
  const { page, dialog, choose } = await openImport(products)
  const sheet = await page.request.post(`${workbench.origin}/api/sales/products/export`, {
    data: { format: 'xlsx', filters: { code } },
  })
  const name = 'products.xlsx'
  await choose.setInputFiles({ name, mimeType: xlsxType, buffer: await sheet.body() })
  await expectCounts(dialog, ['Created 0', 'Updated 0', 'Unchanged 1', 'Wrong 0'])
  await dialog.getByRole('button', { name: 'Edit row 2' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'List price, row 2' }).fill('3.25')
  await dialog.getByRole('button', { name: 'Check again' }).press('Enter')
  await expectCounts(dialog, ['Created 0', 'Updated 1', 'Unchanged 0', 'Wrong 0'])
  await dialog.getByRole('button', { name: 'Import 1 row' }).press('Enter')
  await page.getByText('1 record was imported.').waitFor()
  expect(await productsOf([code])).toEqual([[code, title, '3.25']])
})

test('reads a file in another encoding if the user accepts it', async () => {
  const { dialog, choose, allow } = await openImport(products)
  allow(/ 400 /)
  const file = csv('code,name,listPrice', 'IM-31,Tür,1')
  await choose.setInputFiles({ ...file, buffer: Buffer.from(file.buffer.toString(), 'latin1') })
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Read it as Windows-1252' }).press('Enter')
  await expectCounts(dialog, ['Created 1', 'Updated 0', 'Unchanged 0', 'Wrong 0'])
  expect(await isFocused(choose)).toBe(true)
  await dialog.getByRole('cell', { name: 'Tür' }).waitFor()
})

test('the dialog has no accessibility problem in both themes and on a phone', async () => {
  const { code } = await anyProduct()
  const { page, dialog, choose } = await openImport(products)
  await choose.setInputFiles(
    csv(
      'code,Product name,listPrice,Shelf',
      'IM-41,Desk,1,A',
      'IM-42,Lamp,"1,50",B',
      `${code},Other,1,`,
    ),
  )
  await dialog.getByRole('radio', { name: 'All (3)' }).check()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await accessibilityProblems(page), theme).toEqual([])
  }
  await page.setViewportSize(phone)
  expect(await accessibilityProblems(page), 'phone').toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
})

test('imports all rows of a file without errors, after which the table shows them', async () => {
  const { page } = await workbench.open(`${products}?sort=name,asc`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const rows = ['IM-3,"! First",1.00', 'IM-4,"! Second",2.00']
  await dialog.getByLabel(/^Choose/).setInputFiles(csv('code,name,listPrice', ...rows))
  await expectCounts(dialog, ['Created 2', 'Updated 0', 'Unchanged 0', 'Wrong 0'])
  await dialog.getByRole('radio', { name: 'Only update' }).check()
  await expectCounts(dialog, ['Created 0', 'Updated 0', 'Unchanged 0', 'Wrong 2'])
  await dialog.getByRole('radio', { name: 'Create and update' }).check()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('2 records were imported.').waitFor()
  await page.getByRole('main').getByText('! First').waitFor()
})

/** Holds a request, by default the one that writes, and returns what waits for it. */
const holdImport = async (
  page: Page,
  url = /\/import\?.*dryRun=false/,
): Promise<() => Promise<Route>> => {
  let arrive: (route: Route) => void = () => undefined
  const arrival = new Promise<Route>((resolve) => {
    arrive = resolve
  })
  await page.route(url, (route) => arrive(route))
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
