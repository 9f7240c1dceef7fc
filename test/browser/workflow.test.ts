/** Actions: approve, reject, and many at once, with the reason for what cannot be done. */
import { expect, test } from 'vitest'
import { samples, useWorkbench } from './use-workbench.js'

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

test('approves a request, and says why it cannot be approved again', async () => {
  const [id] = await submitted(1)
  const { page } = await workbench.open(`${requests}/records/${id}`)
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await approve.click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Enjoy "it"')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('The absence request was approved.').waitFor()
  expect(await decisionOf(id!)).toEqual(['APPROVED', 'Enjoy "it"'])
  await page.getByRole('main').getByText('Approved', { exact: true }).waitFor()
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  expect(await approve.getAttribute('title')).toMatch(/Submitted/)
})

test('rejects a request with the comment that it requires', async () => {
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
