/** What surrounds every page: keyboard, languages and themes. */
import { describe, expect, test } from 'vitest'
import { samples, useWorkbench } from './use-workbench.js'
import { settle } from './views.js'

const workbench = useWorkbench(samples.people)
const departments = '/resources/human-resources.departments'

describe('by keyboard', () => {
  test('the first link skips the navigation', async () => {
    const { page } = await workbench.open(departments)
    await settle(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
  })

  test('? shows the shortcuts, Escape closes them and returns to where the focus was', async () => {
    const { page } = await workbench.open()
    const link = page.getByRole('link', { name: 'API reference' })
    await link.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Search').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('API reference')
  })
})

test('a link opens its page without loading the workbench again, and back returns', async () => {
  const { page, log } = await workbench.open()
  await page.getByRole('navigation').getByRole('link', { name: 'Departments' }).click()
  await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/workbench${departments}`)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor({ state: 'hidden' })
  expect(log.filter((line) => /GET .*\/main-/.test(line))).toHaveLength(2)
})

describe('language', () => {
  test('a browser in Portuguese gets Portuguese texts of the page and of the service', async () => {
    const { page } = await workbench.open('', { locale: 'pt-BR' })
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('link', { name: 'Funcionários' }).waitFor()
    await navigation.getByRole('link', { name: 'Início' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('pt-BR')
  })

  test('the language that a user chooses stays after a reload', async () => {
    const { page } = await workbench.open()
    await page.getByRole('button', { name: 'EN', exact: true }).click()
    await page.getByRole('button', { name: 'português' }).click()
    const link = page.getByRole('navigation').getByRole('link', { name: 'Funcionários' })
    await link.waitFor()
    await page.reload()
    await link.waitFor()
  })

  test('a browser with a locale of POSIX, which is not a language tag, gets the page', async () => {
    const { page } = await workbench.open()
    await page.addInitScript(`Object.defineProperties(navigator, {
      language: { value: 'en-US@posix' }, languages: { value: ['en-US@posix'] } })`)
    await page.reload()
    await page.getByRole('main').getByRole('heading', { name: 'Human resources' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en-US')
  })
})

test('the theme that a user chooses wins over that of the system', async () => {
  const { page } = await workbench.open('', { theme: 'dark' })
  const background = 'getComputedStyle(document.body).backgroundColor'
  await settle(page)
  const dark = await page.evaluate(background)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('button', { name: 'Light' }).click()
  await expect.poll(() => page.evaluate(background)).not.toBe(dark)
})
test('a page without a connection says so, and loads when it is back', async () => {
  const session = await workbench.open()
  const { page, context } = session
  await settle(page)
  session.allow(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Departments' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await alert.getByText('You are offline.').waitFor()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.getByText('You are offline.').waitFor()
  await context.setOffline(false)
  await page.getByRole('cell', { name: 'Engineering' }).first().waitFor()
})

test('the frame is there before the script ran, and nothing moves when it runs', async () => {
  const { page, context } = await workbench.open()
  await settle(page)
  const title = await page.locator('.service-title').innerText()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route(/\/main-.*\.js$/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.moved = (globalThis.moved ?? 0) + value
  }).observe({ type: 'layout-shift', buffered: true })`)
  await page.goto(`${workbench.origin}/workbench${departments}`, { waitUntil: 'commit' })
  const first = page.locator('#first-frame')
  await first.getByText(title, { exact: true }).waitFor()
  expect(await first.locator('.skeleton').count()).toBeGreaterThan(10)
  const places = `['top-bar', 'service-title', 'navigation', 'main'].map((name) => {
    const { x, y, width, height } = document.querySelector('.' + name).getBoundingClientRect()
    return name === 'service-title' ? [x, y, height] : [x, y, width, height]
  })`
  const before = await page.evaluate(places)
  release()
  await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
  expect(await first.count()).toBe(0)
  expect(await page.evaluate(places)).toEqual(before)
  await settle(page)
  expect(await page.evaluate('globalThis.moved ?? 0')).toBeLessThan(0.05)
})
