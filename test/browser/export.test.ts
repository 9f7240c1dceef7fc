/** The filtered set as a file, with the columns and names that the user chooses. */
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)

const downloadOf = async (page: Page, start: () => Promise<void>): Promise<string> => {
  const waiting = page.waitForEvent('download')
  await start()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^employees.*\.csv$/)
  return text(await download.createReadStream())
}

test('exports the records that match, by the names of their fields', async () => {
  const { rows } = await workbench.database.client.query({
    text: "select code from employees where status = 'ON_LEAVE' order by code desc",
    rowMode: 'array',
  })
  const filter = encodeURIComponent(JSON.stringify({ status: ['ON_LEAVE'] }))
  const { page } = await workbench.open(
    `/resources/human-resources.employees?filter=${filter}&sort=code,desc`,
  )
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('radio', { name: 'CSV' }).check()
  await dialog.getByRole('radio', { name: 'Names of fields' }).check()
  const file = await downloadOf(page, () =>
    dialog.getByRole('button', { name: `Export ${rows.length} records` }).click(),
  )
  await page.getByText(/^Exported: /).waitFor()
  const [head, ...lines] = file.trim().split('\r\n')
  const place = head!.replace('\uFEFF', '').split(',').indexOf('code')
  expect(lines).toHaveLength(rows.length)
  expect(lines.map((line) => line.split(',')[place])).toEqual(rows.map(([code]) => code))
})
