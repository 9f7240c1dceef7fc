/** What is sent to the database. */
import pg from 'pg'
import { vi } from 'vitest'

export interface SentStatement {
  readonly text: string
  readonly values?: readonly unknown[]
  /** False for a statement that is sent together with the one before it. */
  readonly startsRoundTrip: boolean
}

type Sent = Omit<SentStatement, 'startsRoundTrip'>

const unpack = (query: unknown): readonly Sent[] => {
  if (typeof query === 'string') return [{ text: query }]
  const { statements } = query as { statements?: readonly Sent[] }
  return statements ?? [query as Sent]
}

/** Notifies other nodes of changes, some milliseconds after the request. */
const isAnnouncement = ({ text }: Sent): boolean => text.includes('pg_notify')

/** Statements that all clients of this process send meanwhile, for requests. */
export const statementsOf = async (
  work: () => Promise<unknown>,
): Promise<readonly SentStatement[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.flatMap(([query]) =>
      unpack(query)
        .filter((sent) => !isAnnouncement(sent))
        .map((sent, index) => ({ ...sent, startsRoundTrip: index === 0 })),
    )
  } finally {
    spy.mockRestore()
  }
}
