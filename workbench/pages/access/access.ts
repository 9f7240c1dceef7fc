/** Reads from the capabilities of a resource what the caller may do with it. */
import type { Availability } from '../../../src/wire/availability.js'
import type { Action } from '../../../src/wire/catalogs/actions.js'
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'
import { t } from '../../texts/translate.js'
import { describeReason } from '../../ui/reasons.js'

/**
 * Titles in the order of the page. `view` and `edit` are other names of `byId` and `update`, so
 * they are left out.
 */
const operationTitles: Readonly<Record<string, () => string>> = {
  byId: () => t('Read a record'),
  filter: () => t('Filter'),
  all: () => t('Read all'),
  cursor: () => t('Page by cursor'),
  locate: () => t('Locate'),
  options: () => t('Options'),
  optionSources: () => t('Option sources'),
  statsGroupBy: () => t('Group by'),
  statsTimeSeries: () => t('Time series'),
  statsDistribution: () => t('Distribution'),
  export: () => t('Export'),
  create: () => t('Create'),
  update: () => t('Edit'),
  delete: () => t('Delete'),
  restore: () => t('Restore'),
  permanentDelete: () => t('Delete permanently'),
}

export interface Access {
  readonly allowed: readonly string[]
  /** Titles of operations that the state of a record, or a rule, decides. */
  readonly byRecord: readonly string[]
  readonly denied: readonly { readonly reason: string; readonly titles: readonly string[] }[]
}

interface Item {
  readonly title: string
  readonly availability: Availability
}

const itemsOf = (
  { operations }: Pick<Capabilities, 'operations'>,
  actions: readonly Pick<Action, 'title' | 'availability'>[],
): readonly Item[] => [
  ...Object.entries(operationTitles).flatMap(([id, title]) => {
    const operation = operations[id]
    return operation?.supported ? [{ title: title(), availability: operation.availability }] : []
  }),
  ...actions,
]

export const accessOf = (
  capabilities: Pick<Capabilities, 'operations'>,
  actions: readonly Pick<Action, 'title' | 'availability'>[],
): Access => {
  const allowed: string[] = []
  const byRecord: string[] = []
  const denied = new Map<string, string[]>()
  for (const { title, availability } of itemsOf(capabilities, actions)) {
    const reason = describeReason(availability)
    if (availability.allowed) allowed.push(title)
    else if (availability.reason === 'resource-context-required') byRecord.push(title)
    else denied.set(reason, [...(denied.get(reason) ?? []), title])
  }
  return {
    allowed,
    byRecord,
    denied: [...denied].map(([reason, titles]) => ({ reason, titles })),
  }
}
