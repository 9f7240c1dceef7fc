/** The same matrix for a contract with rules, guards on reads, and public operations. */

import { tablesOf, useService } from '../../support/use-service.js'
import { deskCallers, deskResources, deskTables } from './desk.js'
import { walkMatrix } from './matrix.js'
import type { Variant } from './matrix-walk.js'

const workflow = useService({
  resources: deskResources,
  callers: deskCallers,
  database: tablesOf(deskTables),
  settings: { 'platform.auth.public': 'health,schemas' },
})

const insert = async (sql: string, ...values: readonly unknown[]): Promise<number> => {
  const [row] = await workflow.rows(sql, [...values])
  return row.id
}
const unknown: Variant = {
  name: 'unknown',
  make: async () => 99_999_999,
  seenBy: () => false,
  record: undefined,
}
const ticket = (owner: string | null, state: string | null): Variant => ({
  name: `${state} of ${owner}`,
  make: () =>
    insert(
      "insert into tickets (title, owner, state) values ('A ticket', $1, $2) returning id::int",
      owner,
      state,
    ),
  seenBy: () => true,
  record: { owner, state },
})
const tickets = ['writer', 'other', null].flatMap((owner) =>
  ['OPEN', 'CLOSED', null].map((state) => ticket(owner, state)),
)
const note: Variant = {
  name: 'any',
  make: () => insert("insert into notes (body) values ('A note') returning id::int"),
  seenBy: () => true,
  record: {},
}

const variants: Readonly<Record<string, readonly Variant[]>> = {
  'desk.tickets': [...tickets, unknown],
  'desk.board': [...tickets.slice(0, 6), unknown],
  'desk.inbox': [...tickets.slice(0, 3), unknown],
  'desk.shelf': [...tickets.slice(0, 3), unknown],
  'desk.notes': [note, unknown],
}

walkMatrix('the desk', {
  workflow,
  resources: deskResources,
  variantsOf: (key) => {
    const variant = variants[key]
    if (!variant) throw new Error(`no records of ${key}`)
    return variant
  },
  references: async () => ({}),
})
