/**
 * Rules over the members of a shape: as JSON Logic, which forms evaluate, and as far as it can say
 * them, as JSON Schema. A rule is published for the shapes that have all of its fields.
 */
import type { JsonLogic } from '../../contract/hints.js'
import { type Comparison, comparisons } from '../../contract/rules.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { requiredBy } from '../../model/compile/rule-messages.js'
import { sentValueOf } from '../../model/stored-value.js'
import { isFilled } from '../../model/types/entity-model.js'
import { type ColumnTarget, isSamePlace } from '../../model/types/path.js'
import type {
  ConditionModel,
  ConstantModel,
  RuleMessage,
  RuleModel,
} from '../../model/types/rule-model.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'

/** A rule, as a form or a client evaluates it. */
interface PublishedRule {
  readonly name: string
  readonly message: RuleMessage
  /** Members of the shape, those to correct first. */
  readonly targets: readonly string[]
  /** True for values that break the rule. */
  readonly brokenIf: JsonLogic
  /** The rule is enforced only if a target gets another value than the record has. */
  readonly onlyChanges?: true
}

/** What rules say about one member. */
export interface MemberRules {
  readonly conditionalRequired?: JsonLogic
  readonly conditionalDisplay?: JsonLogic
  readonly limits?: { readonly min?: number; readonly max?: number; readonly message: RuleMessage }
}

type Column = Extract<WriteField, { readonly type: 'column' }>
type Members = (target: ColumnTarget) => Column

/** Undefined: the shape has no member for one of the fields, or the caller may not see one. */
const membersOf = (rule: RuleModel, { fields }: WriteShapeModel): Members | undefined => {
  const find = (target: ColumnTarget) =>
    [...fields.values()].find(
      (field): field is Column =>
        field.type === 'column' && isSamePlace({ hops: [], column: field.column }, target),
    )
  if (rule.isConcealed || !rule.reads.every(({ target }) => find(target))) return undefined
  return (target) => find(target)!
}

/** Whether values that a record has already may break the rule: a body does not show which. */
const allowsStored = ({ unlessCaller }: RuleModel, { mode }: WriteShapeModel): boolean =>
  unlessCaller.length > 0 && mode !== 'create'

export const publishedRules = (
  rules: readonly RuleModel[],
  shape: WriteShapeModel,
): readonly PublishedRule[] =>
  rules.flatMap((rule) => {
    const memberOf = membersOf(rule, shape)
    if (!memberOf) return []
    return {
      name: rule.name,
      message: rule.message,
      targets: rule.reads.map(({ target }) => memberOf(target).name),
      brokenIf: all([logicOf(rule.condition, false, memberOf), ...appliesIf(rule, memberOf)]),
      ...(allowsStored(rule, shape) ? { onlyChanges: true } : {}),
    }
  })

/** What the rules say about each member of the shape, by its name. */
export const memberRules = (
  rules: readonly RuleModel[],
  shape: WriteShapeModel,
): ReadonlyMap<string, MemberRules> => {
  const found = new Map<string, MemberRules>()
  for (const rule of rules) {
    const memberOf = allowsStored(rule, shape) ? undefined : membersOf(rule, shape)
    const said = memberOf && memberRule(rule, memberOf)
    if (!said) continue
    const before = found.get(said.member) ?? {}
    found.set(said.member, {
      ...before,
      ...said.rules,
      ...joined('conditionalRequired', any, before, said.rules),
      ...joined('conditionalDisplay', all, before, said.rules),
    })
  }
  return found
}

const joined = (
  name: 'conditionalRequired' | 'conditionalDisplay',
  join: (logic: readonly JsonLogic[]) => JsonLogic,
  ...rules: readonly MemberRules[]
): MemberRules => {
  const logic = rules.map(({ [name]: each }) => each).filter((each) => each !== undefined)
  return logic.length === 0 ? {} : { [name]: join(logic) }
}

const memberRule = (
  rule: RuleModel,
  memberOf: Members,
): { readonly member: string; readonly rules: MemberRules } | undefined => {
  const { condition, message } = rule
  const applies = appliesIf(rule, memberOf)
  const required = requiredBy(condition)
  if (required) {
    return { member: memberOf(required).name, rules: { conditionalRequired: all(applies) } }
  }
  if (condition.is === 'null' && applies.length > 0) {
    const conditionalDisplay = { '!': [all(applies)] }
    return { member: memberOf(condition.target).name, rules: { conditionalDisplay } }
  }
  if (condition.is !== 'comparison' || applies.length > 0) return undefined
  const limit = limitOf(condition)
  return (
    limit && { member: memberOf(condition.target).name, rules: { limits: { ...limit, message } } }
  )
}

const limitNames: Partial<Record<Comparison, 'min' | 'max'>> = { atLeast: 'min', atMost: 'max' }

/** The limit that a number may reach. */
const limitOf = ({
  target,
  comparison,
  operand,
}: Extract<ConditionModel, { is: 'comparison' }>) => {
  const value = operand.type === 'constant' ? sentConstant(operand, target) : undefined
  const name = limitNames[comparison]
  if (name === undefined || typeof value !== 'number') return undefined
  const { minimum = value, maximum = value } = target.column
  const isTighter = name === 'min' ? value >= Number(minimum) : value <= Number(maximum)
  return isTighter ? { [name]: value } : undefined
}

// ---------- JSON Logic

const all = (logic: readonly JsonLogic[]): JsonLogic =>
  logic.length === 0 ? true : logic.length === 1 ? logic[0]! : { and: logic }
const any = (logic: readonly JsonLogic[]): JsonLogic =>
  logic.length === 1 ? logic[0]! : { or: logic }

/** All of them are true where the rule applies. */
const appliesIf = ({ when, unless }: RuleModel, memberOf: Members): readonly JsonLogic[] => [
  ...(when ? [logicOf(when, true, memberOf)] : []),
  ...unless.map((each) => ({ '!': [logicOf(each, true, memberOf)] })),
]

const opposites: Readonly<Record<Comparison, string>> = {
  atLeast: '<',
  atMost: '>',
  moreThan: '<=',
  lessThan: '>=',
}

/** Logic that is true where the condition is `wanted`. With null it is neither true nor false. */
const logicOf = (condition: ConditionModel, wanted: boolean, memberOf: Members): JsonLogic => {
  const variable = (target: ColumnTarget) => ({ var: memberOf(target).name })
  const exists = (target: ColumnTarget) => ({ '!=': [variable(target), null] })
  switch (condition.is) {
    case 'comparison': {
      const { target, comparison, operand } = condition
      const isField = operand.type === 'column'
      const other = isField ? variable(operand) : sentConstant(operand, target)
      const operator = wanted ? comparisons[comparison] : opposites[comparison]
      const compared = { [operator]: [variable(target), other] }
      return all([exists(target), ...(isField ? [exists(operand)] : []), compared])
    }
    case 'among': {
      const { target, values } = condition
      const listed = values.map((value) => sentConstant(value, target))
      const found = { in: [variable(target), listed] }
      return wanted ? found : all([exists(target), { '!': [found] }])
    }
    case 'null':
      return wanted ? { '==': [variable(condition.target), null] } : exists(condition.target)
    case 'not':
      return logicOf(condition.condition, !wanted, memberOf)
    default: {
      const parts = condition.conditions.map((each) => logicOf(each, wanted, memberOf))
      return (condition.is === 'and') === wanted ? all(parts) : any(parts)
    }
  }
}

const sentConstant = ({ parameter }: ConstantModel, { column }: ColumnTarget): unknown =>
  sentValueOf(parameter, column)

// ---------- JSON Schema

/**
 * `if` and `then` for the rules that JSON Schema can say. An intent keeps what it does not send, so
 * that its body alone does not show whether a rule is broken.
 */
export const ruleSchemas = (
  rules: readonly RuleModel[],
  shape: WriteShapeModel,
): readonly JsonSchema[] =>
  shape.mode === 'intent'
    ? []
    : rules
        .filter((rule) => !allowsStored(rule, shape))
        .map((rule) => ruleSchema(rule, shape))
        .filter((schema) => schema !== undefined)

/** A rule about presence; other rules compare, which JSON Schema cannot say of two members. */
const ruleSchema = (rule: RuleModel, shape: WriteShapeModel): JsonSchema | undefined => {
  const memberOf = membersOf(rule, shape)
  const { condition, when, unless } = rule
  const isPresence = condition.is === 'null' || requiredBy(condition) !== undefined
  if (!memberOf || !isPresence || !(when || unless.length > 0)) return undefined
  const schemaOf = (each: ConditionModel) => conditionSchema(each, true, { memberOf, shape })
  const exceptions = unless.map(schemaOf)
  const parts = [...(when ? [schemaOf(when)] : []), ...exceptions, schemaOf(condition)]
  if (!parts.every((part) => part !== undefined)) return undefined
  const applies = [
    ...(when ? [schemaOf(when)!] : []),
    ...exceptions.map((schema) => ({ not: schema! })),
  ]
  const condensed = applies.length === 1 ? applies[0]! : { allOf: applies }
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condensed, then: schemaOf(condition)! }
}

interface Bodies {
  readonly memberOf: Members
  readonly shape: WriteShapeModel
}

/** A schema of the bodies for which the condition is `wanted`. Undefined: there is none. */
const conditionSchema = (
  condition: ConditionModel,
  wanted: boolean,
  bodies: Bodies,
): JsonSchema | undefined => {
  switch (condition.is) {
    case 'among': {
      const { target, values } = condition
      const listed = values.map((value) => sentConstant(value, target))
      const schema = wanted ? { enum: listed } : { not: { enum: [...listed, null] } }
      const isMet = (value: unknown) =>
        value !== null && listed.map(String).includes(String(value)) === wanted
      return memberSchema(bodies, target, schema, isMet)
    }
    case 'null': {
      const isNull = { type: 'null' }
      return wanted
        ? memberSchema(bodies, condition.target, isNull, (value) => value === null)
        : memberSchema(bodies, condition.target, { not: isNull }, (value) => value !== null)
    }
    case 'not':
      return conditionSchema(condition.condition, !wanted, bodies)
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((each) => conditionSchema(each, wanted, bodies))
      if (!parts.every((part) => part !== undefined)) return undefined
      return { [(condition.is === 'and') === wanted ? 'allOf' : 'anyOf']: parts }
    }
    default:
      return undefined
  }
}

/**
 * A condition allows members that it does not name. This is the default of JSON Schema, but linters
 * close a schema with `properties` that does not say so.
 */
const open: JsonSchema = { additionalProperties: true }

/** Says which values a member has. Absent and null mean its default in a create, else null. */
const memberSchema = (
  { memberOf, shape }: Bodies,
  target: ColumnTarget,
  schema: JsonSchema,
  isMet: (value: unknown) => boolean,
): JsonSchema | undefined => {
  const { name, column } = memberOf(target)
  if (isFilled(column)) return undefined
  const implied = (shape.mode === 'create' ? column.default : null) ?? null
  if (!isMet(implied)) {
    // Null, which would be sent for the default, is never null.
    return schema['type'] === 'null'
      ? undefined
      : { ...open, properties: { [name]: schema }, required: [name] }
  }
  const isNull = { type: 'null' }
  const orNull = schema['type'] === 'null' ? schema : { anyOf: [isNull, schema] }
  return { ...open, properties: { [name]: orNull } }
}
