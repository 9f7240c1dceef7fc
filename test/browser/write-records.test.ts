/** Forms: wrong values are reported at their fields, nothing is lost, a record is created once. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { nightly, samples, useWorkbench, type Workbench } from './use-workbench.js'

const rowsOf = async (workbench: Workbench, sql: string): Promise<readonly unknown[]> =>
  (await workbench.database.client.query(sql)).rows

/** Labels of required fields end with a mark. */
const textbox = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}\\W*$`) })

describe('people', () => {
  const workbench = useWorkbench(samples.people)
  const employees = '/resources/human-resources.employees'

  test('creates an employee after mending what was wrong, once', async () => {
    const session = await workbench.open(`${employees}/new`)
    const { page } = session
    const create = page.getByRole('button', { name: 'Create and open' })
    // What was required of a form with wrong values does not hold for the next attempt.
    await page.getByRole('button', { name: 'Create another' }).click()
    await page.getByRole('alert').getByText('need a change').waitFor()
    const field = (name: string) => textbox(page, name)
    await field('Code').fill('E000001')
    await field('Full name').fill('Zoë <b>Ångström</b>')
    await field('Email').fill('zoe')
    await page.getByLabel('Salary').fill('7250.5')
    await page.getByLabel('Hired on').fill('2026-03-01')
    const department = page.getByRole('combobox', { name: 'Department' })
    await department.fill('Engineer')
    await page.getByRole('option', { name: 'Engineering', exact: true }).click()
    await create.click()
    await expect.poll(() => field('Email').getAttribute('aria-invalid')).toBe('true')
    await field('Email').fill('zoe@example.com')
    // Another employee has this code: only the service knows.
    session.allow(/ 409 /)
    await create.click()
    await expect.poll(() => field('Code').getAttribute('aria-invalid')).toBe('true')
    await field('Code').fill('E-900001')
    await create.dblclick()
    await page.getByRole('heading', { level: 1, name: 'Zoë <b>Ångström</b>' }).waitFor()
    expect(
      await rowsOf(
        workbench,
        `select full_name, email, salary, hired_on::text, d.name as department
         from employees e join departments d on d.id = e.department_id where e.code = 'E-900001'`,
      ),
    ).toEqual([
      {
        full_name: 'Zoë <b>Ångström</b>',
        email: 'zoe@example.com',
        salary: '7250.50',
        hired_on: '2026-03-01',
        department: 'Engineering',
      },
    ])
  })

  test('unsaved changes are not lost without a question', nightly, async () => {
    const { page } = await workbench.open(`${employees}/new`)
    const name = textbox(page, 'Full name')
    await name.fill('Nobody')
    await page.getByRole('navigation').getByRole('link', { name: 'Skills' }).click()
    await page.getByRole('dialog').getByRole('button').last().waitFor()
    await page.keyboard.press('Escape')
    expect(await name.inputValue()).toBe('Nobody')
    expect(page.url()).toContain('/new')
  })

  test('a change of somebody else meanwhile is compared and merged', async () => {
    const session = await workbench.open(`${employees}/records/3`)
    const { page } = session
    await page.getByRole('tab', { name: 'Edit', exact: true }).click()
    await textbox(page, 'Email').fill('mine@example.com')
    await page.getByLabel('Rating').fill('2')
    await workbench.database.client.query(
      `update employees set email = 'theirs@example.com', remote = not remote,
         version = version + 1 where id = 3`,
    )
    const [theirs] = await rowsOf(workbench, 'select * from employees where id = 3')
    session.allow(/ 412 /)
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this record' })
    await dialog.getByRole('radio', { name: 'Email, Saved meanwhile' }).check()
    await dialog.getByRole('row', { name: 'Rating' }).waitFor()
    await dialog.getByRole('button', { name: 'Save the merged record' }).click()
    await page.getByText(/^Saved\.?$/).waitFor()
    expect(await rowsOf(workbench, 'select * from employees where id = 3')).toEqual([
      {
        ...(theirs as object),
        rating: 2,
        version: Number((theirs as { version: number }).version) + 1,
        updated_at: expect.anything(),
      },
    ])
  })

  test('an intent changes its fields only', async () => {
    const before = await rowsOf(workbench, 'select * from employees where id = 2')
    const { page } = await workbench.open(`${employees}/records/2`)
    await page.getByRole('tab', { name: 'Edit profile' }).click()
    await page.getByRole('textbox', { name: 'Phone' }).fill('+351 1')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/^Saved\.?$/).waitFor()
    await page.getByText('+351 1').waitFor()
    const [changed] = await rowsOf(workbench, 'select * from employees where id = 2')
    const { version, ...rest } = before[0] as Record<string, unknown>
    expect(changed).toEqual({
      ...rest,
      phone: '+351 1',
      version: Number(version) + 1,
      updated_at: expect.anything(),
    })
  })
})

describe('movies', nightly, () => {
  const workbench = useWorkbench(samples.movies)

  test('creates a film whose rating was out of range at first', async () => {
    const { page } = await workbench.open('/resources/cinema.movies/new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The Third Man')
    const rating = page.getByLabel('IMDb rating')
    await rating.fill('11')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => rating.getAttribute('aria-invalid')).toBe('true')
    await rating.fill('8.1')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { level: 1, name: 'The Third Man' }).waitFor()
    expect(
      await rowsOf(workbench, "select imdb_rating from movies where title = 'The Third Man'"),
    ).toEqual([{ imdb_rating: '8.1' }])
  })
})
