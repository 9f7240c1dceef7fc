/**
 * Empties a list that nobody needs any more, so that its items are collected soon.
 *
 * A request waits for the database in promises, and some of them are among V8's old objects by the
 * time its rows arrive. Until the next collection of old objects a promise keeps what it resolved
 * to, also after the request has ended: the rows become old too, and the heap grows by all of them.
 */
export const release = (items: readonly unknown[]): void => {
  ;(items as unknown[]).length = 0
}
