/**
 * Decides what an action of the catalog needs before it runs: a form, a question or a typed name.
 */
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

/** Returns the fields of the body that the user fills in, without the ids of a bulk action. */
export const formFields = (action: Action, fields: readonly Field[]): readonly Field[] =>
  fields.filter(
    ({ name, hidden, readOnly }) =>
      name !== action.execution.selection?.idsField && !hidden && !readOnly,
  )

/**
 * Returns the maximum number of records in a request; undefined for actions that are not bulk
 * actions.
 */
export const maxRecords = ({ execution }: Action): number | undefined =>
  execution.selection?.maxItems

export interface Target {
  /** Id of the record of an action on one record. */
  readonly id?: Id | undefined
  /** Ids of the records of a bulk action. */
  readonly ids?: readonly Id[] | undefined
}

/** Returns the path of an operation for a record. */
export const fillPath = (path: string, id: Id | undefined): string =>
  id === undefined ? path : path.replace(/\{[^}]*\}/, () => encodeURIComponent(String(id)))

/** Returns the request of an action, without the headers that the contract excludes. */
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

/**
 * Returns the text that the user types to confirm: the name of the record, or the number of
 * records.
 */
export const typedText = ({ id, ids }: Target, name: string | undefined): string => {
  if (ids) return String(ids.length)
  return name && name.length <= maxTyped ? name : String(id ?? '')
}
