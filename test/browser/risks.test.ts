/** The riskier an action, the more it asks; refusals give their reason in words. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { isNightly } from '../support/effort.js'
import { fillParcels, parcelService } from './parcels.js'
import { useWorkbench } from './use-workbench.js'

/** Journeys that others cover in part. */
const nightly = test.runIf(isNightly)

const workbench = useWorkbench(parcelService)
const parcels = '/resources/depot.parcels'

beforeEach(() => fillParcels(workbench.database.client))

const change = (id: number, assignment: string) =>
  workbench.database.client.query(
    `update parcels set ${assignment}, version = version + 1 where id = $1`,
    [id],
  )

const stored = async (id: number) => {
  const { rows } = await workbench.database.client.query(
    'select state, note from parcels where id = $1',
    [id],
  )
  return rows[0]
}

const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })

nightly('an action without risk runs at once, and the record is shown anew', async () => {
  const { page } = await workbench.open(`${parcels}/records/1`)
  await button(page, 'Ping').click()
  await page.getByText('pinged', { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('an object is filled in as a group of fields', async () => {
  const { page } = await workbench.open(`${parcels}/records/1`)
  await button(page, 'Post').click()
  const dialog = page.getByRole('dialog', { name: 'Post' })
  const city = dialog.getByRole('group', { name: 'Address' }).getByRole('textbox', { name: 'City' })
  await city.fill('L')
  await button(dialog, 'Post').click()
  await dialog.getByText('City must have at least 3 characters.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await city.fill('Lyon')
  await button(dialog, 'Post').click()
  await page.getByText('posted to Lyon', { exact: true }).waitFor()
})

test('a rule tells its reason in words', async () => {
  const { page } = await workbench.open(`${parcels}/records/2`)
  await page.getByText('Handled by hand.').first().waitFor()
  const weigh = button(page, 'Weigh')
  expect(await weigh.getAttribute('aria-disabled')).toBe('true')
  await weigh.focus()
  await page.keyboard.press('Enter')
  await weigh.click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await stored(2)).toMatchObject({ note: null })
})

nightly('an action of high risk names the record, and says that it cannot be undone', async () => {
  const { page } = await workbench.open(`${parcels}/records/1`)
  await button(page, 'Send').click()
  const dialog = page.getByRole('dialog', { name: 'Send' })
  await dialog.getByText('Books').waitFor()
  await dialog.getByText('This cannot be undone.').waitFor()
  await button(dialog, 'Cancel').click()
  expect(await stored(1)).toMatchObject({ state: 'OPEN' })
  await button(page, 'Send').click()
  await button(dialog, 'Send').click()
  await page.getByText('The parcel is on its way.').waitFor()
  expect(await stored(1)).toMatchObject({ state: 'SENT' })
  await page.getByRole('tab', { name: 'Edit' }).click()
  await page.getByText('Only when Open; it is Sent.', { exact: true }).last().waitFor()
})

test('an action of critical risk wants the name of the record, after its form', async () => {
  const { page } = await workbench.open(`${parcels}/records/3`)
  await button(page, 'Burn').click()
  const form = page.getByRole('dialog', { name: 'Burn' }).first()
  await form.getByLabel(/^Reason/).fill('Wet')
  await form.getByRole('button', { name: 'Burn' }).click()
  const typed = page.getByLabel('Type “Shoes” to confirm')
  const agree = page.getByRole('dialog').last().getByRole('button', { name: 'Burn' })
  await typed.fill('Shoe')
  expect(await agree.isDisabled()).toBe(true)
  await typed.fill('Shoes')
  await typed.press('Enter')
  await page.getByText('burnt: Wet', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('an action on a record that has changed meanwhile is refused, and shows it anew', async () => {
  const session = await workbench.open(`${parcels}/records/4`)
  const { page } = session
  session.allow(/412/)
  await button(page, 'Send').waitFor()
  await change(4, "note = 'fragile'")
  await button(page, 'Send').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await page.getByText(/Somebody changed the record since you opened it/).waitFor()
  await page.getByText('fragile', { exact: true }).waitFor()
  expect(await stored(4)).toMatchObject({ state: 'OPEN' })
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await page.getByText('The parcel is on its way.').waitFor()
})

nightly('a record is deleted after a question, and its table follows', async () => {
  const { page } = await workbench.open(`${parcels}/records/1`)
  await button(page, 'More').click()
  await button(page, 'Delete').click()
  const dialog = page.getByRole('dialog', { name: 'Delete the record' })
  await dialog.getByText('Books').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/depot\.parcels$/)
  expect(await stored(1)).toBeUndefined()
})

nightly('the page of a missing record leads to its table', async () => {
  const session = await workbench.open('/')
  session.allow(/404/)
  await session.page.goto(`/workbench${parcels}/records/99`)
  await session.page.getByText('There is no such record.').waitFor()
  await session.page.getByRole('main').getByRole('link', { name: 'Parcels' }).first().click()
  await session.page.getByText('Books').first().waitFor()
})

const select = async (page: Page, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check()
  }
}

test('a bulk action reports each record, and repeats what failed', async () => {
  await change(1, "state = 'SENT'")
  const { page } = await workbench.open(parcels)
  await select(page, ['Books', 'Lamp'])
  await button(page, 'Send all').click()
  await button(page.getByRole('dialog'), 'Send all').click()
  const dialog = page.getByRole('dialog', { name: 'Send all' })
  await dialog.getByText('1 of 2 records are done.').waitFor()
  await dialog.getByRole('row', { name: /Books.*Only when Open\./ }).waitFor()
  expect(await stored(4)).toMatchObject({ state: 'SENT' })
  await change(1, "state = 'OPEN'")
  await button(dialog, 'Repeat the failed ones').click()
  await page.getByText('Send all: done (1 record)').waitFor()
  expect(await stored(1)).toMatchObject({ state: 'SENT' })
})

nightly('an action on all or none names what prevents it, and can leave that out', async () => {
  await change(1, "state = 'SENT'")
  const session = await workbench.open(parcels)
  session.allow(/409/)
  const { page } = session
  await select(page, ['Books', 'Shoes', 'Lamp'])
  await button(page, 'Send together').click()
  await button(page.getByRole('dialog'), 'Send together').click()
  const dialog = page.getByRole('dialog', { name: 'Send together' })
  await dialog.getByText(/Nothing was changed/).waitFor()
  expect(await stored(3)).toMatchObject({ state: 'OPEN' })
  await button(dialog, 'Only the 2 other records').click()
  await page.getByText('Send together: done (2 records)').waitFor()
  expect([await stored(3), await stored(4)]).toMatchObject([{ state: 'SENT' }, { state: 'SENT' }])
})
