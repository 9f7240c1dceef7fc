/** Workflow actions, with resolved names. */
import type { ActionData, ActionKind, Interaction, Need } from '../../contract/actions.js'
import type { EntityModel } from './entity-model.js'
import type { WriteField, WriteShapeModel } from './write-model.js'

/** The request or the response of an action. */
export interface ActionShapeModel {
  readonly name: string
  /** In the order of their declaration. */
  readonly members: ReadonlyMap<string, ValueMember | StructureMember>
  /** The members that are single values. */
  readonly values: WriteShapeModel
}

export type ValueMember = Extract<WriteField, { readonly type: 'column' }> & {
  /** The value is the id of a record of this entity. */
  readonly refersTo?: EntityModel
}

/** An object of declared members, or a list of them. */
export interface StructureMember {
  readonly type: 'structure'
  readonly name: string
  readonly nullable: boolean
  readonly shape: ActionShapeModel
  /** Undefined: the member is one object. */
  readonly limits?: { readonly minItems: number; readonly maxItems: number }
  readonly label?: string
  readonly description?: string
}

/** The entities that members of a request refer to, on all levels. */
export const referredIn = ({ members }: ActionShapeModel): readonly EntityModel[] =>
  [...members.values()].flatMap((member) =>
    member.type === 'structure' ? referredIn(member.shape) : (member.refersTo ?? []),
  )

export interface ActionModel {
  readonly id: string
  readonly kind: ActionKind
  readonly title: string
  readonly description?: string
  readonly request: ActionShapeModel
  /** Declared response. Undefined: the action returns the record or the outcome. */
  readonly response?: ActionShapeModel
  readonly interaction: Required<Interaction>
  readonly idempotencyKey: Need
  readonly resourceVersion: Need
  /** The action can be tried: nothing that it does outlasts its transaction. */
  readonly dryRun: boolean
  /** Maximum number of records of a bulk action. */
  readonly maxItems?: number
  readonly atomicity: 'NOT_APPLICABLE' | 'ATOMIC' | 'PER_ITEM'
  readonly allowedStates: readonly string[]
  readonly successMessage?: string
  readonly order: number
  readonly tags: readonly string[]
  readonly perform: ActionData['perform']
}
