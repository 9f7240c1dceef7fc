/** Working with the table of a resource: columns, selection, export, views, endless scrolling. */
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isNightly } from '../support/effort.js'
import { samples, useWorkbench } from './use-workbench.js'

// Views of the service have tests of their own.
const workbench = useWorkbench({
  ...samples.people,
  settings: { 'platform.workbench.store': 'none' },
})

const employees = '/resources/human-resources.employees'
const absences = '/resources/human-resources.absence-requests'

const filtered = (path: string, filter: object, more: Readonly<Record<string, string>> = {}) =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter), ...more })}`

const selectValue = async (sql: string, values: readonly unknown[] = []): Promise<string> => {
  const { rows } = await workbench.database.client.query({
    ...{ text: sql, values: [...values] },
    rowMode: 'array',
  })
  return String(rows[0]![0])
}

const row = (page: Page, number: number) =>
  page.locator(`main table tr[aria-rowindex="${number + 1}"]`)

const headers = (page: Page) => page.getByRole('columnheader').getByRole('button')

const openMenu = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('columns are hidden, moved and widened by keyboard, and stay so', async () => {
  const { page } = await workbench.open(employees, { width: 3000 })
  await row(page, 1).waitFor()
  const firstHeaders = async () => (await headers(page).allInnerTexts()).slice(0, 4)
  const initial = ['Full name\n↑', 'Code', 'Status', 'Salary']
  expect(await firstHeaders()).toEqual(initial)
  await openMenu(page, 'Columns')
  await page.getByRole('checkbox', { name: 'Salary', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  const code = page.getByRole('columnheader', { name: 'Code' })
  const before = (await code.boundingBox())!.width
  await code.getByRole('button').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.reload()
  await row(page, 1).waitFor()
  expect(await firstHeaders()).toEqual(['Full name\n↑', 'Status', 'Code', 'Hired on'])
  expect((await code.boundingBox())!.width).toBe(before + 32)
  await openMenu(page, 'Columns')
  await page.getByRole('button', { name: 'Columns as declared' }).click()
  expect(await firstHeaders()).toEqual(initial)
})

test('rows that stay in view are not drawn again while the table scrolls', async () => {
  const { page } = await workbench.open(employees)
  const stored = JSON.stringify({ paging: 'endless', size: 50, layout: {} })
  const key = 'corollary.table.human-resources.employees'
  await page.evaluate(`localStorage.setItem('${key}', '${stored}')`)
  await page.reload()
  await row(page, 10).waitFor()
  await page.waitForLoadState('networkidle')
  // A row that is drawn again has other functions, which its element keeps by event.
  await page.evaluate(`(() => {
    const row = document.querySelector('main tr[data-row="15"]')
    globalThis.functionsOf = () =>
      Object.values(row).filter((own) => own).flatMap((own) => Object.values(own))
        .filter((each) => typeof each === 'function')
    globalThis.before = functionsOf()
    document.querySelector('.records-scroll').scrollTop = 300
  })()`)
  await page.locator('main tr[data-row="34"]').waitFor({ state: 'attached' })
  for (const _ of '12') await page.evaluate('new Promise(requestAnimationFrame)')
  expect(await page.evaluate('before.length')).toBeGreaterThan(0)
  expect(await page.evaluate('functionsOf().every((each) => before.includes(each))')).toBe(true)
})

test('a table starts with eight columns, and its menu finds, shows and hides the others', async () => {
  const { page } = await workbench.open(employees, { width: 3000 })
  await row(page, 1).waitFor()
  expect(await headers(page).count()).toBe(8)
  await openMenu(page, 'Columns')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('nick')
  const choices = page.getByRole('list', { name: 'Columns' }).getByRole('checkbox')
  await expect.poll(() => choices.count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Nickname' }).check()
  expect(await headers(page).count()).toBe(9)
  await page.getByRole('button', { name: 'None' }).click()
  expect(await headers(page).allInnerTexts()).toEqual(['Full name\n↑'])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Updated at' }).waitFor()
})

test('endless scrolling reads on by cursor, and draws only what is visible', async () => {
  // All of them are more rows than the page keeps.
  const since = isNightly
    ? '1900-01-01'
    : await selectValue(`select (max(period) - 150)::text from payslips`)
  const payslips = '/resources/payroll.payslips'
  const { page } = await workbench.open(filtered(payslips, { periodBetween: [since, null] }))
  const count = Number(
    await selectValue('select count(*) from payslips where period >= $1', [since]),
  )
  await row(page, 1).waitFor()
  await openMenu(page, 'Display')
  await page.getByRole('radio', { name: 'While scrolling' }).check()
  await page.keyboard.press('Escape')
  const scroller = page.locator('main [aria-busy]:has(> table)')
  const numbers = page.locator('main tbody tr[aria-rowindex]')
  const scrollOn = async () => {
    await scroller.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    return Number(await numbers.last().getAttribute('aria-rowindex')) - 1
  }
  await expect.poll(scrollOn, { timeout: 60_000, interval: 10 }).toBe(count)
  expect(count).toBeGreaterThan(isNightly ? 6000 : 1000)
  expect(await page.locator('main tbody tr').count()).toBeLessThan(80)
  const last = await selectValue(
    `select full_name from payslips join employees on employees.id = employee_id
     where period >= $1 order by period, payslips.id limit 1`,
    [since],
  )
  await row(page, count).getByRole('cell', { name: last, exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Home')
  await page.locator('tr[aria-rowindex="2"]:focus').waitFor()
})

test('records selected on several pages are deleted together, or none of them', async () => {
  const { page, allow } = await workbench.open(
    filtered(absences, { state: ['SUBMITTED'] }, { size: '20' }),
  )
  const count = () => selectValue('select count(*) from absence_requests')
  const before = Number(await count())
  await row(page, 1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await row(page, 21).getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('2 records were deleted.').waitFor()
  expect(Number(await count())).toBe(before - 2)
  allow(/409/)
  await page.goto(
    `${workbench.origin}/workbench${filtered(absences, { state: ['SUBMITTED', 'APPROVED'] }, { sort: 'state,asc' })}`,
  )
  await row(page, 1).getByRole('checkbox').check()
  await page.getByRole('columnheader', { name: 'State' }).getByRole('button').click()
  await row(page, 1).getByText('Submitted').waitFor()
  await row(page, 1).getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  const outcome = page.getByRole('dialog')
  await outcome.getByText('Nothing was changed').waitFor()
  expect(await outcome.getByRole('row').count()).toBe(2)
  await outcome.getByRole('button', { name: 'Only the 1 other record' }).click()
  await page.getByText('1 record was deleted.').waitFor()
  expect(Number(await count())).toBe(before - 3)
})

test('a refused deletion names the record that others refer to, and deletes the others', async () => {
  const { page, allow } = await workbench.open('/resources/human-resources.skills')
  const [first, second] = (
    await workbench.database.client.query(
      `insert into skills (code, name, category) values ('S-1', '_', 'x'), ('S-2', '_', 'x') returning id`,
    )
  ).rows.map(({ id }) => Number(id))
  const used = await selectValue('select min(skill_id) from employee_skills')
  const name = await selectValue('select name from skills where id = $1', [used])
  const usedCode = await selectValue('select code from skills where id = $1', [used])
  await page.reload()
  for (const code of ['S-1', 'S-2', usedCode]) {
    const cell = page.getByRole('cell', { name: code, exact: true })
    await page.getByRole('row').filter({ has: cell }).getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .poll(() => dialog.getByRole('listitem').allInnerTexts())
    .toEqual([`_ ${first}`, `_ ${second}`, `${name} ${used}`])
  allow(/ 409 /)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  const refused = dialog.getByRole('row').filter({ hasText: `${name} ${used}` })
  await refused.getByText('other records still refer to it').waitFor()
  await dialog.getByRole('button', { name: 'Only the 2 other records' }).click()
  await page.getByText('2 records were deleted.').waitFor()
  await page.getByText('1 selected').waitFor()
})

test('a record that is deleted beside the table is no longer selected', async () => {
  const { page } = await workbench.open(filtered(absences, { state: ['SUBMITTED'] }), {
    width: 1500,
  })
  for (const number of [1, 2]) await row(page, number).getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await row(page, 1)
    .getByRole('link', { name: /^Open / })
    .click()
  const beside = page.getByRole('complementary', { name: 'Record' })
  await beside.getByRole('button', { name: 'More' }).click()
  await beside.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('1 selected').waitFor()
  await beside.waitFor({ state: 'detached' })
})

test('the filtered set and the selection are exported with the columns of the table', async () => {
  const { page } = await workbench.open(filtered(employees, { status: ['SUSPENDED'] }))
  const expected = await selectValue(`select count(*) from employees where status = 'SUSPENDED'`)
  const linesOf = async (save: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), save()])
    expect(download.suggestedFilename()).toBe('employees.csv')
    const file = await text(await download.createReadStream())
    return file.trimEnd().split(/\r?\n/)
  }
  await row(page, 1).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const all = await linesOf(() =>
    page.getByRole('button', { name: `Export ${expected} records` }).click(),
  )
  expect(all.length).toBe(Number(expected) + 1)
  expect(all[0]).toMatch(/^Full name,Code,Status,/)
  await page.getByText(`Exported: ${expected} records`).waitFor()
  await row(page, 2).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Export the selection' }).click()
  await page.getByRole('radio', { name: 'Names of fields' }).check()
  const chosen = await linesOf(() => page.getByRole('button', { name: 'Export 1 record' }).click())
  expect(chosen.length).toBe(2)
  expect(chosen[0]).toMatch(/^fullName,code,status,/)
  expect(chosen[1]).toBe(all[2])
})

test('an export waits until it is known which fields have a cell', async () => {
  const { page } = await workbench.open(filtered(employees, { status: ['SUSPENDED'] }))
  let tell = () => {}
  const listing = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route(/schemas\/filtered.*export/, async (route) => {
    await listing
    await route.continue()
  })
  await row(page, 1).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const start = page.getByRole('button', { name: /^Export \d+ records?$/ })
  expect(await start.isDisabled()).toBe(true)
  tell()
  const [download] = await Promise.all([page.waitForEvent('download'), start.click()])
  expect(download.suggestedFilename()).toBe('employees.csv')
})

test('a view is saved, shown again after a reload, renamed and deleted', async () => {
  const { page } = await workbench.open(filtered(employees, { status: ['SUSPENDED'] }))
  await row(page, 1).waitFor()
  await openMenu(page, 'Views')
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Suspended <b>')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Suspended <b>' }).waitFor()
  await page.getByRole('button', { name: /^Remove Status/ }).click()
  await openMenu(page, 'Views')
  await page.reload()
  await openMenu(page, 'Views')
  await page.getByRole('button', { name: 'Suspended <b>', exact: true }).click()
  await page.getByRole('button', { name: /^Remove Status is Suspended/ }).waitFor()
  await openMenu(page, 'Suspended <b>')
  await page.getByRole('button', { name: 'Rename Suspended <b>' }).click()
  await page.getByRole('textbox', { name: 'New name' }).fill('On hold')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete On hold' }).click()
  await page.getByText('No saved views yet.').waitFor()
})

/** The row is in the visible part of the table. */
const expectInView = (page: Page, number: number) =>
  expect
    .poll(() =>
      row(page, number).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        const part = element.closest('[aria-busy]')!.getBoundingClientRect()
        return top > part.top && bottom <= part.bottom
      }),
    )
    .toBe(true)

test('a record opens beside the table, and is shown in its place', async () => {
  const { page } = await workbench.open(employees, { width: 1500 })
  await row(page, 1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const beside = page.getByRole('complementary', { name: 'Record' })
  await beside.getByRole('heading', { level: 2 }).waitFor()
  expect(await row(page, 2).getAttribute('aria-current')).toBe('true')
  await page.locator('tr[aria-rowindex="3"]:focus').waitFor()
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  const order = 'order by full_name collate "und-x-icu", id offset 250 limit 1'
  const id = await selectValue(`select id from employees ${order}`)
  await page.goto(`${workbench.origin}/workbench${employees}?open=${id}`)
  await page.getByRole('button', { name: 'Show in the table' }).click()
  await row(page, 251).waitFor()
  expect(await row(page, 251).getAttribute('aria-current')).toBe('true')
  await expect.poll(() => page.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('6')
  await expectInView(page, 251)
  const middle = await selectValue(`select id from employees ${order.replace('250', '240')}`)
  await page.goto(`${workbench.origin}/workbench${employees}?open=${middle}`)
  await page.getByRole('button', { name: 'Show in the table' }).click()
  await row(page, 241).waitFor()
  await expectInView(page, 241)
})

test('the page says when somebody else has changed the data', async () => {
  const { page } = await workbench.open(employees)
  await row(page, 3).waitFor()
  await workbench.database.client.query(`update employees set phone = '+1 1' where id = 1`)
  await row(page, 3).getByRole('cell').nth(1).click()
  await page.getByText('The data has changed.').waitFor()
  await page
    .getByRole('region', { name: 'Records' })
    .getByRole('button', { name: 'Refresh' })
    .click()
  await page.getByText('The data has changed.').waitFor({ state: 'detached' })
})
