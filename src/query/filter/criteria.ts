/** What the reader makes of a filter: criteria, all of which a record must meet. */
import type { FilterFieldModel, RelatedFilterModel } from '../../model/types/filter-model.js'
import { type SentSearch, targetBehind } from '../../model/types/search.js'
import type { Operand } from './operations/meaning.js'

export type Criterion = FieldCriterion | RelatedCriterion | AnyCriterion | NotCriterion

/** One operation over one path. */
export interface FieldCriterion {
  readonly field: FilterFieldModel
  readonly operand: Operand
}

/** Criteria over the rows of a collection. */
export interface RelatedCriterion {
  readonly related: RelatedFilterModel
  readonly criteria: readonly Criterion[]
}

/** The criteria of at least one part are met. `$and` needs no form: its parts are criteria. */
export interface AnyCriterion {
  readonly anyOf: readonly (readonly Criterion[])[]
}

/** The criteria are not met, also because one of them is null. */
export interface NotCriterion {
  readonly not: readonly Criterion[]
}

export const isFieldCriterion = (criterion: Criterion): criterion is FieldCriterion =>
  'field' in criterion

/** The search that a criterion is; none if its field reads one path. */
export const sentSearchOf = ({ field, operand }: FieldCriterion): readonly SentSearch[] =>
  field.target.type === 'search' ? [{ search: field.target, text: operand as string }] : []

/** The criteria with one operation on all levels, with their targets as the record reaches them. */
export const fieldCriteriaOf = (criteria: readonly Criterion[]): readonly FieldCriterion[] =>
  criteria.flatMap((criterion) => {
    if (isFieldCriterion(criterion)) return [criterion]
    if ('not' in criterion) return fieldCriteriaOf(criterion.not)
    if ('anyOf' in criterion) return fieldCriteriaOf(criterion.anyOf.flat())
    const { hops, relation } = criterion.related.target
    return fieldCriteriaOf(criterion.criteria).map(({ field, operand }) => ({
      field: { ...field, target: targetBehind([...hops, relation], field.target) },
      operand,
    }))
  })

/** A text for each criterion, in an order that does not depend on the request. */
export const describeCriteria = (criteria: readonly Criterion[]): readonly string[] =>
  criteria.map((criterion) => JSON.stringify(describe(criterion))).sort()

/** Names of expressions are reserved, so no member of a shape has the same description. */
const describe = (criterion: Criterion): readonly [name: string, what: unknown] => {
  if (isFieldCriterion(criterion)) return [criterion.field.name, criterion.operand]
  if ('not' in criterion) return ['$not', describeCriteria(criterion.not)]
  if ('anyOf' in criterion) {
    return ['$or', criterion.anyOf.map((part) => JSON.stringify(describeCriteria(part))).sort()]
  }
  return [criterion.related.name, describeCriteria(criterion.criteria)]
}
