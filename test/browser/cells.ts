/** The table of employees, whose cells users change, and what else happens to their records. */
import type { Page } from 'playwright-core'
import { samples, useWorkbench } from './use-workbench.js'

export const employees = '/resources/human-resources.employees?sort=id&size=20'

export const useCells = () => {
  const workbench = useWorkbench({
    ...samples.people,
    // Several records take several batches.
    settings: { 'platform.batch.max-items': 2 },
  })
  return {
    workbench,
    /** Opens the table with further columns than those that it shows by itself. */
    async open() {
      const session = await workbench.open(employees, { width: 1900 })
      const { page } = session
      await page.locator('main tbody tr[aria-rowindex="2"]').waitFor()
      await page.getByRole('button', { name: 'Columns' }).click()
      for (const name of ['Email', 'Rating', 'Version']) {
        await page.getByRole('checkbox', { name, exact: true }).check()
      }
      await page.keyboard.press('Escape')
      return session
    },
    async employee(id: number): Promise<Readonly<Record<string, unknown>>> {
      const { rows } = await workbench.database.client.query(
        `select code, email, salary, hired_on::text, status, remote, department_id, rating
         from employees where id = ${id}`,
      )
      return rows[0]
    },
    changeElsewhere: (id: number, sql: string) =>
      workbench.database.client.query(
        `update employees set ${sql}, version = version + 1 where id = ${id}`,
      ),
  }
}

/** A cell of the row with this id, by the label of its column. */
export const cellOf = async (page: Page, id: number, label: string) => {
  const header = page.getByRole('columnheader', { name: label, exact: true }).first()
  await header.waitFor()
  const index = await header.evaluate(
    (element) => (element as unknown as { cellIndex: number }).cellIndex,
  )
  return page.locator(`main tbody tr[aria-rowindex="${id + 1}"] > td`).nth(index)
}

/** Holds the requests of a path. Returns a function that sends them. */
export const hold = async (page: Page, path: RegExp, methods = /./) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    if (methods.test(route.request().method())) await released
    await route.continue()
  })
  return async () => {
    const answer = page.waitForResponse(path)
    release()
    await answer
  }
}

export const paste = (page: Page, text: string) =>
  page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })()`,
  )
