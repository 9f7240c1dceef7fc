/** Lets a test do something between the statements of a snapshot. */
import pg from 'pg'
import { vi } from 'vitest'

/** Runs work before the nth statement of a snapshot is sent; `vi.restoreAllMocks` ends it. */
export const beforeStatement = (n: number, work: () => Promise<unknown>): void => {
  const { query } = pg.Client.prototype
  let count = 0
  const send = function (this: pg.Client, ...args: unknown[]) {
    const { statements = [] } = args[0] as { statements?: readonly { text: string }[] }
    const isCounted = statements[0]?.text === 'savepoint statement' && ++count === n
    const forward = () => Reflect.apply(query, this, args)
    return isCounted ? void work().then(forward) : forward()
  }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(send as never)
}
