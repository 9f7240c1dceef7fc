/** The triggers that record changes of a table: their names, events and transition tables. */
import type { MemberTable } from './catalog.js'

/** Transition tables with the rows that a statement touched; TRUNCATE has none. */
export const triggerEvents = {
  insert: 'referencing new table as touched',
  update: 'referencing new table as touched',
  delete: 'referencing old table as touched',
  truncate: '',
} as const

export const triggerName = (event: string): string => `corollary_dataset_${event}`

/** Names of the triggers that a table needs, so that no change of it is missed. */
export const datasetTriggers: readonly string[] = Object.keys(triggerEvents).map(triggerName)

/** Those for which a table has no trigger. */
export const missingEvents = ({ triggers }: MemberTable): readonly (keyof typeof triggerEvents)[] =>
  (Object.keys(triggerEvents) as (keyof typeof triggerEvents)[]).filter(
    (event) => !triggers.includes(triggerName(event)),
  )
