/** Forms by keyboard: where the focus starts, and the key that saves from everywhere. */
import { expect, test } from 'vitest'
import { isFocused } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)
const skills = '/resources/human-resources.skills'
const employees = '/resources/human-resources.employees'

/** The field that has the focus: its label, without the mark of a required one. */
const focused = 'document.activeElement.labels?.[0]?.innerText.replace(/\\W+$/, "")'

test('a new form starts in its first field, and Ctrl+Enter saves wherever the focus is', async () => {
  const { page } = await workbench.open(skills)
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('n')
  await expect.poll(() => page.evaluate(focused)).toBe('Code')
  await page.keyboard.type('KEYS')
  await page.getByRole('heading', { name: 'New record' }).click()
  expect(await page.evaluate(focused)).toBeUndefined()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('need a change').waitFor()
  await expect.poll(() => page.evaluate(focused)).toBe('Name')
  await page.getByRole('heading', { name: 'New record' }).click()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Ctrl+Enter').waitFor()
  // What a dialog covers is not sent.
  await page.getByRole('dialog').press('Control+Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: /^Name/ }).fill('Keyboard')
  await page.getByRole('textbox', { name: /^Category/ }).fill('x')
  await page.getByRole('heading', { name: 'New record' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Keyboard' }).waitFor()
})

test('Ctrl+Enter in the same frame as the last letter sends it too', async () => {
  const { page } = await workbench.open(`${skills}/new`)
  await page.getByRole('textbox', { name: /^Code/ }).fill('FAST')
  await page.getByRole('textbox', { name: /^Category/ }).fill('x')
  await page.getByRole('textbox', { name: /^Name/ }).focus()
  await page.evaluate(`(async () => {
    const name = document.activeElement
    await new Promise(requestAnimationFrame)
    name.value = 'Typed fast'
    name.dispatchEvent(new InputEvent('input', { bubbles: true }))
    // The page draws in microtasks, before the next event. It must not wait for the next frame.
    for (let turn = 0; turn < 10; turn += 1) await undefined
    name.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'Enter',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    )
  })()`)
  await page.getByRole('heading', { level: 1, name: 'Typed fast' }).waitFor()
})

test('e edits the record beside the table, in its first field; a tab keeps the focus', async () => {
  const { page } = await workbench.open(employees, { width: 1500 })
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const beside = page.getByRole('complementary', { name: 'Record' })
  await beside.getByRole('tab', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  await expect.poll(() => page.evaluate(focused)).toBe('Code')
  await beside.getByRole('tab', { name: 'Details' }).click()
  const edit = beside.getByRole('tab', { name: 'Edit', exact: true })
  await edit.click()
  await beside.getByRole('button', { name: 'Save changes' }).waitFor()
  expect(await isFocused(edit)).toBe(true)
  // Another field of the page is not a part of the form.
  const search = page.getByRole('searchbox').first()
  await search.focus()
  await search.press('Control+Enter')
  expect(await beside.getByRole('button', { name: 'Save changes' }).count()).toBe(1)
})

test('a form that appears late does not take the focus of a field in which the user types', async () => {
  const { page } = await workbench.open(`${employees}?open=1`, { width: 1500 })
  const beside = page.getByRole('complementary', { name: 'Record' })
  const edit = beside.getByRole('tab', { name: 'Edit', exact: true })
  await edit.waitFor()
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route('**/schemas/**', async (route) => {
    await started
    await route.continue()
  })
  await page.keyboard.press('e')
  const search = page.getByRole('searchbox').first()
  await search.focus()
  start()
  await beside.getByRole('button', { name: 'Save changes' }).waitFor()
  await page.evaluate('new Promise(requestAnimationFrame)')
  expect(await isFocused(search)).toBe(true)
})

test('the error of a field that is left does not move another field away from the click', async () => {
  const { page } = await workbench.open(`${employees}/new`)
  await expect.poll(() => page.evaluate(focused)).toBe('Code')
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option').first().waitFor()
  await page.getByText('Code is required.').waitFor()
})

test('a user who leaves a form while it is saved stays on the other page, and learns of an error', async () => {
  const session = await workbench.open(`${skills}/new`)
  const { page } = session
  const gates: (() => void)[] = []
  await page.route('**/api/human-resources/skills', async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((go) => gates.push(go))
    await route.continue()
  })
  const leave = async (code: string) => {
    await page.getByRole('textbox', { name: /^Code/ }).fill(code)
    await page.getByRole('textbox', { name: /^Category/ }).fill('x')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Left')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => gates.length).toBe(1)
    await page.getByRole('link', { name: 'Departments', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
    gates.pop()!()
  }
  await leave('LEFT')
  await page.getByText('Created.').waitFor()
  expect(page.url()).toContain('human-resources.departments')
  await page.goto(`${workbench.origin}/workbench${skills}/new`)
  session.allow(/ 409 /)
  await leave('LEFT')
  await page.getByRole('status').locator('.error').waitFor()
})

test('the error of a field that is left appears after a drag, which ends without a click', async () => {
  const { page } = await workbench.open(`${employees}/new`)
  await expect.poll(() => page.evaluate(focused)).toBe('Code')
  const link = page.getByRole('main').getByRole('link', { name: 'Employees' })
  await link.dragTo(page.getByRole('heading', { level: 1 }))
  await page.getByText('Code is required.').waitFor()
})

test('Enter does not choose what was found for an earlier text', async () => {
  const { page } = await workbench.open(`${employees}/new`)
  const department = page.getByRole('combobox', { name: 'Department' })
  await department.click()
  await page.getByRole('option').first().waitFor()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/options/, async (route) => {
    await answered
    await route.continue()
  })
  await department.pressSequentially('Sale')
  await department.press('Enter')
  expect(await department.inputValue()).toBe('Sale')
  answer()
  await expect.poll(() => department.getAttribute('aria-activedescendant')).not.toBeNull()
  await department.press('Enter')
  await expect.poll(() => department.inputValue()).toBe('Sales')
})

test('the buttons below a form do not cover the field to change', async () => {
  const { page } = await workbench.open(`${employees}/new`, { width: 900, height: 600 })
  const create = page.getByRole('button', { name: 'Create and open' })
  await create.click()
  const wrong = page.getByRole('alert').getByRole('button')
  await wrong.first().waitFor()
  for (const link of await wrong.all()) {
    const name = await link.innerText()
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await expect.poll(() => page.evaluate(focused)).toBe(name)
    const field = (await page.locator('.field:focus-within').boundingBox())!
    const buttons = (await create.boundingBox())!
    expect(field.y + field.height, name).toBeLessThan(buttons.y)
  }
})
