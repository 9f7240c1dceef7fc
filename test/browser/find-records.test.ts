/** Finding records: filter, sort, page, and an address that shows the same to somebody else. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { samples, useWorkbench, usualSample, type Workbench } from './use-workbench.js'

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

const cases = [
  {
    sample: 'people',
    path: '/resources/human-resources.employees',
    first: 'Department name',
    second: 'Salary',
    criterion: 'Full name contains',
    sql: `select e.code from employees e join departments d on d.id = e.department_id
          where e.full_name ilike '%e%'
          order by d.name collate "und-x-icu", e.salary desc, e.id`,
  },
  {
    sample: 'movies',
    path: '/resources/cinema.movies',
    first: 'MPAA rating',
    second: 'Worldwide gross',
    criterion: 'Title contains',
    sql: `select title from movies where title ilike '%e%'
          order by mpaa_rating, worldwide_gross desc nulls last, id`,
  },
] as const

describe.each(usualSample(cases))('$sample', ({ sample, path, first, second, criterion, sql }) => {
  const workbench = useWorkbench(samples[sample])

  test('filters, sorts by two columns, pages, and shares the address', async () => {
    const expected = await textsOf(workbench, sql)
    const { page } = await workbench.open(path, wide)
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('20')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByRole('form', { name: 'Filter' })
    await filter.getByRole('searchbox', { name: 'Find a criterion' }).fill(criterion)
    await filter.getByRole('textbox', { name: criterion }).fill('e')
    const chips = page.getByRole('list', { name: 'Active filters' })
    await chips.getByText(criterion).waitFor()
    const place = page.getByRole('region', { name: 'Records' }).getByRole('status')
    await place.filter({ hasText: `1–20 of ${expected.length}` }).waitFor()
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
    await chips.getByRole('button', { name: /^Remove/ }).click()
    await chips.waitFor({ state: 'detached' })
  })
})
