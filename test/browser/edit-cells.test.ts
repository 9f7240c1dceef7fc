/** Cells that are changed in the table, as in a spreadsheet. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { phone } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

// Several records take several batches.
const workbench = useWorkbench({
  ...samples.people,
  settings: { 'platform.batch.max-items': 2 },
})

const employees = '/resources/human-resources.employees?sort=id&size=20'

const employee = async (id: number): Promise<Readonly<Record<string, unknown>>> => {
  const { rows } = await workbench.database.client.query(
    `select code, email, salary, hired_on::text, status, remote, department_id, rating
     from employees where id = ${id}`,
  )
  return rows[0]
}

const changeElsewhere = (id: number, sql: string) =>
  workbench.database.client.query(
    `update employees set ${sql}, version = version + 1 where id = ${id}`,
  )

/** A cell of the row with this id, by the label of its column. */
const cellOf = async (page: Page, id: number, label: string) => {
  const header = page.getByRole('columnheader', { name: label, exact: true }).first()
  await header.waitFor()
  const index = await header.evaluate(
    (element) => (element as unknown as { cellIndex: number }).cellIndex,
  )
  return page.locator(`main tbody tr[aria-rowindex="${id + 1}"] > td`).nth(index)
}

/** Opens the table with further columns than those that it shows by itself. */
const open = async () => {
  const session = await workbench.open(employees, { width: 1900 })
  const { page } = session
  await page.locator('main tbody tr[aria-rowindex="2"]').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Email', 'Rating', 'Version']) {
    await page.getByRole('checkbox', { name, exact: true }).check()
  }
  await page.keyboard.press('Escape')
  return session
}

/** Holds the requests of a path. Returns a function that sends them. */
const hold = async (page: Page, path: RegExp, methods = /./) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    if (methods.test(route.request().method())) await released
    await route.continue()
  })
  return async () => {
    const answer = page.waitForResponse(path)
    release()
    await answer
  }
}

const paste = (page: Page, text: string) =>
  page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })()`,
  )

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

test('a page that is left with a question does not hold up what is undone later', async () => {
  const { page } = await open()
  await page.getByRole('link', { name: 'Departments' }).first().click()
  await page.getByRole('heading', { name: 'Departments' }).waitFor()
  await page.goBack()
  await (await cellOf(page, 20, 'Email')).dblclick()
  await page.getByRole('textbox', { name: 'Email' }).fill('mine.20@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('1 cell was changed.').waitFor()
  await changeElsewhere(13, `email = 'theirs.13@example.com'`)
  await (await cellOf(page, 13, 'Email')).dblclick()
  await page.getByRole('textbox', { name: 'Email' }).fill('mine.13@example.com')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this record' })
  await dialog.waitFor()
  await page.goForward()
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await page.locator('main tbody tr[aria-rowindex="2"]').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone.').waitFor()
  expect(await employee(13)).toMatchObject({ email: 'theirs.13@example.com' })
})

test('cells that are being saved are filled afterwards, and nothing conflicts with itself', async () => {
  await changeElsewhere(15, 'rating = 4')
  await changeElsewhere(16, 'rating = 1')
  const { page } = await open()
  const send = await hold(page, /\/employees\/16$/)
  await (await cellOf(page, 16, 'Rating')).click()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Rating' }).fill('2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await send()
  await expect.poll(() => employee(16)).toMatchObject({ rating: 4 })
  const rating = await cellOf(page, 16, 'Rating')
  await expect.poll(() => rating.getAttribute('class')).not.toContain('saving')
  expect(await rating.textContent()).toBe('4')
})

test('a block that is pasted and a change that is undone wait for running saves', async () => {
  await changeElsewhere(17, `rating = 1, code = 'E-17'`)
  await changeElsewhere(18, 'rating = 1')
  const { page } = await open()
  const send = await hold(page, /\/employees\/17\b/, /PUT|PATCH/)
  await (await cellOf(page, 17, 'Rating')).dblclick()
  await page.getByRole('textbox', { name: 'Rating' }).fill('2')
  await page.keyboard.press('Enter')
  await (await cellOf(page, 17, 'Rating')).click()
  await paste(page, '3\n4\n')
  const dialog = page.getByRole('dialog', { name: 'Paste cells' })
  await dialog.getByText('Checking…').waitFor()
  await send()
  await dialog.getByText('Everything can be changed.').waitFor()
  // The user has seen what they entered, so it is what the block replaces.
  expect(await dialog.locator('td.dropped').allTextContents()).toEqual(['2', '1'])
  await dialog.getByRole('button', { name: 'Change 2 cells' }).click()
  await dialog.waitFor({ state: 'detached' })
  const ratings = async () =>
    (await Promise.all([17, 18].map(employee))).map(({ rating }) => rating)
  expect(await ratings()).toEqual([3, 4])
  const sendAgain = await hold(page, /\/employees\/17\b/, /PUT|PATCH/)
  await (await cellOf(page, 17, 'Code')).dblclick()
  await page.getByRole('textbox', { name: 'Code' }).fill('E-17-17')
  await page.keyboard.press('Enter')
  const writes: string[] = []
  page.on('response', (response) => {
    const method = response.request().method()
    if (method !== 'GET') writes.push(`${method} ${response.url().replace(/.*\/employees/, '')}`)
  })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await sendAgain()
  await page.getByText('Undone.').waitFor()
  expect(writes).toEqual([expect.stringMatching(/^(PUT|PATCH) \/17\b/), 'POST /batch'])
  expect(await ratings()).toEqual([2, 1])
  expect(await employee(17)).toMatchObject({ code: 'E-17-17' })
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

test('what was changed in a table that was left is undone, and the new one shows it', async () => {
  const { page } = await open()
  await page.getByRole('link', { name: 'Departments' }).first().click()
  await page.getByRole('heading', { name: 'Departments' }).waitFor()
  await page.goBack()
  const before = String((await employee(2))['code'])
  await (await cellOf(page, 2, 'Code')).dblclick()
  await page.getByRole('textbox', { name: 'Code' }).fill('E-2')
  await page.keyboard.press('Enter')
  await page.getByText('1 cell was changed.').waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Departments' }).waitFor()
  await page.goBack()
  const code = await cellOf(page, 2, 'Code')
  await expect.poll(() => code.textContent()).toBe('E-2')
  await page.keyboard.press('Control+z')
  await page.getByText('Undone.').waitFor()
  await expect.poll(() => code.textContent()).toBe(before)
})

test('a block is pasted after a preview, and undone by the keyboard', async () => {
  const { page } = await open()
  const before = await Promise.all([6, 7, 8].map(employee))
  await (await cellOf(page, 6, 'Status')).click()
  await page.getByRole('grid').waitFor()
  await paste(page, 'suspended\t5,100.50\nNobody\t5200\nACTIVE\t5300\n')
  const dialog = page.getByRole('dialog', { name: 'Paste cells' })
  await dialog.getByText('is not one of').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Change \d cells$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const after = await Promise.all([6, 7, 8].map(employee))
  expect(after.map(({ status, salary }) => [status, salary])).toEqual([
    ['SUSPENDED', '5100.50'],
    [before[1]!['status'], '5200.00'],
    ['ACTIVE', '5300.00'],
  ])
  await page.keyboard.press('Control+z')
  await page.getByText('Undone.').waitFor()
  expect(await Promise.all([6, 7, 8].map(employee))).toEqual(before)
})

test('references are pasted by their labels, and a label of several records names them', async () => {
  const { page } = await open()
  await changeElsewhere(14, `full_name = 'Same name'`)
  await changeElsewhere(15, `full_name = 'Same name'`)
  await (await cellOf(page, 16, 'Department name')).click({ position: { x: 3, y: 3 } })
  await page.getByRole('grid').waitFor()
  await paste(page, 'engineering')
  // The managers to choose from are those of the new department.
  await page.getByText('1 cell was changed.').waitFor()
  expect(String((await employee(16))['department_id'])).toBe('1')
  await page.keyboard.press('ArrowRight')
  await paste(page, 'Same name')
  await page
    .getByRole('status')
    .getByText('is the name of several records: Same name (14), Same name (15). Use an id.')
    .waitFor()
})

test('an undone change is compared with what others have saved meanwhile; cells are copied', async () => {
  const { page } = await open()
  const before = await employee(17)
  await (await cellOf(page, 17, 'Email')).dblclick()
  await page.getByRole('textbox', { name: 'Email' }).fill('mine.17@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('1 cell was changed.').waitFor()
  await changeElsewhere(17, `email = 'theirs.17@example.com'`)
  await page.keyboard.press('Control+z')
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this record' })
  await dialog.getByRole('radio', { name: 'Email, Yours' }).check()
  await dialog.getByRole('button', { name: 'Save the merged record' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await employee(17)).toEqual(before)
  await (await cellOf(page, 17, 'Code')).click()
  await page.getByRole('gridcell', { name: String(before['code']), exact: true }).waitFor()
  const copied = await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    document.activeElement.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    )
    return clipboardData.getData('text/plain')
  })()`)
  expect(copied).toBe(before['code'])
})

test('a value is filled down and set for selected records', async () => {
  await changeElsewhere(9, 'rating = 1')
  const { page } = await open()
  await (await cellOf(page, 9, 'Rating')).click()
  await page.keyboard.type('3')
  await page.getByRole('textbox', { name: 'Rating' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 cell was changed.').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  const ratings = async () => (await Promise.all([9, 10, 11].map(employee))).map((e) => e['rating'])
  await expect.poll(ratings).toEqual([3, 3, 3])
  for (const id of [9, 10, 11]) {
    await page
      .locator(`main tbody tr[aria-rowindex="${id + 1}"]`)
      .getByRole('checkbox')
      .first()
      .check()
  }
  await page.getByRole('button', { name: 'Set field…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Field', exact: true }).selectOption('Rating')
  await dialog.getByRole('textbox', { name: 'New value' }).fill('5')
  await dialog.getByRole('button', { name: 'Show the changes' }).click()
  await dialog.getByRole('button', { name: 'Change 3 cells' }).click()
  await expect.poll(ratings).toEqual([5, 5, 5])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(ratings).toEqual([3, 3, 3])
  const rating = await cellOf(page, 9, 'Rating')
  await expect.poll(() => rating.textContent()).toBe('3')
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

test('what is pasted before it is known which cells can be changed is pasted where the focus was', async () => {
  const { page } = await workbench.open('', { width: 1900 })
  const know = await hold(page, /schemas\/filtered.*operation=p(atch|ut)/)
  await page.goto(`${workbench.origin}/workbench${employees}`)
  await (await cellOf(page, 18, 'Code')).click()
  await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('active')
  await paste(page, 'E-PASTED')
  await page.keyboard.press('ArrowRight')
  await know()
  await expect.poll(async () => (await employee(18))['code']).toBe('E-PASTED')
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
