/** Facts about the fields of a shape that their schema does not have; `x-ui` is built from them. */
import type { RelatedMatch } from '../../contract/filter/related.js'
import type { FieldHints } from '../../contract/hints.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Translator } from '../../foundation/text/messages.js'
import type { ItemType } from '../../model/kinds/kind-definition.js'
import { isEnum } from '../../model/kinds/kinds.js'
import { enumLabel, fieldLabel } from '../../model/labels.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { FilterFieldModel } from '../../model/types/filter-model.js'
import type { Place } from '../../model/types/path.js'
import type { Choice, ChoiceContext } from './field-choice.js'
import { type ReferenceTarget, referenceTargets, type Shown } from './field-reference.js'
import type { MemberRules } from './rule-logic.js'

export interface FieldInfo {
  readonly label: string
  readonly description?: string
  readonly hints?: FieldHints
  readonly column?: ColumnModel
  readonly filter?: FilterFieldModel
  readonly choice?: Choice
  /** Resources whose ids the values are; the first is preferred. */
  readonly references?: readonly ReferenceTarget[]
  /** The response field that shows what a filter field filters by. */
  readonly filterTarget?: string
  /** The response fields that show what a search field searches. */
  readonly searchFields?: readonly string[]
  /** Label of an enum value. */
  readonly optionLabel?: (value: string) => string
  /** What rules across fields say about it in a write shape. */
  readonly rules?: MemberRules
  readonly response?: ResponseInfo
  /** Of criteria over related rows: how many of them must meet the criteria. */
  readonly match?: RelatedMatch
  /**
   * Of a list of owned rows, and of criteria over related rows: the component that an item is, and
   * its fields.
   */
  readonly items?: {
    readonly component: string
    readonly infos: FieldInfos
    /** The service keeps their order. */
    readonly ordered: boolean
  }
}

/** Facts about a field of a response. */
export interface ResponseInfo {
  /**
   * The field in the create shape, else in the update shape: forms are built from responses too.
   */
  readonly written?: { readonly schema: JsonSchema; readonly required: boolean }
  /** No form and no view shows it, such as a version. */
  readonly isTechnical: boolean
  /** The service fills it, such as a generated id: only views of one record show it. */
  readonly isFilled: boolean
  readonly tableHidden: boolean
  readonly sortable: boolean
  readonly filterable: boolean
}

export type FieldInfos = ReadonlyMap<string, FieldInfo>

/** Labels by field name, for forms and grids. */
export const labelsOf = (infos: FieldInfos, translate: Translator): ReadonlyMap<string, string> =>
  new Map([...infos].map(([name, { hints, label }]) => [name, translate(hints?.label ?? label)]))

export const withChoice = (choice: Choice | undefined) => (choice ? { choice } : {})

export const withReferences = (
  place: Place | undefined,
  context: ChoiceContext,
  shown: Shown = { fields: [] },
) => {
  const references = place ? referenceTargets(place, shown, context) : []
  return references.length > 0 ? { references } : {}
}

/** The label of a reference is that of its target: `departmentId` is "Department". */
export const nameOf = (name: string, column: ColumnModel | undefined): string =>
  fieldLabel(column?.references && /Ids?$/.test(name) ? column.references.field : name)

export const ofColumn = (
  name: string,
  column: ColumnModel | undefined,
  hints: FieldHints | undefined,
) => {
  const description = hints?.description ?? column?.description
  return {
    label: hints?.label ?? column?.label ?? nameOf(name, column),
    ...(description === undefined ? {} : { description }),
    ...(hints ? { hints } : {}),
    ...(column ? { column } : {}),
    ...optionLabelOf(column?.item ?? column),
  }
}

/** Of an enum, or of an array of one. */
const optionLabelOf = (type: ItemType | ColumnModel | undefined) =>
  type && isEnum(type) ? { optionLabel: (value: string) => enumLabel(type, value) } : {}

export const withRules = (rules: MemberRules | undefined) => (rules ? { rules } : {})
