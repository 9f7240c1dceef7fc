/** What an application makes its own: the look of the workbench, its texts, cells and pages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { phone } from '../support/browser.js'
import { nightly, samples, useWorkbench } from './use-workbench.js'

const extension = `
export default {
  cells: {
    'human-resources.departments.name': (value, record, { document }) => {
      const cell = document.createElement('strong')
      cell.textContent = 'own ' + value
      return cell
    },
    'human-resources.departments.code': () => {
      throw new Error('broken cell')
    },
  },
  pages: [
    {
      path: 'count',
      title: 'Count',
      render: async (element, { api, navigate }) => {
        const { data } = await api.send('POST', '/api/human-resources/departments/filter', {})
        const button = document.createElement('button')
        button.textContent = data.content.length + ' departments'
        button.onclick = () => navigate('/resources/human-resources.departments')
        element.append(button)
      },
    },
    { path: 'broken', title: 'Broken', render: () => { throw new Error('broken page') } },
  ],
}`

let folder = ''
const workbench = useWorkbench(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corollary-extension-'))
  await writeFile(join(folder, 'index.js'), extension)
  const { people } = samples
  return {
    ...people,
    messages: { ...people.messages, de: { 'workbench.Home': 'Übersicht' } },
    settings: {
      'platform.workbench.title': 'Our staff',
      'platform.workbench.accent': '#0f766e',
      'platform.workbench.logo':
        'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Ccircle cx="4" cy="4" r="4" fill="%230f766e"/%3E%3C/svg%3E',
      'platform.workbench.extensions': folder,
    },
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const departments = '/resources/human-resources.departments'

test('title, logo and accent are those of the settings', async () => {
  const { page } = await workbench.open()
  await page.getByRole('banner').getByRole('link', { name: 'Our staff' }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Our staff', exact: true }).waitFor()
  await expect.poll(() => page.title()).toBe('Our staff')
  const width = 'document.querySelector("img.logo").naturalWidth'
  await expect.poll(() => page.evaluate(width)).toBeGreaterThan(0)
  const accent = 'getComputedStyle(document.documentElement).getPropertyValue("--accent")'
  expect(await page.evaluate(accent)).toContain('#0f766e')
})

test('texts of the application replace German texts of the page', async () => {
  const { page } = await workbench.open('', { locale: 'de-DE' })
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Übersicht' }).waitFor()
  await navigation.getByRole('link', { name: 'API-Referenz' }).waitFor()
})

test('a cell is drawn by the application, and its error is shown in its place', async () => {
  const { page } = await workbench.open(departments)
  await page.locator('td strong').first().waitFor()
  expect(await page.locator('td strong').first().textContent()).toMatch(/^own /)
  await page.locator('td [title="Error: broken cell"]').first().waitFor()
})

test('the page of a record and cards show what the application draws', nightly, async () => {
  const { page } = await workbench.open(`${departments}/records/1`)
  await page.locator('dd strong').first().waitFor()
  await page.locator('dd [title="Error: broken cell"]').waitFor()
  const { page: narrow } = await workbench.open(departments, phone)
  await narrow.locator('.record-card-facts [title="Error: broken cell"]').first().waitFor()
})

test('a page of the application sends requests, navigates, and shows its error', async () => {
  const { page } = await workbench.open()
  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Broken' }).click()
  await page.getByText('Error: broken page').waitFor()
  await navigation.getByRole('link', { name: 'Count' }).click()
  await page.getByRole('heading', { level: 1, name: 'Count' }).waitFor()
  await page.getByRole('button', { name: /\d+ departments/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
})

const moduleOf = /\/extensions\/index\.js/

test('a module that fails to load is reported, and the page works without it', async () => {
  const session = await workbench.open()
  const { page } = session
  session.allow(/index\.js|ERR_FAILED/)
  await page.route(moduleOf, (route) => route.abort())
  await page.goto(`${workbench.origin}/workbench${departments}`)
  await page
    .getByRole('status')
    .getByText(/index\.js: TypeError/)
    .waitFor()
  await page.getByRole('cell', { name: 'Engineering' }).first().waitFor()
})

test('a module that is late is reported, and its cells and pages appear when it comes', async () => {
  const { page } = await workbench.open()
  const held: Route[] = []
  await page.route(moduleOf, (route) => {
    held.push(route)
  })
  await page.clock.install()
  const request = page.waitForRequest(moduleOf)
  await page.goto(`${workbench.origin}/workbench${departments}`)
  await request
  await page.clock.runFor(3_000)
  await page.getByRole('status').getByText('The module loads slowly.').waitFor()
  await page.getByRole('cell', { name: 'Engineering' }).first().waitFor()
  expect(await page.locator('td strong').count()).toBe(0)
  for (const route of held) await route.continue()
  await page.locator('td strong').first().waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Count' }).waitFor()
})
