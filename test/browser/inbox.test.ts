/** An approver's day: what waits, acted on by keyboard, or with a thumb on a phone. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { phone } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)

const records = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: 'Records', exact: true }).locator('> li')

/** Ids of submitted requests, those that wait longest first. */
const submitted = async (): Promise<readonly number[]> => {
  const { rows } = await workbench.database.client.query(
    `select id from absence_requests where state = 'SUBMITTED' order by created_at, id`,
  )
  return rows.map(({ id }) => Number(id))
}

const stateOf = async (key: string | null): Promise<unknown> => {
  const { rows } = await workbench.database.client.query(
    'select state, decision_comment from absence_requests where id = $1',
    [key!.split(' ')[1]],
  )
  return [rows[0].state, rows[0].decision_comment]
}

/** Opens the inbox with submitted requests only. */
const openSubmitted = async (look = {}) => {
  const session = await workbench.open('/inbox', look)
  const { page } = session
  await page.getByRole('button', { name: /^Absence requests: Rejected/ }).click()
  await expect
    .poll(() => records(page).filter({ hasText: 'Rejected' }).count(), { interval: 10 })
    .toBe(0)
  await records(page).first().waitFor()
  return session
}

test('the inbox counts what waits, and acts on one record after another by keyboard', async () => {
  const waiting = await submitted()
  const { page } = await openSubmitted()
  await page.getByRole('main').getByText(`${waiting.length} records wait.`).waitFor()
  await page
    .getByRole('navigation', { name: 'Resources' })
    .getByText(`${waiting.length} records wait.`)
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([])

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const second = await records(page).nth(1).getAttribute('data-key')
  const third = await records(page).nth(2).getAttribute('data-key')
  await page.keyboard.press('1')
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Fine')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.locator(`li[data-key="${second}"]`).waitFor({ state: 'detached' })
  expect(await stateOf(second)).toEqual(['APPROVED', 'Fine'])
  await page.locator(`li[data-key="${third}"]:focus`).waitFor()
  await page
    .getByRole('main')
    .getByText(`${waiting.length - 1} records wait.`)
    .waitFor()

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(
    `/workbench/resources/human-resources.absence-requests/records/${third!.split(' ')[1]}`,
  )
})

test('what waits for others is folded, with the reason of the service', async () => {
  const waiting = await submitted()
  const { page } = await workbench.open('/inbox')
  await page.getByRole('banner').getByRole('button', { name: 'development' }).click()
  await page
    .getByRole('list', { name: 'Act as' })
    .getByRole('button', { name: 'HR assistant' })
    .click()
  await page.getByText(/^What waits for others/).click()
  const queue = page.getByRole('listitem').filter({ hasText: 'Absence requests: Submitted' })
  await queue.getByText(`${waiting.length} records`).waitFor()
  await queue.getByText('Approve: Needs absence:decide.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a phone approves from a card, and its targets are as large as a thumb', async () => {
  const { page } = await openSubmitted(phone)
  expect(await accessibilityProblems(page)).toEqual([])
  const first = records(page).first()
  const key = await first.getAttribute('data-key')
  const approve = first.getByRole('button', { name: 'Approve' })
  const places = page.getByRole('navigation', { name: 'Main places' })
  for (const target of [approve, ...(await places.locator('a, button').all())]) {
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await approve.click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('textbox', { name: 'Comment' }).waitFor()
  const confirm = dialog.getByRole('button', { name: 'Approve' })
  const { y, height } = (await confirm.boundingBox())!
  expect(y).toBeGreaterThan(phone.height / 2)
  expect(height).toBeGreaterThanOrEqual(44)
  await confirm.click()
  await page.locator(`li[data-key="${key}"]`).waitFor({ state: 'detached' })
  expect((await stateOf(key)) as unknown[]).toContain('APPROVED')
})

test('a phone shows the records of a table as cards, and as a table on demand', async () => {
  const { page } = await workbench.open('/resources/human-resources.absence-requests', phone)
  const cards = page.getByRole('list', { name: 'Absence requests' })
  await cards.getByRole('link').first().waitFor()
  expect(await cards.getByRole('listitem').count()).toBe(50)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByLabel('Find a criterion').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('radio', { name: 'As a table' }).check()
  await page.getByRole('table', { name: 'Absence requests' }).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation', { name: 'Main places' })
    .getByRole('button', { name: 'Resources' })
    .click()
  await page.getByRole('link', { name: 'Employees' }).click()
  await page.getByRole('table', { name: 'Employees' }).waitFor()
})

test('on a phone the actions of a record stay at its lower end', async () => {
  const [id] = await submitted()
  const { page } = await workbench.open(
    `/resources/human-resources.absence-requests/records/${id}`,
    phone,
  )
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await approve.waitFor()
  const { y, height } = (await approve.boundingBox())!
  expect(y).toBeGreaterThan(phone.height * 0.6)
  expect(y + height).toBeLessThan(phone.height)
  expect(height).toBeGreaterThanOrEqual(44)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
})
