/** The pages of the workbench as people see them, for each sample. */
import type { Page } from 'playwright-core'

export interface View {
  readonly name: string
  /** Path below `/workbench`. */
  readonly path: string
  /** Opens what is closed at first. */
  readonly prepare?: (page: Page) => Promise<void>
}

const viewsOf = (resource: string, filter: object): readonly View[] => [
  { name: 'home', path: '' },
  { name: 'table', path: `/resources/${resource}` },
  {
    name: 'filter',
    path: `/resources/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByLabel('Find a criterion').waitFor()
    },
  },
  { name: 'form', path: `/resources/${resource}/new` },
  { name: 'record', path: `/resources/${resource}/records/1` },
  { name: 'dashboard', path: `/resources/${resource}/dashboard` },
  {
    name: 'drawer',
    path: `/resources/${resource}`,
    prepare: (page) => page.getByRole('button', { name: 'Contract', exact: true }).click(),
  },
  { name: 'api', path: '/api' },
  {
    name: 'search',
    path: '',
    prepare: (page) => page.getByRole('button', { name: 'Search' }).click(),
  },
  { name: 'shortcuts', path: '', prepare: (page) => page.keyboard.press('?') },
]

/** A record beside the table, in a state in which some of its actions are not available. */
const recordBeside: View = {
  name: 'beside',
  path: `/resources/human-resources.absence-requests?${new URLSearchParams({
    filter: JSON.stringify({ state: ['SUBMITTED'] }),
  })}`,
  prepare: async (page) => {
    // Phones show cards, and a record instead of them.
    if (!(await page.getByRole('table').isVisible())) return
    await page.getByRole('table').getByRole('row').nth(2).getByRole('cell').nth(1).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
  },
}

/** A dashboard over several resources, with the period before. */
const board: View = {
  name: 'board',
  path: `/dashboard?${new URLSearchParams({
    board: JSON.stringify({
      cards: [
        { resource: 'human-resources.employees', chart: { kind: 'series', field: 'hiredOn' } },
        { resource: 'human-resources.employees', chart: { kind: 'bars', field: 'status' } },
        { resource: 'human-resources.absence-requests', chart: { kind: 'bars', field: 'state' } },
        { resource: 'human-resources.employees', chart: { kind: 'histogram', field: 'salary' } },
      ],
      range: { from: '2021-07-01', to: '2022-12-31' },
      isCompared: true,
    }),
  })}`,
}

/** Orders of two territories, with a due date that is being changed in its cell. */
const orders: View = {
  name: 'orders',
  path: `/resources/sales.orders?${new URLSearchParams({
    filter: JSON.stringify({ territoryIds: [2, 5], totalBetween: ['1000', null] }),
  })}`,
  prepare: async (page) => {
    // Phones show cards, which are not edited in place.
    if (!(await page.getByRole('table').isVisible())) return
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Territory', exact: true, checked: true }).uncheck()
    await page.keyboard.press('Escape')
    await page.locator('main tbody tr').nth(6).locator('> td').nth(6).dblclick()
  },
}

const sumOf = (field: string) => ({ operation: 'SUM', field })

/** A dashboard over orders, order lines and customers, with the period before. */
const salesBoard: View = {
  name: 'sales-board',
  path: `/dashboard?${new URLSearchParams({
    board: JSON.stringify({
      cards: [
        {
          resource: 'sales.orders',
          chart: { kind: 'series', field: 'orderedOn', metric: sumOf('total') },
        },
        {
          resource: 'sales.order-lines',
          chart: { kind: 'bars', field: 'product', metric: sumOf('lineTotal'), limit: 5 },
        },
        { resource: 'sales.orders', chart: { kind: 'bars', field: 'status' } },
        {
          resource: 'sales.customers',
          chart: { kind: 'bars', field: 'territory', metric: sumOf('openTotal') },
        },
      ],
      range: { from: '2026-01-01', to: '2026-06-30' },
      isCompared: true,
    }),
  })}`,
}

export const views = {
  people: [
    board,
    ...viewsOf('human-resources.employees', {
      status: ['ACTIVE', 'ON_LEAVE'],
      salaryBetween: ['4000', null],
    }),
    recordBeside,
  ],
  sales: [orders, salesBoard, { name: 'order', path: '/resources/sales.orders/records/2929' }],
  movies: viewsOf('cinema.movies', { imdbRatingAtLeast: 7.5 }),
}

/** Waits until the page shows its data. */
export const settle = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('main .dimmed').first().waitFor({ state: 'detached' })
}
