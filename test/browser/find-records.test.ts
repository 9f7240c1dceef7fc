/** Finding records: filter, sort, page, and an address that shows the same to somebody else. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { samples, useWorkbench, type Workbench } from './use-workbench.js'

/** The record with this number in the filtered set, from 1, when the table shows it. */
const rowOf = (page: Page, number: number) =>
  page.locator(`main table tr[aria-rowindex="${number + 1}"]`)

const column = (page: Page, name: string) =>
  page.getByRole('columnheader', { name: new RegExp(`^${name}`) }).getByRole('button')

const textsOf = async (workbench: Workbench, sql: string): Promise<readonly string[]> => {
  const { rows } = await workbench.database.client.query({ text: sql, rowMode: 'array' })
  return rows.map(([value]) => value)
}

/** Columns outside of the window are not in the document. */
const wide = { width: 3000 }

describe.each([
  {
    sample: 'people',
    path: '/resources/human-resources.employees',
    first: 'Department name',
    second: 'Salary',
    sql: 'select e.code from employees e join departments d on d.id = e.department_id order by d.name collate "und-x-icu", e.salary desc, e.id',
  },
  {
    sample: 'movies',
    path: '/resources/cinema.movies',
    first: 'MPAA rating',
    second: 'Worldwide gross',
    sql: `select coalesce(title, id::text) from movies order by mpaa_rating, worldwide_gross desc nulls last, id`,
  },
] as const)('$sample', ({ sample, path, first, second, sql }) => {
  const workbench = useWorkbench(samples[sample])

  test('sorts by two columns, pages, and shares the address', async () => {
    const expected = await textsOf(workbench, sql)
    const { page } = await workbench.open(path, wide)
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('20')
    await column(page, first).click()
    await column(page, second).click({ modifiers: ['Shift'] })
    await column(page, second).click({ modifiers: ['Shift'] })
    await rowOf(page, 1).getByText(expected[0]!, { exact: true }).waitFor()
    expect(await page.getByRole('columnheader', { name: first }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await page.getByRole('button', { name: 'Next page' }).click()
    await rowOf(page, 21).getByText(expected[20]!, { exact: true }).waitFor()
    const shared = page.url()
    await page.getByRole('textbox', { name: 'Page' }).fill('3')
    await page.keyboard.press('Enter')
    await rowOf(page, 41).getByText(expected[40]!, { exact: true }).waitFor()
    await page.goBack()
    await rowOf(page, 21).getByText(expected[20]!, { exact: true }).waitFor()
    expect(page.url()).toBe(shared)
    const { pathname, search } = new URL(shared)
    const other = await workbench.open(`${pathname.replace('/workbench', '')}${search}`, wide)
    await rowOf(other.page, 21).getByText(expected[20]!, { exact: true }).waitFor()
  })
})
