/** Files on the page of a record: checked, uploaded, shown, downloaded and removed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isFocused } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.sales)

/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const file = (name: string, mimeType: string, bytes = png) => ({ name, mimeType, buffer: bytes })

/** A file that is too large. The browser reads it itself: the driver would send it to the page. */
const largeFile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-large-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'large.png')
  await writeFile(path, Buffer.alloc(5_242_881))
  return path
}

/** A server whose responses end before they are complete. */
const breakingOrigin = async (): Promise<string> => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Length': 70 })
    response.write('short', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('gives a product its photo, shows it, downloads it and takes it away', async () => {
  const session = await workbench.open('/resources/sales.products/records/1')
  const { page } = session
  const choose = page.getByLabel(/^(Choose a|Replace the) file/)
  await choose.focus()
  await choose.setInputFiles(file('notes.svg', 'image/svg+xml'))
  await page.getByText('Photo must be of the type image/png, image/jpeg, image/webp.').waitFor()
  await choose.setInputFiles(await largeFile())
  await page.getByText('Photo must have at most 5.2 MB').waitFor()
  // The content is not what the type says, which only the service sees.
  session.allow(/ 415 /)
  await choose.setInputFiles(file('text.png', 'image/png', Buffer.from('no image')))
  await page.getByRole('alert').getByText('UNSUPPORTED_MEDIA_TYPE').waitFor()

  await choose.setInputFiles(file('Stuhl größer.png', 'image/png'))
  const image = page.getByRole('img', { name: 'Stuhl größer.png' })
  await image.waitFor()
  expect(await image.evaluate((shown) => Reflect.get(shown, 'naturalWidth'))).toBe(1)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await isFocused(choose)).toBe(true)

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('Stuhl größer.png')
  expect((await buffer(await download.createReadStream())).equals(png)).toBe(true)

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await image.waitFor({ state: 'detached' })
  expect(await isFocused(choose)).toBe(true)
  const { rows } = await workbench.database.client.query(
    'select photo_name, photo_file from products where id = 1',
  )
  expect(rows).toEqual([{ photo_name: null, photo_file: null }])
})

test('says that the connection broke while a file was downloaded, and downloads it again', async () => {
  const session = await workbench.open('/resources/sales.products/records/2')
  const { page } = session
  await page.getByLabel(/^Choose a file/).setInputFiles(file('a.png', 'image/png'))
  await page.getByRole('img', { name: 'a.png' }).waitFor()
  session.allow(/ERR_CONTENT_LENGTH_MISMATCH/)
  const origin = await breakingOrigin()
  await page.route(/\/files\/photo$/, (route) =>
    route.continue({ url: `${origin}${new URL(route.request().url()).pathname}` }),
  )
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('alert').getByText('The service is unreachable.').waitFor()
  await page.unroute(/\/files\/photo$/)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await waiting).suggestedFilename()).toBe('a.png')
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('a caller who may not change the record sees the file only', async () => {
  const { page } = await workbench.open('/resources/sales.products/records/3')
  await page.getByLabel(/^Choose a file/).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'development' }).click()
  await page.getByRole('list', { name: 'Act as' }).getByRole('button', { name: 'Auditor' }).click()
  await page.getByText('You act as Auditor.').waitFor()
  await page.getByText('Photo', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel(/^Choose a file/).count()).toBe(0)
})
