/** Tables that follow changes as they happen, and the history of records. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { accessibilityProblems } from '../support/accessibility.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)

const employees = '/resources/human-resources.employees'
const api = '/api/human-resources/employees'
const filtered = (filter: object) =>
  `${employees}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`

/** Sends a request of another user. */
const send = async (method: string, path: string, body?: object, caller = 'hr') => {
  const response = await fetch(`${workbench.origin}${api}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-development-caller': caller },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return response.status === 204 ? undefined : ((await response.json()) as Json).data
}

const common = { salary: 4000, hiredOn: '2026-01-01', status: 'ACTIVE', remote: false }

let created = 0
const create = (email: string) =>
  send('POST', '', {
    ...{ code: `L-${++created}`, fullName: `Live ${created}`, email: `${created}@${email}` },
    ...{ departmentId: 1, ...common },
  })
const bodyOf = ({ code, fullName, email }: Record<string, string>, departmentId: number) => ({
  ...{ code, fullName, email, departmentId },
  ...common,
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const follow = async (page: Page) => {
  // The table is read again when the stream has begun.
  const reading = page.waitForResponse((response) => response.url().includes('/filter?'))
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.getByText('Following changes').waitFor()
  await reading
}

test('rows of a live table are updated in their places, others are counted, deleted ones stay until a refresh', async () => {
  const [first, second] = [await create('live.test'), await create('live.test')]
  const { page } = await workbench.open(filtered({ emailEndsWith: '@live.test' }))
  await row(page, first.code).waitFor()
  expect(await page.getByText('Following changes').count()).toBe(0)
  await follow(page)

  await send('PUT', `/${first.id}`, { ...bodyOf(first, 1), fullName: 'Amazing' })
  await row(page, first.code).filter({ hasText: 'Amazing' }).waitFor()
  await send('DELETE', `/${second.id}`)
  await page.locator('tr.gone', { hasText: second.code }).waitFor()
  const third = await create('live.test')
  await page.getByText('Another record has changed.').waitFor()
  expect(await row(page, third.code).count()).toBe(0)

  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await row(page, third.code).waitFor()
  expect(await row(page, second.code).count()).toBe(0)
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await expect.poll(() => page.getByText('Following changes').count()).toBe(0)
})

test('a record that leaves the rows of the caller is marked', async () => {
  const sales = Number(
    (await workbench.database.client.query("select id from departments where code = 'SALES'"))
      .rows[0].id,
  )
  const employee = await create('left.test')
  await send('PUT', `/${employee.id}`, bodyOf(employee, sales))
  const { page } = await workbench.open(filtered({ emailEndsWith: '@left.test' }))
  await page.getByRole('banner').getByRole('button', { name: 'development' }).click()
  const callers = page.getByRole('list', { name: 'Act as' })
  await callers.getByRole('button', { name: 'Head of Sales' }).click()
  await row(page, employee.code).waitFor()
  await follow(page)
  await send('PUT', `/${employee.id}`, bodyOf({ ...employee, fullName: 'Secret' }, 1))
  await page.locator('tr.gone', { hasText: employee.code }).waitFor()
  expect(await page.locator('body').innerText()).not.toContain('Secret')
})

test('the history of a record shows who changed what, with old and new values', async () => {
  const { id } = await create('history.test')
  await send('PATCH', `/${id}/compensation`, { salary: '4100.50' })
  await send('PATCH', `/${id}/profile`, { nickname: 'Zoë' }, 'hr-assistant')
  const session = await workbench.open(`${employees}/records/${id}`)
  const { page } = session
  await page.getByRole('tab', { name: 'History' }).click()
  const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await entries.first().waitFor()
  const texts = await entries.allInnerTexts()
  expect(texts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^Changed profile hr-assistant .*Nickname.*Version 3/),
    expect.stringMatching(
      /^Changed compensation hr .*Salary USD 4,000\.00 USD 4,100\.50.*Version 2/,
    ),
    expect.stringMatching(/^Created hr .*Full name/),
  ])
  expect(await accessibilityProblems(page)).toEqual([])

  await send('DELETE', `/${id}`)
  session.allow(/ 404 /)
  await page.reload()
  await page.getByText('There is no such record.').waitFor()
  await entries.filter({ hasText: /^Deleted/ }).waitFor()
})
