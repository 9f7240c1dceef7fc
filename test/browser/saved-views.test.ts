/** Views that the service stores: private and public ones, their links, and the home page. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { isFocused, phone } from '../support/browser.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)

const employees = '/resources/human-resources.employees'
const suspended = `${employees}?${new URLSearchParams({
  filter: JSON.stringify({ status: ['SUSPENDED'] }),
})}`

afterEach(() => workbench.database?.client.query('truncate corollary.saved_view'))

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

/** An element in the page. */
interface Pressed {
  readonly click: () => void
}

const list = (page: Page) => page.getByRole('list', { name: 'Views' })

const chip = (page: Page) => button(page, /^Remove Status is Suspended/)

const actAs = async (page: Page, chosen: string): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: 'development' }).click()
  await page.getByRole('list', { name: 'Act as' }).getByRole('button', { name: chosen }).click()
  await page.getByText(`You act as ${chosen}.`).waitFor()
}

/** Saves what the table shows under a name. */
const saveAs = async (page: Page, name: string, ...choices: readonly string[]): Promise<void> => {
  await button(page, 'Views').click()
  // The form moves when the list above it is read.
  await list(page).or(page.getByText('No saved views yet.')).first().waitFor()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(name)
  for (const choice of choices) await page.getByRole('checkbox', { name: choice }).check()
  await button(page, 'Save as').click()
  await button(page, name).waitFor()
}

const countOf = async (where: string): Promise<number> => {
  const { rows } = await workbench.database.client.query(
    `select count(*)::int as count from employees e join departments d on d.id = e.department_id
     left join departments p on p.id = d.parent_id where ${where}`,
  )
  return rows[0].count
}

test('a public view is saved, opened by its link as somebody else, and pinned for everyone', async () => {
  const { page } = await workbench.open(suspended)
  await saveAs(page, 'Suspended', 'Public', 'Pin to the home page of everyone')
  const id = new URL(page.url()).searchParams.get('view')!
  const other = await workbench.open(employees)
  await actAs(other.page, 'Head of Sales')
  await other.page.goto(`${workbench.origin}/workbench${employees}?view=${id}`)
  await chip(other.page).waitFor()
  await button(other.page, 'Suspended').click()
  const item = list(other.page).getByRole('listitem')
  await item.getByText('Public, by development · pinned').waitFor()
  expect(await item.getByRole('button', { name: /^(Edit|Delete)/ }).count()).toBe(0)
  await other.page.goto(`${workbench.origin}/workbench`)
  const sales = await countOf(`e.status = 'SUSPENDED' and 'SALES' in (d.code, p.code)`)
  const pinned = (of: Page, count: number) =>
    of
      .getByRole('region', { name: 'Pinned views' })
      .getByRole('listitem')
      .filter({ hasText: `Suspended` })
      .getByText(count === 1 ? '1 record' : `${count} records`, { exact: true })
  await pinned(other.page, sales).waitFor()
  await page.goto(`${workbench.origin}/workbench`)
  const all = await countOf(`e.status = 'SUSPENDED'`)
  expect(all).toBeGreaterThan(sales)
  await pinned(page, all).waitFor()
  await page.getByRole('link', { name: 'Suspended', exact: true }).click()
  await chip(page).waitFor()
})

test('one request reads the numbers and charts of all pinned views', async () => {
  const { page } = await workbench.open(suspended)
  await saveAs(page, 'First', 'Pin to the home page')
  await page.goto(`${workbench.origin}/workbench/resources/human-resources.absence-requests`)
  await saveAs(page, 'Second', 'Pin to the home page')
  const reads: string[][] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/queries') return
    const { queries } = request.postDataJSON() as { queries: readonly { path: string }[] }
    reads.push(queries.map(({ path }) => path.replace('/api/human-resources/', '')).toSorted())
  })
  await page.goto(`${workbench.origin}/workbench`)
  await expect.poll(() => page.getByRole('figure').count()).toBe(2)
  expect(reads).toEqual([
    [
      'absence-requests/filter',
      'absence-requests/stats/timeseries',
      'employees/filter',
      'employees/stats/timeseries',
    ],
  ])
})

test('a menu that is opened as soon as the page shows it stays open', async () => {
  const { page } = await workbench.open(employees)
  await button(page, 'Views').waitFor()
  await page.route('**/schemas/service', async (route) => {
    await wait(500)
    await route.continue()
  })
  await page.reload()
  await button(page, 'Views').click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('First')
})

test('others do not see a private view, and its link says so', async () => {
  const { page } = await workbench.open(suspended)
  await saveAs(page, 'Mine')
  const { search } = new URL(page.url())
  const id = new URLSearchParams(search).get('view')!
  const other = await workbench.open(employees)
  await actAs(other.page, 'Head of Sales')
  await button(other.page, 'Views').click()
  await other.page.getByText('No saved views yet.').waitFor()
  other.allow(/ 404 /)
  await other.page.goto(`${workbench.origin}/workbench${employees}?view=${id}`)
  await other.page.getByText('The view does not exist, or the caller may not see it.').waitFor()
  await other.page.getByRole('table').waitFor()
  expect(new URL(other.page.url()).search).toBe('')
})

test('an open view that was changed is saved or reset, renamed and deleted', async () => {
  const { page } = await workbench.open(suspended)
  await saveAs(page, 'Work')
  // The address keeps that the only criterion was removed.
  await chip(page).click()
  await button(page, 'Work (changed)').waitFor()
  await page.reload()
  await button(page, 'Work (changed)').click()
  await button(page, 'Reset').click()
  await chip(page).waitFor()
  await page.getByRole('columnheader', { name: 'Code' }).getByRole('button').click()
  // The address keeps the change, and the view that was changed.
  await page.reload()
  await chip(page).waitFor()
  await button(page, 'Work (changed)').click()
  await button(page, 'Save the changes').click()
  await button(page, 'Work').click()
  await page.getByRole('button', { name: 'Edit Work' }).click()
  const form = list(page)
  await form.getByRole('textbox', { name: 'Name of the view' }).fill('Everything')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete Everything' }).click()
  await button(page, 'Views').click()
  await page.getByText('No saved views yet.').waitFor()
  expect(new URL(page.url()).searchParams.has('view')).toBe(false)
})

test('a dashboard of a resource is saved with its charts and its filter', async () => {
  const { page } = await workbench.open(suspended.replace('?', '/dashboard?'))
  const charts = page.getByRole('region').filter({ has: button(page, 'Remove') })
  await charts.nth(1).waitFor()
  const removed = await charts.first().getAttribute('aria-label')
  const count = await charts.count()
  await charts.first().getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => charts.count()).toBe(count - 1)
  await saveAs(page, 'Charts', 'Pin to the home page')
  await button(page, 'Default charts').click()
  await expect.poll(() => charts.count()).toBe(count)
  await page.goto(`${workbench.origin}/workbench`)
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await button(page, 'Charts').waitFor()
  await chip(page).waitFor()
  expect(await charts.count()).toBe(count - 1)
  expect(await charts.first().getAttribute('aria-label')).not.toBe(removed)
  // The table has views of its own.
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await button(page, 'Views').click()
  await page.getByText('No saved views yet.').waitFor()
})

test('nobody overwrites a view that somebody else has changed', async () => {
  const session = await workbench.open(suspended)
  const { page } = session
  const reads: string[] = []
  page.on('request', (request) => {
    if (/\/views\/[^/]+$/.test(request.url()) && request.method() === 'GET')
      reads.push(request.url())
  })
  await saveAs(page, 'Shared', 'Public')
  await workbench.database.client.query('update corollary.saved_view set version = 2')
  await chip(page).click()
  await button(page, 'Shared (changed)').click()
  session.allow(/ 412 /)
  await button(page, 'Save the changes').click()
  // The page says so when it has read what the others have made of the view.
  await page.getByText(/^Somebody has changed the view in the meantime/).waitFor()
  await button(page, 'Save the changes').click()
  await button(page, 'Shared').waitFor()
  // A view that is shown is not read: that would replace the version that the user has seen.
  expect(reads).toEqual([])
})

test('a view is opened as it is now, and its changes are saved once', async () => {
  const { page } = await workbench.open(suspended)
  await saveAs(page, 'Shared', 'Public')
  await page.goto(`${workbench.origin}/workbench${employees}`)
  await button(page, 'Views').click()
  await list(page)
    .getByRole('button', { name: /^Shared/ })
    .waitFor()
  await workbench.database.client.query(
    `update corollary.saved_view set version = 2, state = '{"query":"sort=salary,desc","layout":{}}'`,
  )
  await list(page)
    .getByRole('button', { name: /^Shared/ })
    .click()
  await page.waitForURL(/sort=salary/)
  await page.getByRole('columnheader', { name: 'Code' }).getByRole('button').click()
  await button(page, 'Shared (changed)').click()
  await button(page, 'Save the changes').evaluate(async (save: Pressed) => {
    save.click()
    for (let turn = 0; turn < 10; turn += 1) await undefined
    save.click()
  })
  await button(page, 'Shared').waitFor()
})

test('a user who goes on while a view is saved is not called back', async () => {
  const { page } = await workbench.open(suspended)
  const gates: (() => void)[] = []
  await page.route('**/workbench/views', async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((go) => gates.push(go))
    await route.continue()
  })
  const save = async (name: string) => {
    await button(page, 'Views').click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill(name)
    await button(page, 'Save as').click()
    await expect.poll(() => gates.length).toBe(1)
  }
  const finish = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    gates.pop()!()
    await (await saved).finished()
  }
  await save('First')
  await page.keyboard.press('Escape')
  await chip(page).click()
  const search = page.getByRole('searchbox', { name: /^Search in/ })
  await search.focus()
  await finish()
  await button(page, 'First (changed)').waitFor()
  expect(await isFocused(search)).toBe(true)
  await page.getByRole('link', { name: 'Skills', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Skills' }).waitFor()
  await save('Second')
  await page.getByRole('link', { name: 'Employees', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor()
  await finish()
  await button(page, 'Views').click()
  await list(page).getByRole('button', { name: 'First', exact: true }).waitFor()
  expect(page.url()).toContain(employees)
})

test('a view that is saved while the list is read is in the list', async () => {
  const { page } = await workbench.open(suspended)
  const gates: (() => void)[] = []
  await page.route('**/workbench/views', async (route) => {
    const isList = route.request().method() === 'GET'
    const response = await route.fetch()
    if (isList && gates.length === 0) await new Promise<void>((go) => gates.push(go))
    await route.fulfill({ response })
  })
  // The view itself is not read, which would bring it back.
  await page.route('**/workbench/views/*', () => {})
  await button(page, 'Views').click()
  await expect.poll(() => gates.length).toBe(1)
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Early')
  await button(page, 'Save as').click()
  await button(page, 'Early').click()
  gates[0]!()
  await list(page).getByRole('button', { name: 'Early', exact: true }).waitFor()
})

test('nobody overwrites a view that others have changed before the list was read', async () => {
  const session = await workbench.open(suspended)
  const { page } = session
  const gates: (() => void)[] = []
  await page.route('**/workbench/views', async (route) => {
    if (route.request().method() === 'GET' && gates.length === 0) {
      await new Promise<void>((go) => gates.push(go))
    }
    await route.continue()
  })
  await button(page, 'Views').click()
  await expect.poll(() => gates.length).toBe(1)
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Shared')
  await button(page, 'Save as').click()
  await button(page, 'Shared').click()
  await workbench.database.client.query('update corollary.saved_view set version = 2')
  gates[0]!()
  await list(page).getByRole('button', { name: 'Shared', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await chip(page).click()
  await button(page, 'Shared (changed)').click()
  session.allow(/ 412 /)
  await button(page, 'Save the changes').click()
  await page.getByText(/^Somebody has changed the view in the meantime/).waitFor()
})

test('a menu that is closed and opened again at once is visible', async () => {
  const { page } = await workbench.open(suspended)
  await button(page, 'Views').click()
  await list(page).waitFor()
  await button(page, 'Views').evaluate((menu: Pressed) => {
    menu.click()
    menu.click()
  })
  await page.evaluate('new Promise(requestAnimationFrame)')
  await list(page).waitFor({ timeout: 2_000 })
})

test('a new view stands where its name belongs', async () => {
  const { page } = await workbench.open(suspended)
  await saveAs(page, 'Second')
  await button(page, 'Second').click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('First')
  await button(page, 'Save as').click()
  await button(page, 'First').click()
  const names = list(page).getByRole('button', { name: /^(First|Second)$/ })
  await expect.poll(() => names.allInnerTexts()).toEqual(['First', 'Second'])
})

test('views of the browser are moved to the service', async () => {
  const { page } = await workbench.open(employees)
  await page.getByRole('table').waitFor()
  const stored = JSON.stringify([
    { name: 'Old', query: new URL(suspended, workbench.origin).search.slice(1), layout: {} },
  ])
  const key = 'corollary.views.human-resources.employees'
  await page.evaluate(`localStorage.setItem('${key}', ${JSON.stringify(stored)})`)
  await page.reload()
  await button(page, 'Views').click()
  await page.getByText('One view is only in this browser.').waitFor()
  await button(page, 'Move to the service').click()
  await list(page).getByRole('button', { name: 'Old', exact: true }).click()
  await chip(page).waitFor()
  expect(await page.evaluate(`localStorage.getItem('${key}')`)).toBe('[]')
})

test('the menu of views and pinned views have no accessibility problem', async () => {
  const { page } = await workbench.open(suspended)
  await saveAs(page, 'Suspended', 'Public', 'Pin to the home page of everyone')
  const check = async () => {
    expect(await accessibilityProblems(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityProblems(page, ['color-contrast']), 'dark').toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(phone)
    expect(await accessibilityProblems(page), 'phone').toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  }
  await button(page, 'Suspended').click()
  await list(page).getByRole('listitem').waitFor()
  await check()
  await page.goto(`${workbench.origin}/workbench`)
  await page.getByRole('region', { name: 'Pinned views' }).getByRole('figure').waitFor()
  await check()
})
