/** Cells that are changed in the table one by one, as in a spreadsheet. */
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { phone } from '../support/browser.js'
import { cellOf, employees, hold, useCells } from './cells.js'

const { workbench, open, employee, changeElsewhere } = useCells()

test('a cell is changed in place: Enter goes down, Tab goes on, Escape gives up', async () => {
  const { page } = await open()
  await (await cellOf(page, 1, 'Email')).dblclick()
  await page.getByRole('textbox', { name: 'Email' }).fill('first@example.com')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await employee(1))['email']).toBe('first@example.com')
  // What is typed on a cell replaces its value.
  await page.keyboard.type('second@example.com')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await employee(2))['email']).toBe('second@example.com')
  const before = await employee(1)
  await (await cellOf(page, 1, 'Salary')).click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Salary' }).fill('1')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Salary' }).waitFor({ state: 'detached' })
  expect(await employee(1)).toEqual(before)
})

test('errors are shown in the cell, which keeps what was typed; read-only cells say why', async () => {
  const { page, allow } = await open()
  await (await cellOf(page, 4, 'Email')).click()
  await page.keyboard.type('zoe')
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect.poll(() => email.inputValue()).toBe('zoe')
  await page.keyboard.press('Enter')
  await page.getByText('Enter an email address.').waitFor()
  await page.keyboard.press('Escape')
  // Another employee has this code: only the service knows.
  allow(/ 409 /)
  await (await cellOf(page, 4, 'Code')).dblclick()
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('E000001')
  await page.keyboard.press('Enter')
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true')
  expect(await code.inputValue()).toBe('E000001')
  await code.fill('E-4')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await employee(4))['code']).toBe('E-4')
  await (await cellOf(page, 4, 'Version')).click()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Version cannot be changed here.').waitFor()
})

test('a value that somebody else has changed is compared; other fields are kept', async () => {
  const { page, allow } = await open()
  await changeElsewhere(5, `email = 'theirs@example.com', rating = 4`)
  allow(/ 412 /)
  await (await cellOf(page, 5, 'Email')).dblclick()
  await page.getByRole('textbox', { name: 'Email' }).fill('mine@example.com')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this record' })
  await dialog.getByRole('radio', { name: 'Email, Yours' }).check()
  await dialog.getByRole('button', { name: 'Save the merged record' }).click()
  await expect.poll(() => employee(5)).toMatchObject({ email: 'mine@example.com', rating: 4 })
  // A change of another field does not conflict.
  await changeElsewhere(5, 'rating = 2')
  await (await cellOf(page, 5, 'Code')).dblclick()
  await page.getByRole('textbox', { name: 'Code' }).fill('E-5')
  await page.keyboard.press('Enter')
  await expect.poll(() => employee(5)).toMatchObject({ code: 'E-5', rating: 2 })
})

test('conflicts of several records are shown one after another', async () => {
  const { page } = await open()
  for (const id of [18, 19]) await changeElsewhere(id, `email = 'theirs.${id}@example.com'`)
  const sendFirst = await hold(page, /\/employees\/18$/)
  const sendSecond = await hold(page, /\/employees\/19$/)
  await (await cellOf(page, 18, 'Email')).click()
  for (const id of [18, 19]) {
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Email' }).fill(`mine.${id}@example.com`)
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this record' })
  await sendFirst()
  await dialog.getByText('mine.18@example.com').waitFor()
  await sendSecond()
  await dialog.getByRole('radio', { name: 'Email, Saved meanwhile' }).check()
  await dialog.getByRole('button', { name: 'Save the merged record' }).click()
  await dialog.getByText('mine.19@example.com').waitFor()
  // The choice for the first record is not taken over.
  expect(await dialog.getByRole('radio', { name: 'Email, Yours' }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Save the merged record' }).click()
  await expect.poll(() => employee(19)).toMatchObject({ email: 'mine.19@example.com' })
  expect(await employee(18)).toMatchObject({ email: 'theirs.18@example.com' })
  await page.keyboard.press('Control+z')
  await expect.poll(() => employee(19)).toMatchObject({ email: 'theirs.19@example.com' })
})

test('an editor that was opened during a save writes the record that the save has made', async () => {
  const { page } = await open()
  const send = await hold(page, /\/employees\/3\b/, /PUT|PATCH/)
  await (await cellOf(page, 3, 'Email')).dblclick()
  await page.getByRole('textbox', { name: 'Email' }).fill('mine.3@example.com')
  await page.keyboard.press('Enter')
  const reading = page.waitForResponse(/\/employees\/3$/)
  await (await cellOf(page, 3, 'Code')).dblclick()
  await reading
  await send()
  await page.getByText('1 cell was changed.').waitFor()
  // A record that was read before the save would be refused with 412, which no test allows.
  await page.getByRole('textbox', { name: 'Code' }).fill('E-3-3')
  await page.keyboard.press('Enter')
  await expect.poll(() => employee(3)).toMatchObject({ email: 'mine.3@example.com', code: 'E-3-3' })
})

test('a grid with an editor has no accessibility problem, and phones have no grid', async () => {
  const { page } = await open()
  await (await cellOf(page, 12, 'Email')).click()
  await page.keyboard.press('Shift+ArrowDown')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await page.getByRole('grid').waitFor({ state: 'detached' })
})

test('a cell that was entered before its code is loaded is entered once', async () => {
  const { page } = await workbench.open('', { width: 1900 })
  const load = await hold(page, /\/cell-editing-\w+\.js$/)
  await page.goto(`${workbench.origin}/workbench${employees}`)
  await (await cellOf(page, 3, 'Code')).click()
  await page.keyboard.type('E-3')
  await load()
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect.poll(() => code.inputValue()).toBe('E-3')
  await page.keyboard.press('Escape')
  await code.waitFor({ state: 'detached' })
  await page.setViewportSize(phone)
  await page.getByRole('grid').waitFor({ state: 'detached' })
  const readings: string[] = []
  page.on('request', (request) => readings.push(request.url().replace(/.*\//, '')))
  await page.setViewportSize({ width: 1900, height: 900 })
  await (await cellOf(page, 4, 'Code')).dblclick()
  await code.waitFor()
  expect(readings).toContain('4')
  expect(readings).not.toContain('3')
})

test('keys reach the page after the code of cells could not be loaded', async () => {
  const session = await workbench.open('', { width: 1900 })
  const { page } = session
  session.allow(/cell-editing|ERR_FAILED/)
  await page.route(/\/cell-editing-\w+\.js$/, (route) => route.abort())
  await page.goto(`${workbench.origin}/workbench${employees}`)
  await (await cellOf(page, 3, 'Code')).click()
  await page.getByText('This page could not be loaded.').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})

test('a page with a value that could not be saved asks before it is left', async () => {
  const { page } = await open()
  await (await cellOf(page, 4, 'Email')).dblclick()
  await page.getByRole('textbox', { name: 'Email' }).fill('zoe')
  await (await cellOf(page, 5, 'Code')).click()
  const email = await cellOf(page, 4, 'Email')
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  // The value stays while a record is open beside the table.
  await page.locator('main tbody tr[aria-rowindex="6"]').press('Enter')
  await page.waitForURL(/open=5/)
  const departments = page.getByRole('link', { name: 'Departments' }).first()
  await departments.click()
  const question = page.getByRole('dialog', { name: 'Discard the changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  // So it does on a narrow window, which shows cards.
  await page.setViewportSize(phone)
  await page.getByRole('table', { name: 'Employees' }).waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1900, height: 900 })
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await departments.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Departments' }).waitFor()
})

test('another page begins with its rows, whatever was focused before', async () => {
  const { page } = await open()
  const goOn = async (first: number) => {
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator(`main tbody tr[aria-rowindex="${first + 1}"]`).waitFor()
  }
  await (await cellOf(page, 1, 'Code')).click()
  await page.locator('td.cell-active').waitFor()
  await goOn(21)
  await goOn(41)
  await (await cellOf(page, 42, 'Code')).click()
  await page.locator('td.cell-active').waitFor()
  await goOn(61)
  await page.getByRole('grid').waitFor({ state: 'detached' })
})
