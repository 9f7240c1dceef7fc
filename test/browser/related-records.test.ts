/** What a record's page says of other records: how many belong to it, and what it refers to. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { samples, useWorkbench } from './use-workbench.js'

const workbench = useWorkbench(samples.people)

const shot = async (page: Page, name: string) => {
  const folder = process.env['RECORD_SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const countOf = async (sql: string): Promise<number> => {
  const { rows } = await workbench.database.client.query(sql)
  return Number(rows[0].count)
}

test('tabs of related records have their numbers, which one request reads', async () => {
  const employees = await countOf('select count(*) from employees where department_id = 1')
  const { page } = await workbench.open('/')
  const counting: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') counting.push(new URL(request.url()).pathname)
  })
  await page.goto('/workbench/resources/human-resources.departments/records/1')
  const tab = page.getByRole('tab', { name: /^Employees / })
  await expect.poll(() => tab.innerText()).toMatch(new RegExp(`^Employees\\s+${employees}$`))
  await expect
    .poll(() => page.getByRole('tab', { name: /^Monthly costs/ }).innerText())
    .toMatch(/^Monthly costs\s+\d+$/)
  expect(counting).toEqual(['/queries'])
  expect(await accessibilityProblems(page)).toEqual([])
  await shot(page, 'counts-light')
})
