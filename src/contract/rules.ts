/**
 * Rules across the fields of a record. They are data, so that the service can check them, schemas
 * can publish them, and forms can evaluate them.
 */
import type { Column, ColumnKind } from './column.js'
import type { Entities, FieldsOf } from './paths.js'
import type { BelongsTo, HasOne } from './relations.js'
import type { Wrong } from './wrong.js'

/** How a field may compare with a value: the operator is the one of SQL and of JSON Logic. */
export const comparisons = { atLeast: '>=', atMost: '<=', moreThan: '>', lessThan: '<' } as const
export type Comparison = keyof typeof comparisons

export type RuleOperand =
  | { readonly is: 'path'; readonly path: string }
  | { readonly is: 'value'; readonly value: unknown }

/** A condition of a rule. A comparison with null is neither true nor false, as in SQL. */
export type RuleCondition =
  | {
      readonly is: 'comparison'
      readonly path: string
      readonly comparison: Comparison
      readonly operand: RuleOperand
    }
  | { readonly is: 'among'; readonly path: string; readonly values: readonly unknown[] }
  | { readonly is: 'null'; readonly path: string }
  | { readonly is: 'and' | 'or'; readonly conditions: readonly RuleCondition[] }
  | { readonly is: 'not'; readonly condition: RuleCondition }

/** A rule is broken if its condition is false and it applies. */
export interface RuleData {
  readonly condition: RuleCondition
  /** It applies only if this is true. Default: always. */
  readonly when?: RuleCondition
  /** It does not apply if one of these is true. */
  readonly unless?: readonly RuleCondition[]
  /** It does not apply to callers with one of these authorities. */
  readonly unlessCaller?: readonly string[]
  /** English. Default: made from the condition and the labels of its fields. */
  readonly message?: string
}

/** A rule of a resource. */
export interface Rule {
  readonly rule: RuleData
  /** The rule does not apply if the condition is true. */
  unless(condition: Condition): Rule
  /** The rule does not apply to callers with one of the authorities. */
  unlessCaller(...authorities: readonly [string, ...string[]]): Rule
  /** The message of a broken rule, in English; message catalogs translate it. */
  otherwise(message: string): Rule
}

/** What a rule may be conditional on. A boolean field is the condition that it is true. */
export interface Condition extends Rule {
  readonly condition: RuleCondition
}

/** A column or a to-one relation: it may be missing. */
export interface MaybeMissing<Kind extends string = string> {
  readonly path: string
  /** Static types only; never set. */
  readonly kinds?: Kind
  isNull(): Condition
  /** The field is required where the condition is true. */
  isRequiredWhen(condition: Condition): Rule
  /** The field is required except where the condition is true. */
  isRequiredUnless(condition: Condition): Rule
}

type NumberKinds = 'integer' | 'bigint' | 'decimal' | 'float'
/** Kinds that compare with each other. */
type ComparableTo<Kind> = Kind extends NumberKinds
  ? NumberKinds
  : Extract<Kind, 'date' | 'instant' | 'localDateTime' | 'time'>
type ListedKinds =
  | 'text'
  | 'enum'
  | 'numberEnum'
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'date'
  | 'uuid'

type CheckOperand<Kind, In, V> = V extends { readonly kinds?: infer Other }
  ? V extends MaybeMissing
    ? [Other] extends [ComparableTo<Kind> | undefined]
      ? V
      : Wrong<`a field of type ${Kind & string} does not compare with one of type ${Exclude<Other, undefined> & string}`>
    : CheckConstant<Kind, In, V>
  : CheckConstant<Kind, In, V>
type CheckConstant<Kind, In, V> = V extends In
  ? V
  : Wrong<`not a value of a field of type ${Kind & string}`>

/** A column that compares by size. A null on either side breaks no rule. */
type Compared<Kind, In> = {
  readonly [C in Comparison]: <const V>(operand: V & CheckOperand<Kind, In, V>) => Condition
}
interface Listed<In> {
  /** The field has one of these values. */
  is(...values: readonly [In, ...In[]]): Condition
}

type RuleField<Kind extends ColumnKind, In> = MaybeMissing<Kind> &
  ([ComparableTo<Kind>] extends [never] ? unknown : Compared<Kind, In>) &
  (Kind extends ListedKinds ? Listed<In> : unknown) &
  (Kind extends 'boolean' ? Condition : unknown)

/** The fields of an entity, as the function of `rules` gets them. */
export type RuleRecord<S extends Entities, E> = E extends keyof S
  ? {
      readonly [K in keyof FieldsOf<S, E>]: FieldsOf<S, E>[K] extends Column<
        infer Kind,
        infer _O,
        infer In
      >
        ? RuleField<Kind, In>
        : FieldsOf<S, E>[K] extends BelongsTo<infer To>
          ? MaybeMissing<'reference'> & RuleRecord<S, To>
          : FieldsOf<S, E>[K] extends HasOne<infer To>
            ? RuleRecord<S, To>
            : Wrong<'a rule does not follow a collection; compare a computed field, such as count()'>
    }
  : never

/** Rules by name. */
export type Rules = Readonly<Record<string, Rule>>

const conditions = (list: readonly Condition[]) => list.map(({ condition }) => condition)

/** All of the conditions are true. */
export const and = (...list: readonly [Condition, Condition, ...Condition[]]): Condition =>
  conditionOf({ is: 'and', conditions: conditions(list) })

/** One of the conditions is true. */
export const or = (...list: readonly [Condition, Condition, ...Condition[]]): Condition =>
  conditionOf({ is: 'or', conditions: conditions(list) })

/** The condition is false. */
export const not = ({ condition }: Condition): Condition => conditionOf({ is: 'not', condition })

const conditionOf = (condition: RuleCondition): Condition => ({
  condition,
  ...ruleOf({ condition }),
})

const ruleOf = (rule: RuleData): Rule => ({
  rule,
  unless: ({ condition }) => ruleOf({ ...rule, unless: [...(rule.unless ?? []), condition] }),
  unlessCaller: (...authorities) =>
    ruleOf({ ...rule, unlessCaller: [...(rule.unlessCaller ?? []), ...authorities] }),
  otherwise: (message) => ruleOf({ ...rule, message }),
})

/** Evaluates the function of `rules` with the fields of an entity. */
export const rulesOf = (
  entities: Entities,
  entity: string,
  declare: (record: never) => Rules,
): Readonly<Record<string, RuleData>> =>
  Object.fromEntries(
    Object.entries(declare(recordOf(entities, entity) as never)).map(([name, declared]) => [
      name,
      // The compiler of the model reports what is not a rule.
      ((declared as Partial<Rule> | undefined)?.rule ?? declared ?? null) as RuleData,
    ]),
  )

/** The functions of a to-one relation come before fields of its target with the same name. */
const recordOf = (entities: Entities, entity: string, relation?: string): object => {
  const record = relation === undefined ? {} : maybeMissing(relation)
  for (const [name, field] of Object.entries(entities[entity]?.fields ?? {})) {
    if (name in record) continue
    const path = relation === undefined ? name : `${relation}.${name}`
    const get = () => (field.is === 'column' ? columnOf(path) : recordOf(entities, field.to, path))
    // Records refer to each other, so each is made when it is named.
    Object.defineProperty(record, name, { get, enumerable: true })
  }
  return record
}

const maybeMissing = (path: string): MaybeMissing => {
  const isNull: RuleCondition = { is: 'null', path }
  const condition: RuleCondition = { is: 'not', condition: isNull }
  return {
    path,
    isNull: () => conditionOf(isNull),
    isRequiredWhen: ({ condition: when }) => ruleOf({ condition, when }),
    isRequiredUnless: ({ condition: unless }) => ruleOf({ condition, unless: [unless] }),
  }
}

const columnOf = (path: string) => {
  const among = (...values: readonly unknown[]) => conditionOf({ is: 'among', path, values })
  const compared = (comparison: Comparison) => (operand: unknown) =>
    conditionOf({ is: 'comparison', path, comparison, operand: operandOf(operand) })
  return {
    ...maybeMissing(path),
    ...among(true),
    is: among,
    ...Object.fromEntries(
      Object.keys(comparisons).map((name) => [name, compared(name as Comparison)]),
    ),
  }
}

const operandOf = (operand: unknown): RuleOperand =>
  typeof operand === 'object' && operand !== null && 'path' in operand
    ? { is: 'path', path: (operand as MaybeMissing).path }
    : { is: 'value', value: operand }
