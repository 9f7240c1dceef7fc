/** Actions: approve, reject, and many at once, with the reason for what cannot be done. */
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Session } from '../support/browser.js'
import { nightly, samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)
const requests = '/resources/human-resources.absence-requests'

const submitted = async (count: number): Promise<readonly number[]> => {
  const { rows } = await workbench.database.client.query(
    `select id from absence_requests where state = 'SUBMITTED' order by id desc limit ${count}`,
  )
  return rows.map(({ id }) => Number(id))
}

const decisionOf = async (id: number): Promise<unknown> => {
  const { rows } = await workbench.database.client.query(
    'select state, decision_comment from absence_requests where id = $1',
    [id],
  )
  return [rows[0].state, rows[0].decision_comment]
}

/** Lets the other responses that a page waits for arrive before the next one of this address. */
const answerLate = (page: Session['page'], url: RegExp) =>
  page.route(
    url,
    async (route) => {
      await setTimeout(300)
      // A page that no longer waits has closed its request.
      await route.continue().catch(() => undefined)
    },
    { times: 1 },
  )

test('approves a request, and says why it cannot be approved again', async () => {
  const [id] = await submitted(1)
  const { page } = await workbench.open(`${requests}/records/${id}`)
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await approve.click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Enjoy "it"')
  await answerLate(page, /\/capabilities$/)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('The absence request was approved.').waitFor()
  expect(await decisionOf(id!)).toEqual(['APPROVED', 'Enjoy "it"'])
  await page.getByRole('main').getByText('Approved', { exact: true }).waitFor()
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  expect(await approve.getAttribute('title')).toMatch(/Submitted/)
})

test('rejects a request with the comment that it requires', nightly, async () => {
  const [id] = await submitted(1)
  const { page } = await workbench.open(`${requests}/records/${id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  const reject = dialog.getByRole('button', { name: 'Reject' })
  await reject.click()
  const comment = dialog.getByRole('textbox', { name: /^Comment/ })
  await expect.poll(() => comment.getAttribute('aria-invalid')).toBe('true')
  await comment.fill('Not in August')
  await reject.click()
  await page.getByText('The absence request was rejected.').waitFor()
  expect(await decisionOf(id!)).toEqual(['REJECTED', 'Not in August'])
})

test('approves many at once: all or, after a refusal, those that can be', async () => {
  const { rows } = await workbench.database.client.query(
    `select employee_id as employee, min(id) filter (where state = 'SUBMITTED') as open,
            min(id) filter (where state = 'APPROVED') as done
     from absence_requests group by employee_id
     having bool_or(state = 'SUBMITTED') and bool_or(state = 'APPROVED')
     order by employee_id limit 1`,
  )
  const [employee, open, done] = [rows[0].employee, rows[0].open, rows[0].done].map(Number)
  const filter = encodeURIComponent(JSON.stringify({ employeeId: employee }))
  const session = await workbench.open(`${requests}?filter=${filter}`)
  const { page } = session
  const table = page.getByRole('table', { name: 'Absence requests' })
  for (const id of [open, done]) {
    const link = page.locator(`a[href$="/records/${id}"]`)
    await table.getByRole('row').filter({ has: link }).getByRole('checkbox').check()
  }
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('2 selected').waitFor()
  await selection.getByRole('button', { name: 'Approve all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve all' })
  session.allow(/ 409 /)
  await dialog.getByRole('button', { name: 'Approve all' }).click()
  await dialog.getByText('Nothing was changed').waitFor()
  expect(await decisionOf(open!)).toEqual(['SUBMITTED', null])
  await dialog.getByRole('button', { name: 'Only the 1 other record' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await decisionOf(open!)).toEqual(['APPROVED', null])
  // The one that was refused is still selected.
  await selection.getByText('1 selected').waitFor()
  await expect
    .poll(() => table.getByRole('checkbox', { checked: true }).count(), { interval: 10 })
    .toBe(1)
})

test('records are no longer selected after an action on them has succeeded', async () => {
  const filter = encodeURIComponent(JSON.stringify({ state: ['SUBMITTED'] }))
  const { page } = await workbench.open(`${requests}?filter=${filter}`)
  const boxes = page.getByRole('table', { name: 'Absence requests' }).getByRole('checkbox')
  for (const place of [1, 2]) await boxes.nth(place).check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('2 selected').waitFor()
  await selection.getByRole('button', { name: 'Approve all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve all' })
  await dialog.getByRole('button', { name: 'Approve all' }).click()
  await page.getByText(/\(2 records\)$/).waitFor()
  await selection.waitFor({ state: 'detached' })
})
