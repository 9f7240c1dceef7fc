/**
 * The catalog of workflow actions: references to operations and their schemas, and how to perform
 * them.
 */
import Type from 'typebox'
import { Availability } from '../availability.js'
import { count, flag, integer, nullable, oneOf, text, type Wire } from '../forms.js'
import { scope, subject } from './subject.js'

/** Whether a request takes a header, and whether it must have it. */
const need = oneOf(['NONE', 'OPTIONAL', 'REQUIRED'])

const Execution = Type.Object({
  interaction: Type.Object({
    mode: oneOf(['DIRECT', 'CONFIRM', 'FORM']),
    riskLevel: oneOf(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
    confirmationRequired: flag,
    reversible: flag,
  }),
  preconditions: Type.Object({ idempotencyKey: need, resourceVersion: need }),
  /** The member of the body that names the records of a bulk action; null for other actions. */
  selection: nullable(Type.Object({ idsField: text, maxItems: count })),
  outcome: Type.Object({
    mode: oneOf(['SINGLE', 'PER_ITEM']),
    atomicity: oneOf(['NOT_APPLICABLE', 'ATOMIC', 'PER_ITEM']),
  }),
})

export const Action = Type.Object(
  {
    id: text,
    resourceKey: text,
    scope,
    title: text,
    description: nullable(text),
    operationId: text,
    path: text,
    method: text,
    requestSchemaId: text,
    requestSchemaUrl: text,
    responseSchemaId: text,
    responseSchemaUrl: text,
    allowedStates: Type.Array(text),
    availability: Availability,
    order: integer,
    successMessage: nullable(text),
    tags: Type.Array(text),
    execution: Execution,
  },
  { $id: 'Action' },
)
export type Action = Wire<typeof Action>

export const ActionCatalog = Type.Object(
  { ...subject, actions: Type.Array(Action) },
  { $id: 'ActionCatalog' },
)
export type ActionCatalog = Wire<typeof ActionCatalog>
