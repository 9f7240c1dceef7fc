/** Every page, in both themes and at the width of a phone, without serious findings of axe. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.js'
import { phone } from '../support/browser.js'
import { isNightly } from '../support/effort.js'
import { samples, useWorkbench } from './use-workbench.js'
import { settle, type View, views } from './views.js'

/** Themes differ in colours only. */
const rulesOfTheme = isNightly ? undefined : ['color-contrast']

/** The nightly run also looks at what opens above or beside a page. */
const isUsual = ({ name }: View): boolean =>
  isNightly || !['drawer', 'search', 'shortcuts', 'beside'].includes(name)

const expectNoScrollbar = async (page: Page): Promise<void> => {
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
}

describe.each(isNightly ? (['people', 'movies'] as const) : (['people'] as const))(
  '%s',
  (sample) => {
    const workbench = useWorkbench(samples[sample])

    test.each(views[sample].filter(isUsual))(
      '$name has no accessibility problem',
      async ({ path, prepare }) => {
        const { page } = await workbench.open(path)
        await settle(page)
        await prepare?.(page)
        expect(await accessibilityProblems(page), 'light').toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await accessibilityProblems(page, rulesOfTheme), 'dark').toEqual([])
        await expectNoScrollbar(page)
        await page.setViewportSize(phone)
        expect(await accessibilityProblems(page), 'phone').toEqual([])
        await expectNoScrollbar(page)
      },
    )
  },
)
