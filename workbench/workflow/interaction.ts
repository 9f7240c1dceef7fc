/** What an action of the catalog needs before it runs: a form, a question, a typed name. */
import type { Action } from '../../src/wire/catalogs/actions.js'
import type { Id } from '../service/discovery.js'
import type { Row, Write } from '../service/records.js'
import type { Field } from '../service/shape.js'

/**
 * - `none`: runs at once
 * - `question`: asks once
 * - `details`: names the records, and says whether it can be undone
 * - `typed`: in addition, the user types the name of the record, or the number of records
 */
export type Confirmation = 'none' | 'question' | 'details' | 'typed'

const byRisk = {
  LOW: 'none',
  MEDIUM: 'question',
  HIGH: 'details',
  CRITICAL: 'typed',
} as const satisfies Record<string, Confirmation>

export const confirmationOf = ({ execution }: Action): Confirmation => {
  const { riskLevel, confirmationRequired, mode } = execution.interaction
  const needed: Confirmation = byRisk[riskLevel]
  return needed === 'none' && (confirmationRequired || mode === 'CONFIRM') ? 'question' : needed
}

export const isDangerous = ({ execution }: Action): boolean =>
  ['HIGH', 'CRITICAL'].includes(execution.interaction.riskLevel)

/** Fields of the body that the user fills in: without the ids of a bulk action. */
export const formFields = (action: Action, fields: readonly Field[]): readonly Field[] =>
  fields.filter(
    ({ name, hidden, readOnly }) =>
      name !== action.execution.selection?.idsField && !hidden && !readOnly,
  )

/** How many records one request takes; undefined: not a bulk action. */
export const maxRecords = ({ execution }: Action): number | undefined =>
  execution.selection?.maxItems

export interface Target {
  /** Of an action on one record. */
  readonly id?: Id | undefined
  /** Of a bulk action. */
  readonly ids?: readonly Id[] | undefined
}

/** The path of an operation for a record. */
export const fillPath = (path: string, id: Id | undefined): string =>
  id === undefined ? path : path.replace(/\{[^}]*\}/, () => encodeURIComponent(String(id)))

/** The request of an action. Headers that the contract excludes are left out. */
export const requestOf = (
  action: Action,
  { id, ids }: Target,
  values: Row,
  headers: { readonly etag: string | undefined; readonly idempotencyKey: string },
): Write => {
  const { selection, preconditions } = action.execution
  return {
    method: action.method as Write['method'],
    path: fillPath(action.path, id),
    body: selection ? { ...values, [selection.idsField]: ids ?? [] } : values,
    ...(preconditions.idempotencyKey === 'NONE' ? {} : { idempotencyKey: headers.idempotencyKey }),
    ...(preconditions.resourceVersion === 'NONE' || selection ? {} : { ifMatch: headers.etag }),
  }
}

const maxTyped = 60

/** What the user types to confirm: the name of the record, or the number of records. */
export const typedText = ({ id, ids }: Target, name: string | undefined): string => {
  if (ids) return String(ids.length)
  return name && name.length <= maxTyped ? name : String(id ?? '')
}
