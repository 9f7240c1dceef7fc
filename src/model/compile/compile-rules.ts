/** Compiles the rules of a resource: resolves their fields, and reads their constants. */
import type { RuleCondition, RuleData, RuleOperand } from '../../contract/rules.js'
import { createValueReader } from '../kinds/value-reader.js'
import { withReads } from '../types/computed.js'
import type { ColumnModel } from '../types/entity-model.js'
import {
  type ColumnTarget,
  describeTarget,
  fansOut,
  isSamePlace,
  resolvePath,
} from '../types/path.js'
import { type ResourceModel, writeShapesOf } from '../types/resource-model.js'
import type { ConditionModel, ConstantModel, RuleField, RuleModel } from '../types/rule-model.js'
import { withoutLimits } from './compile-columns.js'
import type { ResourceContext } from './resource-context.js'
import { defaultMessage } from './rule-messages.js'

type Shapes = Pick<ResourceModel, 'response' | 'create' | 'update' | 'intents'>

export const compileRules = (
  rules: Readonly<Record<string, RuleData>>,
  shapes: Shapes,
  context: ResourceContext,
): readonly RuleModel[] =>
  Object.entries(rules).flatMap(([name, rule]) => {
    const at = `${context.name}.rules.${name}`
    if (context.readOnly) {
      const message = 'A read-only resource writes no records; remove the rule.'
      context.diagnostics.error('READ_ONLY', at, message)
    }
    return new RuleCompiler(context, at).compile(name, rule, shapes) ?? []
  })

class RuleCompiler {
  /** What the rule reads, each once, in the order of its declaration. */
  readonly #reads: ColumnTarget[] = []

  constructor(
    readonly context: ResourceContext,
    readonly at: string,
  ) {}

  compile(name: string, data: RuleData, shapes: Shapes): RuleModel | undefined {
    const condition = this.#condition(data.condition)
    const when = data.when && this.#condition(data.when)
    const unless = this.#conditions(data.unless ?? [])
    if (data.message?.trim() === '') this.#refuse("'otherwise' must have a message.")
    if (!condition || !unless || (data.when && !when)) return undefined
    const reads = this.#reads.map((target) => ({ target, ...namesOf(target, shapes) }))
    const rule = {
      name,
      condition,
      ...(when ? { when } : {}),
      unless,
      unlessCaller: data.unlessCaller ?? [],
      reads,
    }
    const { message } = data
    return { ...rule, message: message ? { text: message, values: {} } : defaultMessage(rule) }
  }

  #refuse(message: string): undefined {
    this.context.diagnostics.error('RULE_INVALID', this.at, message)
  }

  #conditions(conditions: readonly RuleCondition[]): readonly ConditionModel[] | undefined {
    const compiled = conditions.map((condition) => this.#condition(condition))
    return compiled.every((condition) => condition !== undefined) ? compiled : undefined
  }

  #condition(condition: RuleCondition): ConditionModel | undefined {
    switch (condition.is) {
      case 'comparison':
        return this.#comparison(condition)
      case 'among': {
        const target = this.#target(condition.path)
        const values = target && this.#constants(condition.values, target)
        return values && { is: 'among', target: target!, values }
      }
      case 'null': {
        const target = this.#target(condition.path)
        return target && { is: 'null', target }
      }
      case 'not': {
        const inner = this.#condition(condition.condition)
        return inner && { is: 'not', condition: inner }
      }
      case 'and':
      case 'or': {
        const conditions = this.#conditions(condition.conditions)
        return conditions && { is: condition.is, conditions }
      }
      default:
        return this.#refuse(`'${String((condition as { is: unknown }).is)}' is not a condition.`)
    }
  }

  #comparison({
    path,
    comparison,
    operand,
  }: Extract<RuleCondition, { is: 'comparison' }>): ConditionModel | undefined {
    const target = this.#target(path)
    const compared = target && this.#operand(operand, target)
    if (!target || !compared) return undefined
    const family = familyOf(target.column)
    if (family === undefined) {
      return this.#refuse(
        `'${path}' is ${describeTarget(target)}, which has no order that forms and the database share; compare numbers, dates or times.`,
      )
    }
    if (compared.type === 'column' && familyOf(compared.column) !== family) {
      const { field } = compared.column
      return this.#refuse(
        `'${path}' is ${describeTarget(target)}, and '${field}' is ${describeTarget(compared)}; they cannot be compared.`,
      )
    }
    return { is: 'comparison', target, comparison, operand: compared }
  }

  #operand(operand: RuleOperand, target: ColumnTarget): ColumnTarget | ConstantModel | undefined {
    return operand.is === 'path'
      ? this.#target(operand.path)
      : this.#constants([operand.value], target)?.[0]
  }

  #constants(
    values: readonly unknown[],
    { column }: ColumnTarget,
  ): readonly ConstantModel[] | undefined {
    const reader = createValueReader(withoutLimits(column))
    const constants = values.flatMap((value): ConstantModel[] => {
      const reading = reader.read(value, 'UTC')
      if ('parameter' in reading) return [{ type: 'constant', value, parameter: reading.parameter }]
      this.#refuse(`The value for '${column.field}' ${reading.fault}.`)
      return []
    })
    return constants.length === values.length ? constants : undefined
  }

  #target(path: string): ColumnTarget | undefined {
    const { entity, diagnostics } = this.context
    const target = resolvePath(entity, path, this.at, diagnostics)
    if (!target) return undefined
    if (target.type !== 'column' || fansOut(target)) {
      const what = fansOut(target) ? 'a value of many records' : describeTarget(target)
      const message = `Path '${path}' leads to ${what}; it must lead to a column or a to-one relation. Compare a computed field, such as count().`
      diagnostics.error('PATH_INVALID', this.at, message)
      return undefined
    }
    if (!this.#reads.some((read) => isSamePlace(read, target))) this.#reads.push(target)
    return target
  }
}

/** Kinds whose values compare with each other, alike in the database and in forms. */
const families: Partial<Record<ColumnModel['kind'], string>> = {
  integer: 'number',
  bigint: 'number',
  decimal: 'number',
  float: 'number',
  date: 'date',
  instant: 'instant',
  localDateTime: 'localDateTime',
  time: 'time',
}
const familyOf = ({ kind }: ColumnModel): string | undefined => families[kind]

/**
 * The member of a write shape that stands for a field, else the one of the response. A field that
 * is computed from a list of owned rows is corrected there.
 */
const namesOf = (
  target: ColumnTarget,
  { response, ...shapes }: Shapes,
): Pick<RuleField, 'name' | 'member'> => {
  const written = writeShapesOf(shapes).flatMap(({ fields }) => [...fields.values()])
  const member = written.find(
    (field) =>
      field.type === 'column' && target.hops.length === 0 && field.column === target.column,
  )
  const shown = [...response.values()].find(
    (field) => field.type === 'column' && isSamePlace(field.target, target),
  )
  const name = (member ?? shown)?.name
  const counted = withReads([target]).flatMap((read) =>
    read.type === 'collection' && read.hops.length === 0 ? [read.relation] : [],
  )
  const list = written.find((field) => field.type === 'owned' && counted.includes(field.relation))
  return {
    name: name ?? [...target.hops, target.column].map(({ field }) => field).join('.'),
    member: (member ?? list)?.name ?? name,
  }
}
