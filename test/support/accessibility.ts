/** Problems of a page that keep people with a screen reader or low vision from using it. */
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const options: RunOptions = {
  resultTypes: ['violations'],
  // Stylesheets are of the own origin: nothing is to be fetched.
  preload: false,
}

/**
 * One line for each element with a problem that is not minor.
 * @param rules to check only these
 */
export const accessibilityProblems = async (
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> => {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source)
  const call = `axe.run(document, ${JSON.stringify({ ...options, ...(rules ? { runOnly: rules } : {}) })})`
  const { violations } = (await page.evaluate(call)) as AxeResults
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html, any, all, none }) => {
        const details = [...any, ...all, ...none].map(({ message }) => message).join('; ')
        return `${id}: ${help}: ${target.join(' ')}: ${html.slice(0, 200)} (${details})`
      }),
    )
}
