/** An administrator of all tenants acts in the one that they name. */
import { expect, test } from 'vitest'
import bureau from '../../examples/bureau/app.js'
import { addTenants, createTables } from '../../examples/bureau/database/seed.js'
import { platformDatabase } from '../support/database.js'
import { useWorkbench } from './use-workbench.js'

const workbench = useWorkbench({
  resources: bureau.resources,
  callers: bureau.callers ?? [],
  settings: { 'platform.auth.any-tenant-authority': 'bureau:operate' },
  database: async () => {
    const database = await platformDatabase()
    await createTables(database.client)
    await addTenants(database.client, ['aurora', 'borealis'], 3)
    return database
  },
})

test('a page that needs a tenant leads to the choice of a caller', async () => {
  const session = await workbench.open()
  const { page } = session
  const choose = page.getByRole('main').getByRole('button', { name: 'Choose a tenant or caller' })
  await choose.first().waitFor()
  session.allow(/ 403 /)
  await page.getByRole('navigation').getByRole('link', { name: 'Employees' }).click()
  const refusal = page.getByRole('main').getByRole('alert')
  await refusal.getByText('You may not do this. Needs a caller of a tenant.').waitFor()
  expect(await refusal.getByRole('button').allInnerTexts()).toEqual(['Choose a tenant or caller'])
  await choose.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Payroll of Aurora' }).click()
  await page.getByRole('cell', { name: 'e1@aurora.example' }).waitFor()
})

test('an operator names a tenant, sees its records, and leaves it', async () => {
  const session = await workbench.open()
  // Without a tenant, the counts of the home page are refused.
  session.allow(/ 403 /)
  const { page } = session
  const banner = page.getByRole('banner')
  const openMenu = (name: string) => banner.getByRole('button', { name }).click()
  await openMenu('development')
  await page.getByRole('button', { name: 'Payroll of Aurora' }).click()
  await openMenu('Payroll of Aurora')
  await page.getByRole('link', { name: 'What the caller may do' }).first().waitFor()
  expect(await page.getByLabel('Tenant').count()).toBe(0)
  await page.getByRole('button', { name: 'Operator of the bureau' }).click()

  await openMenu('Operator of the bureau')
  await page.getByLabel('Tenant').fill('borealis')
  await page.getByRole('button', { name: 'Act in this tenant' }).click()
  await page.getByText('Tenant: borealis').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Employees' }).click()
  await page.getByRole('cell', { name: 'e1@borealis.example' }).waitFor()

  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => page.getByText('borealis').count()).toBe(0)
})
