/** Statistics: what a bar counts is what its filter finds. */
import { beforeAll, describe, expect, test } from 'vitest'
import { nightly, samples, useWorkbench, usualSample } from './use-workbench.js'

const cases = [
  {
    sample: 'people',
    path: '/resources/human-resources.employees',
    chart: 'Status',
    bar: 'On leave',
    where: "status = 'ON_LEAVE'",
    histogram: 'Salary',
    sums: 'select count(*) from employees',
    filled: 'select count(salary) from employees',
    far: 'update employees set salary = 9e7 where id = (select min(id) from employees)',
  },
  {
    sample: 'movies',
    path: '/resources/cinema.movies',
    chart: 'Major genre',
    bar: 'Comedy',
    where: "major_genre = 'Comedy'",
    histogram: 'Worldwide gross',
    sums: 'select count(*) from movies',
    filled: 'select count(worldwide_gross) from movies',
    far: 'update movies set worldwide_gross = 9e10 where id = (select min(id) from movies)',
  },
] as const

describe.each(usualSample(cases))(
  '$sample',
  ({ sample, path, chart, bar, where, histogram, sums, filled, far }) => {
    const workbench = useWorkbench(samples[sample])
    beforeAll(async () => {
      // There is none where no browser can run these tests.
      await workbench.database?.client.query(far)
    })
    const countOf = async (sql: string): Promise<number> =>
      Number((await workbench.database.client.query(sql)).rows[0].count)

    test('a bar leads to the records that it counts', async () => {
      const [total, counted] = [await countOf(sums), await countOf(`${sums} where ${where}`)]
      const { page } = await workbench.open(`${path}/dashboard`)
      await page.getByText(String(total), { exact: true }).first().waitFor()
      const bars = page.getByRole('region', { name: chart }).getByRole('list', { name: chart })
      await bars.getByRole('button', { name: new RegExp(`^${bar} ${counted} `) }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toContain('{"')
      await bars.getByRole('button').nth(1).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Show rows' }).click()
      const status = page.getByRole('status').filter({ hasText: String(counted) })
      await status.waitFor()
      expect(await status.innerText()).toBe(`${counted} records`)
      await page.goBack()
      await page.goBack()
      await bars.getByRole('button').nth(1).waitFor()
    })

    test('a column of a histogram leads to the records of its bucket', async () => {
      const { page } = await workbench.open(`${path}/dashboard`)
      const region = page.getByRole('region', { name: histogram })
      const column = region
        .getByRole('list')
        .getByRole('button', { name: /: [1-9]\d*$/ })
        .first()
      const counted = /\d+$/.exec((await column.getAttribute('aria-label'))!)![0]
      await column.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toContain('[')
      await page.getByRole('link', { name: 'Table', exact: true }).click()
      await page
        .getByRole('status')
        .filter({ hasText: new RegExp(`( of ${counted}|^${counted} records?)$`) })
        .waitFor()
    })

    test('a few far values do not spoil a histogram; they are counted at its ends', async () => {
      const { page } = await workbench.open(`${path}/dashboard`)
      const columns = page.getByRole('region', { name: histogram }).getByRole('list')
      await columns.getByRole('button', { name: /^≥ / }).waitFor()
      const names = await columns
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
      const counts = names.map((name) => Number(/\d+$/.exec(name!)![0]))
      const total = counts.reduce((sum, count) => sum + count, 0)
      expect(total).toBe(await countOf(filled))
      // With the far values, one range has nearly all records.
      expect(Math.max(...counts)).toBeLessThan(total * 0.75)
      await columns.getByRole('button', { name: /^≥ / }).click()
      await page.getByRole('link', { name: 'Table', exact: true }).click()
      await page
        .getByRole('status')
        .filter({ hasText: new RegExp(`^${counts.at(-1)} records?$`) })
        .waitFor()
    })

    test('the numbers of a chart are a table, and csv', nightly, async () => {
      const counted = await countOf(`${sums} where ${where}`)
      const { page, context } = await workbench.open(`${path}/dashboard`)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const region = page.getByRole('region', { name: chart }).first()
      await region.getByRole('button', { name: 'Show as a table' }).click()
      await region.getByRole('row', { name: new RegExp(`^${bar} ${counted} `) }).waitFor()
      await region.getByRole('button', { name: 'Copy as csv' }).click()
      await page.getByText('Copied', { exact: true }).waitFor()
      const csv = await page.evaluate('navigator.clipboard.readText()')
      expect(String(csv).split(/\r?\n/)).toContain(`${bar},${counted}`)
    })
  },
)
