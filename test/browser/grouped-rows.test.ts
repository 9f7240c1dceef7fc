/** Rows of a table in groups, each after a header. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { isFocused, type Look, phone } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.sales)

/** Height in pixels of a window in which the orders of two territories are drawn whole. */
const tall = 3600
const filter = { territoryIds: [2, 5] }
const resource = '/resources/sales.orders'
const orders = (parameters: Readonly<Record<string, string>> = {}) =>
  `${resource}?${new URLSearchParams({
    ...{ group: 'status', size: '200', filter: JSON.stringify(filter) },
    ...parameters,
  })}`

const titles = ['Draft', 'Submitted', 'Approved', 'Shipped', 'Cancelled'] as const
type Title = (typeof titles)[number]

const countOrders = async (where: string): Promise<readonly number[]> => {
  const { rows } = await workbench.database.client.query(
    `select (select count(*)::int from orders o join customers c on c.id = o.customer_id
       where o.status = s.status and o.deleted_at is null and ${where}) as count
     from generate_series(1, 5) as s(status) order by s.status`,
  )
  return rows.map(({ count }) => count)
}

let counts: Readonly<Record<Title, number>>
let total = 0
beforeAll(async () => {
  if (!workbench.database) return
  const found = await countOrders('c.territory_id in (2, 5)')
  counts = Object.fromEntries(titles.map((title, index) => [title, found[index]!])) as never
  total = found.reduce((sum, count) => sum + count)
})

/** The header of a group, whose name has the number of its records. */
const header = (page: Page, title: string) =>
  page.locator('.group-header').filter({ hasText: new RegExp(`^${title}`) })

const open = async (path: string, look?: Look) => {
  const session = await workbench.open(path, { height: tall, ...look })
  await session.page.locator('.group-count').first().waitFor()
  return session
}

/** What is drawn: each header with its number, and how many rows follow it. */
const outline = async (page: Page): Promise<readonly string[]> => {
  const lines: readonly (string | null)[] = await page.evaluate(
    `[...document.querySelectorAll('main tbody tr[aria-rowindex]')].map((row) =>
      row.matches('.group') ? row.innerText.trim().split(/\\s*\\n\\s*/).slice(0, 2).join(' ') : null)`,
  )
  const groups: { name: string; rows: number }[] = []
  for (const line of lines) {
    if (line !== null) groups.push({ name: line, rows: 0 })
    else groups.at(-1)!.rows++
  }
  return groups.map(({ name, rows }) => `${name}: ${rows}`)
}

/** The outline of groups with all of their rows, without those of the folded ones. */
const outlineOf = (...folded: readonly Title[]): readonly string[] =>
  titles.map((title) => {
    const rows = folded.includes(title) ? 0 : counts[title]
    return `${title} ${counts[title]}: ${rows}`
  })

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('the menu Display groups a table; the headers have the numbers of the filtered set', async () => {
  const { page } = await workbench.open(orders({ group: '' }), { height: tall })
  await page.locator('main tbody tr[aria-rowindex="2"]').waitFor()
  await page.getByRole('button', { name: 'Display' }).click()
  const choice = page.getByRole('combobox', { name: 'Group by' })
  await choice.waitFor()
  expect(await choice.locator('option').allInnerTexts()).toEqual([
    ...['Nothing', 'Status', 'Customer', 'Territory'],
  ])
  await choice.selectOption({ label: 'Status' })
  await expect.poll(() => outline(page)).toEqual(outlineOf())
  expect(parameter(page, 'group')).toBe('status')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Group by' }).waitFor({ state: 'detached' })
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
  await page.waitForFunction('location.search.includes("status%2Cdesc")')
  await expect.poll(() => outline(page)).toEqual(outlineOf().toReversed())
  await page.getByRole('button', { name: 'Display' }).click()
  await choice.selectOption({ label: 'Nothing' })
  await page.locator('.group-header').first().waitFor({ state: 'detached' })
})

test('a group is folded by its header, and stays so when the page is loaded again', async () => {
  const { page } = await open(orders())
  await expect.poll(() => outline(page)).toEqual(outlineOf())
  await header(page, 'Submitted').click()
  await expect.poll(() => outline(page)).toEqual(outlineOf('Submitted'))
  await page.getByText(`${counts.Submitted} in folded groups`).waitFor()
  await header(page, 'Cancelled').click()
  await expect.poll(() => outline(page)).toEqual(outlineOf('Submitted', 'Cancelled'))
  await page.reload()
  await expect.poll(() => outline(page)).toEqual(outlineOf('Submitted', 'Cancelled'))
  await header(page, 'Submitted').click()
  await expect.poll(() => outline(page)).toEqual(outlineOf('Cancelled'))
  await page.goBack()
  await expect.poll(() => outline(page)).toEqual(outlineOf('Submitted', 'Cancelled'))
})

test('groups that are all folded keep their headers', async () => {
  const folded = JSON.stringify(titles.map((title) => title.toUpperCase()))
  const { page } = await open(orders({ folded }), { theme: 'dark' })
  await expect.poll(() => outline(page)).toEqual(outlineOf(...titles))
  await page.getByText(`${total} in folded groups`).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('arrow keys stop at headers, where left folds and right unfolds', async () => {
  const { page } = await open(orders())
  await expect.poll(() => outline(page)).toEqual(outlineOf())
  await header(page, 'Draft').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isFocused(page.locator('tr[data-row="0"]'))).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => isFocused(header(page, 'Draft'))).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => outline(page)).toEqual(outlineOf('Draft'))
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isFocused(header(page, 'Submitted'))).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => isFocused(header(page, 'Draft'))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => outline(page)).toEqual(outlineOf())
  await expect.poll(() => isFocused(header(page, 'Draft'))).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => outline(page)).toEqual(outlineOf('Draft'))
})

test('cells are edited within groups, and their arrow keys pass over headers', async () => {
  const { page } = await open(orders({ folded: '["SHIPPED"]' }))
  await expect.poll(() => outline(page)).toEqual(outlineOf('Shipped'))
  const last = counts.Draft - 1
  await page.locator(`tr[data-row="${last}"]`).focus()
  await page.keyboard.press('ArrowRight')
  const cell = (row: number) => page.locator(`tr[data-row="${row}"] td.cell-active`)
  await expect.poll(() => isFocused(cell(last))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isFocused(cell(last + 1))).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => isFocused(cell(last))).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('pages repeat the header of a group that goes on, and a folded one is on one page', async () => {
  const size = 20
  const { page } = await open(orders({ size: String(size), folded: '["DRAFT","APPROVED"]' }))
  const seen: string[] = []
  const pages = Math.ceil((total - counts.Draft - counts.Approved) / size)
  for (let number = 0; number < pages; number++) {
    if (number > 0) await page.getByRole('button', { name: 'Next page' }).click()
    const from = number * size + 1
    await page.getByText(new RegExp(`^${from}–`)).waitFor()
    const groups = await outline(page)
    expect(groups.at(0)).toBeDefined()
    seen.push(...groups)
  }
  const rowsOf = (title: Title) =>
    seen
      .filter((line) => line.startsWith(`${title} ${counts[title]}: `))
      .map((line) => Number(line.split(': ')[1]))
  expect(rowsOf('Draft')).toEqual([0])
  expect(rowsOf('Approved')).toEqual([0])
  for (const title of ['Submitted', 'Shipped', 'Cancelled'] as const) {
    const rows = rowsOf(title)
    expect(rows.reduce((sum, each) => sum + each)).toBe(counts[title])
    expect(rows).not.toContain(0)
  }
})

test('a group that is folded while scrolling stays where it is, and its header stays in view', async () => {
  const { page } = await open(orders({ filter: '{}', sort: 'status,desc' }), { height: 700 })
  const counted = await countOrders('true')
  // The last group but two, which several chunks of rows precede.
  const before = counted[3]! + counted[4]!
  const approved = header(page, 'Approved')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'While scrolling' }).check()
  await page.keyboard.press('Escape')
  const scroller = page.locator('.records-scroll')
  const scrollTo = (line: number) =>
    scroller.evaluate((element, top) => {
      element.scrollTop = top
      return element.scrollTop
    }, line * 36)
  await expect.poll(() => scrollTo(before + 2)).toBe((before + 2) * 36)
  await page.locator(`tr[data-row="${before}"]`).waitFor()
  const topOf = async (group = approved) =>
    Math.round((await group.boundingBox())!.y - (await scroller.boundingBox())!.y)
  // In its place the header is below the names of columns; it stays there when its rows move on.
  await expect.poll(() => topOf()).toBeLessThan(40)
  await scrollTo(before + 5)
  await page.locator(`tr[data-row="${before + 9}"]`).waitFor()
  await expect.poll(() => topOf()).toBeGreaterThan(30)
  await approved.click()
  await expect.poll(() => approved.getAttribute('aria-expanded')).toBe('false')
  const next = page.locator(`tr[data-row="${before}"]`)
  await expect.poll(() => next.innerText()).toContain('Submitted')
  await expect.poll(() => isFocused(approved)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => next.innerText()).toContain('Approved')
  await expect.poll(() => isFocused(approved)).toBe(true)
  // A header far above its visible rows comes into view when these are folded.
  const shipped = header(page, 'Shipped')
  await scrollTo(counted[4]! + 100)
  await page.locator(`tr[data-row="${counted[4]! + 104}"]`).waitFor()
  await shipped.click()
  await expect
    .poll(() => page.locator(`tr[data-row="${counted[4]}"]`).innerText())
    .toContain('Approved')
  await expect.poll(() => topOf(shipped)).toBeLessThan(40)
})

test('the selection of all records that match has those of folded groups', async () => {
  const { page } = await open(orders({ folded: '["SHIPPED"]' }))
  await expect.poll(() => outline(page)).toEqual(outlineOf('Shipped'))
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByText(`${total - counts.Shipped} selected`).waitFor()
  await page.getByRole('button', { name: `Select all ${total} that match` }).click()
  await page.getByText(`${total} selected`, { exact: true }).waitFor()
})

test('a record in a folded group is shown in the table by unfolding', async () => {
  const { rows } = await workbench.database.client.query(
    `select o.id from orders o join customers c on c.id = o.customer_id where o.status = 4
       and c.territory_id = 2 and o.deleted_at is null order by o.id limit 1`,
  )
  const { page } = await open(orders({ folded: '["SHIPPED"]', open: String(rows[0].id) }))
  await page.getByRole('button', { name: 'Show in the table' }).click()
  await expect.poll(() => outline(page)).toEqual(outlineOf())
  await page.locator('main tbody tr[aria-current="true"]').waitFor()
})

test('references are grouped by key in the order of their labels, up to the number of groups that are counted', async () => {
  const { rows } = await workbench.database.client.query(
    `select t.name, (select count(*)::int from customers c where c.territory_id = t.id) as count
     from territories t order by t.name collate "und-x-icu"`,
  )
  const { page } = await open('/resources/sales.customers?group=territory&size=20')
  const [first] = rows.filter(({ count }) => count > 0)
  await expect.poll(async () => (await outline(page))[0]).toMatch(`${first.name} ${first.count}:`)
  await page.goto(`${workbench.origin}/workbench/resources/sales.orders?group=customer`)
  await page.locator('.group-header').first().waitFor()
  await page.getByText(/Only the first \d+ groups are counted/).waitFor()
})

test('the number of records of a group that is too small is not said', async () => {
  const { page } = await workbench.open('/resources/sales.customers')
  await page.getByRole('banner').getByRole('button', { name: 'development' }).click()
  await page
    .getByRole('list', { name: 'Act as' })
    .getByRole('button', { name: 'Sales lead' })
    .click()
  await page.getByText('You act as Sales lead.').waitFor()
  const { rows } = await workbench.database.client.query(
    `select email from customers where email is not null order by id limit 1`,
  )
  const query = new URLSearchParams({
    group: 'territory',
    filter: JSON.stringify({ q: rows[0].email }),
  })
  await page.goto(`${workbench.origin}/workbench/resources/sales.customers?${query}`)
  await page.locator('.group-count', { hasText: /^few$/ }).waitFor()
})

test('a view keeps the groups', async () => {
  const { page } = await open(orders({ folded: '["SHIPPED"]' }))
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('By status')
  await page.getByRole('button', { name: 'Save as' }).click()
  await page.getByRole('button', { name: 'By status', exact: true }).waitFor()
  const id = parameter(page, 'view')!
  await page.goto(`${workbench.origin}/workbench${resource}?view=${id}`)
  await expect.poll(() => outline(page)).toEqual(outlineOf('Shipped'))
})

test('cards on a phone are in groups', async () => {
  const { page } = await open(orders(), phone)
  await header(page, 'Submitted').waitFor()
  await header(page, 'Draft').click()
  await page.getByText(`${counts.Draft} in folded groups`).waitFor()
  const first = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').nth(1)
  await expect.poll(() => first.innerText()).toMatch(/^Submitted/)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
})

test('a live row that belongs to another group stays in its place until the table is read again', async () => {
  const { page } = await open(orders())
  await expect.poll(() => outline(page)).toEqual(outlineOf())
  // The table is read again when the stream has begun.
  const reading = page.waitForResponse((response) => response.url().includes('/filter?'))
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.getByText('Following changes').waitFor()
  await reading
  const row = page.locator(`tr[data-row="${counts.Draft}"]`)
  const number = (await row.locator('td.first').innerText()).trim()
  const { client } = workbench.database
  const found = await client.query(`select id from orders where number = '${number}'`)
  const approve = `${workbench.origin}/api/sales/orders/${found.rows[0].id}/actions/approve`
  const response = await fetch(approve, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-development-caller': 'head-of-sales' },
    body: '{}',
  })
  expect(response.status, await response.text()).toBe(200)
  try {
    await row.filter({ hasText: number }).filter({ hasText: 'Approved' }).waitFor()
    expect(await outline(page)).toEqual(outlineOf())
    await page.getByRole('button', { name: 'Refresh', exact: true }).first().click()
    const [submitted, approved] = [counts.Submitted - 1, counts.Approved + 1]
    await expect.poll(() => outline(page)).toContain(`Approved ${approved}: ${approved}`)
    expect(await outline(page)).toContain(`Submitted ${submitted}: ${submitted}`)
  } finally {
    await client.query(`update orders set status = 2 where number = '${number}'`)
  }
})
