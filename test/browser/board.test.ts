/** A dashboard over several resources, within a time range and beside the period before. */
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { nightly, samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)
afterEach(() => workbench.database?.client.query('truncate corollary.saved_view'))

const employees = 'human-resources.employees'
const range = { from: '2025-04-01', to: '2026-03-31' }
const before = { from: '2024-04-01', to: '2025-03-31' }
const board = {
  cards: [
    { resource: employees, chart: { kind: 'series', field: 'hiredOn', granularity: 'MONTH' } },
    { resource: employees, chart: { kind: 'bars', field: 'status' }, time: 'lastReviewAt' },
    { resource: 'human-resources.absence-requests', chart: { kind: 'bars', field: 'state' } },
  ],
  ...{ range, isCompared: true },
}
const address = `/dashboard?${new URLSearchParams({ board: JSON.stringify(board) })}`

const countOf = async (table: string, column: string, { from, to } = range): Promise<number> => {
  const day = `(${column} at time zone 'UTC')::date`
  const sql = `select count(*) from ${table} where ${day} between $1 and $2`
  return Number((await workbench.database.client.query(sql, [from, to])).rows[0].count)
}

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const boardOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('board')!)

test('cards of several resources are of one snapshot, beside the period before', async () => {
  const now = await countOf('employees', 'hired_on')
  const earlier = await countOf('employees', 'hired_on', before)
  const reviewed = await countOf('employees', 'last_review_at')
  const absences = await countOf('absence_requests', 'starts_on')
  const { page } = await workbench.open('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') reads.push(new URL(request.url()).pathname)
  })
  await page.goto(`${workbench.origin}/workbench${address}`)
  const hired = cardOf(page, 'Employees: Hired on')
  await hired.getByText(`before: ${earlier}`, { exact: true }).waitFor()
  await hired.getByText(String(now), { exact: true }).waitFor()
  const change = Math.round((now / earlier - 1) * 1000) / 10
  await hired.getByText(`${change > 0 ? '+' : ''}${change}%`).waitFor()
  await cardOf(page, 'Employees: Status').getByText(String(reviewed), { exact: true }).waitFor()
  await cardOf(page, 'Absence requests: State')
    .getByText(String(absences), { exact: true })
    .waitFor()
  expect(reads).toEqual(['/queries'])
})

test('a bar leads to the records that it counts, within the range, and back', async () => {
  const { page } = await workbench.open(address)
  const active = `(select * from employees where status = 'ACTIVE') as active`
  const counted = String(await countOf(active, 'last_review_at'))
  const bar = cardOf(page, 'Employees: Status').getByRole('button', {
    name: new RegExp(`^Active ${counted} `),
  })
  await bar.click()
  await page.getByRole('table').waitFor()
  const filter = JSON.parse(new URL(page.url()).searchParams.get('filter')!)
  expect(filter.lastReviewBetween).toEqual([range.from, range.to])
  await page.getByRole('status').filter({ hasText: counted }).waitFor()
  await page.goBack()
  await bar.waitFor()
})

test('what is changed is in the address, which opens the same dashboard', async () => {
  const { page } = await workbench.open('/dashboard')
  await page.getByRole('region').first().waitFor()
  await page.getByLabel('Time range').selectOption('30')
  await expect.poll(() => page.url()).toContain('board=')
  await page.getByRole('button', { name: 'Add a chart' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Resource').selectOption('human-resources.absence-requests')
  await dialog.getByRole('button', { name: 'Kind by value' }).click()
  const added = cardOf(page, 'Absence requests: Kind')
  await added.last().waitFor()
  const { cards, range: chosen } = boardOf(page)
  expect(chosen).toEqual({ days: 30 })
  expect(cards.at(-1)).toMatchObject({ chart: { kind: 'bars', field: 'kind' }, filter: {} })
  await page.reload()
  await added.last().waitFor()
  await added.last().getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => boardOf(page).cards).toEqual(cards.slice(0, -1))
})

test('cards are moved by the keyboard, and the search leads to the dashboard', async () => {
  const { page } = await workbench.open(address)
  const name = 'Employees: Status'
  await cardOf(page, name).waitFor()
  await page.getByRole('button', { name: `Move ${name} up` }).press('Enter')
  const order = () =>
    boardOf(page).cards.map(({ chart }: { chart: { field: string } }) => chart.field)
  await expect.poll(order).toEqual(['status', 'hiredOn', 'state'])
  await page.getByRole('status').getByText(`${name} 1`).waitFor()
  // The focus is on the button that can still move the card.
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['hiredOn', 'status', 'state'])
  await page.goto(`${workbench.origin}/workbench`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('dashboard')
  await page.getByRole('option', { name: 'Dashboard', exact: true }).click()
  await cardOf(page, name).waitFor()
  expect(order()).toEqual(['hiredOn', 'status', 'state'])
})

test('the dashboard fills the screen, without its controls', async () => {
  const { page } = await workbench.open(address)
  const remove = cardOf(page, 'Employees: Status').getByRole('button', { name: 'Remove' })
  await remove.waitFor()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await remove.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Full screen', pressed: true }).click()
  await remove.waitFor()
})

test('a dashboard is saved under a name, and its link opens it for others', async () => {
  const { page } = await workbench.open(address)
  await cardOf(page, 'Employees: Status').waitFor()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('A year of people')
  await page.getByRole('checkbox', { name: 'Public' }).check()
  await page.getByRole('checkbox', { name: /^Pin/ }).check()
  await page.getByRole('button', { name: 'Save as', exact: true }).click()
  await page.getByRole('button', { name: 'A year of people', exact: true }).waitFor()
  await page.getByLabel('Time range').selectOption('30')
  await page.getByRole('button', { name: 'A year of people (changed)' }).waitFor()
  const other = await workbench.open()
  await other.page.getByRole('link', { name: 'A year of people' }).click()
  await cardOf(other.page, 'Absence requests: State').waitFor()
  await other.page.getByRole('button', { name: 'A year of people', exact: true }).waitFor()
  expect(boardOf(other.page)).toMatchObject({ range, isCompared: true })
})

test(
  'a criterion that the service refuses is removed where the error is shown',
  nightly,
  async () => {
    const filter = { nothing: 1, status: ['ACTIVE'] }
    const card = { resource: employees, chart: { kind: 'bars', field: 'status' }, filter }
    const shared = new URLSearchParams({ board: JSON.stringify({ cards: [card] }) })
    const session = await workbench.open()
    const { page } = session
    session.allow(/ 400 /)
    await page.goto(`${workbench.origin}/workbench/dashboard?${shared}`)
    const remove = page.getByRole('button', { name: 'Remove this criterion' })
    await remove.press('Enter')
    const bar = page.getByRole('button', { name: /^Active / })
    await bar.waitFor()
    expect(boardOf(page).cards[0].filter).toEqual({ status: ['ACTIVE'] })
    const focused = 'document.activeElement.getAttribute("aria-label")'
    expect(await page.evaluate(focused)).toBe('Employees: Status')
    // The figures and the charts of a resource share one filter.
    const sent = new URLSearchParams({ filter: JSON.stringify(filter) })
    await page.goto(`${workbench.origin}/workbench/resources/${employees}/dashboard?${sent}`)
    await page
      .getByRole('region', { name: 'Key figures' })
      .getByRole('button')
      .first()
      .press('Enter')
    await bar.first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  },
)
