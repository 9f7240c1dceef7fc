/**
 * Checks the rules of a resource on records that were written. A rule concerns the record, so that
 * it reads all rows of the tenant, whichever of them the caller sees.
 */
import { filterOperations } from '../../contract/filter/table.js'
import { comparisons } from '../../contract/rules.js'
import { brokenRulesSetting, type Statement } from '../../foundation/execution/statement.js'
import type { ColumnTarget } from '../../model/types/path.js'
import type { ConditionModel, RuleModel } from '../../model/types/rule-model.js'
import { isNull } from '../filter/operations/presence.js'
import { printedColumn } from '../rows/response-fields.js'
import type { ResourceView } from '../rows/row-access.js'
import { createTables, type RowAccess, Scope } from '../rows/visible-rows.js'
import { prepared } from '../sql/prepared.js'
import { and, insertedKey, isOneOf, parameter, type Sql, sql, toStatement } from '../sql/sql.js'
import { canonicalIdReader } from './lock-statements.js'

/** Stands for the record that the transaction inserted last. */
export const inserted = Symbol('inserted')
export type WrittenId = string | typeof inserted

/** Places of rules in `rules` of a resource. */
export type BrokenRules = readonly number[]

/** Records of a resource whose rules are to be checked. */
export interface RuleCheck {
  readonly ids: readonly WrittenId[]
  /** The transaction has inserted them. */
  readonly isNew: boolean
}

/**
 * What a caller with an authority wrote once may stay: a rule with `unlessCaller` refuses changes
 * of the fields that it reads, not other changes of the record.
 */
export const exceptsCallers = ({ unlessCaller }: Pick<RuleModel, 'unlessCaller'>): boolean =>
  unlessCaller.length > 0

/**
 * Setting of the transaction: what records had in the fields of such rules, as members of a JSON
 * object. Each write appends to the text; parsing what earlier ones kept would make the cost of
 * many single writes quadratic.
 */
const previousSetting = sql.lit('corollary.previous_values')
const previousMembers = sql`nullif(current_setting(${previousSetting}, true), '')`
const previousValues = sql`concat('{', ${previousMembers}, '}')::jsonb`

/** All that the rule reads, as text. */
const valuesOf = ({ reads }: RuleModel, scope: Scope): Sql =>
  sql`row(${sql.join(reads.map(({ target }) => scope.column(target)))})::text`

/** Identifies a record in the setting. */
const recordName = ({ key, entity }: ResourceView, scope: Scope): Sql =>
  sql`${sql.lit(`${key} `)} || ${printedColumn(scope.primaryKey, entity.primaryKey)}`

/**
 * Keeps what records have before a write, for the rules that except callers. It is compared in the
 * database, so that it takes no round trip.
 *
 * Means: `select set_config('corollary.previous_values', concat_ws(',', previous, string_agg(
 * to_json('key ' || id) || ':' || json_build_array(row(a)::text, …), ',')), true) from t where id =
 * any($1)`
 *
 * @param exceptInserted whether the record that was inserted last is left out
 */
export const keepPreviousStatement = (
  resource: ResourceView,
  ids: readonly string[],
  exceptInserted: boolean,
): Statement<undefined> => {
  const { entity } = resource
  const { primaryKey } = entity
  const scope = ruleScope(resource)
  const values = resource.rules.filter(exceptsCallers).map((rule) => valuesOf(rule, scope))
  const name = sql`to_json(${recordName(resource, scope)})`
  const kept = sql`string_agg(concat(${name}, ':', json_build_array(${sql.join(values)})), ',')`
  const except = exceptInserted
    ? sql` and ${scope.primaryKey} is distinct from ${insertedKey(primaryKey)}`
    : sql``
  return prepared(
    toStatement(
      sql`select set_config(${previousSetting}, concat_ws(',', ${previousMembers}, ${kept}), true)
      from ${scope.from} where ${isOneOf(scope.primaryKey, ids, primaryKey)}${except}`,
      () => undefined,
    ),
  )
}

/** The rules that each of these records breaks, by id. Records that obey all are left out. */
export const brokenRulesStatement = (
  resource: ResourceView,
  check: RuleCheck,
): Statement<ReadonlyMap<string, BrokenRules>> => {
  const readId = canonicalIdReader(resource.entity.primaryKey)
  return prepared(
    toStatement(
      sql`select id, broken from ${checked(resource, check)} where broken <> ''`,
      (rows) => new Map(rows.map(([id, broken]) => [readId(id!), placesIn(broken!)])),
    ),
  )
}

/**
 * Fails if a record breaks a rule, with an error that names the rules: see `brokenRulesIn`. SQL
 * cannot raise an error; reading a setting that nobody sets does.
 */
export const requiringRules = (resource: ResourceView, check: RuleCheck): Statement<undefined> => {
  const setting = sql`${sql.lit(`${brokenRulesSetting} `)} || string_agg(broken, ' ')`
  return prepared(
    toStatement(
      sql`select case when count(*) > 0 then current_setting(${setting}) end
      from ${checked(resource, check)} where broken <> ''`,
      () => undefined,
    ),
  )
}

const places = new RegExp(`${brokenRulesSetting.replace('.', '\\.')} ([\\d ]+)`)

/** The rules that the message of `requiringRules` names. Undefined: it is another message. */
export const brokenRulesIn = (message: string): BrokenRules | undefined => {
  const found = places.exec(message)
  return found ? placesIn(found[1]!) : undefined
}

const placesIn = (text: string): BrokenRules =>
  [...new Set(text.trim().split(' ').map(Number))].sort((a, b) => a - b)

const everyRow: RowAccess = { get: () => 'all' }
const ruleScope = (resource: ResourceView): Scope =>
  new Scope(resource.entity, createTables('w', { ...resource, rowAccess: everyRow }))

/** Means: `(select id, concat_ws(' ', case when <broken> then '0' end, …) as broken from t …)` */
const checked = (resource: ResourceView, { ids, isNew }: RuleCheck): Sql => {
  const { entity, rules } = resource
  const { primaryKey } = entity
  const scope = ruleScope(resource)
  const excepting = rules.filter(exceptsCallers)
  const isChanged = (rule: RuleModel): Sql => {
    // The subquery is computed once: a large set would parse the setting for each record.
    const previous = sql`(select ${previousValues}) -> (${recordName(resource, scope)}) ->> ${sql.lit(excepting.indexOf(rule))}`
    return sql` and ${previous} is distinct from ${valuesOf(rule, scope)}`
  }
  const broken = rules.map((rule, place) => {
    const changed = !isNew && exceptsCallers(rule) ? isChanged(rule) : sql``
    return sql`case when ${isBroken(rule, scope)}${changed} then ${sql.lit(String(place))} end`
  })
  const named = ids.filter((id) => id !== inserted)
  const among = [
    ...(named.length > 0 ? [isOneOf(scope.primaryKey, named, primaryKey)] : []),
    ...(named.length < ids.length ? [sql`${scope.primaryKey} = ${insertedKey(primaryKey)}`] : []),
  ]
  return sql`(select ${printedColumn(scope.primaryKey, primaryKey)} as id,
    concat_ws(' ', ${sql.join(broken)}) as broken
    from ${scope.from} where ${sql.join(among, sql` or `)}) as checked`
}

const isBroken = ({ condition, when, unless }: RuleModel, scope: Scope): Sql =>
  and([
    sql`(${conditionSql(condition, scope)}) is false`,
    ...(when ? [sql`(${conditionSql(when, scope)}) is true`] : []),
    ...unless.map((each) => sql`(${conditionSql(each, scope)}) is not true`),
  ])

const conditionSql = (condition: ConditionModel, scope: Scope): Sql => {
  switch (condition.is) {
    case 'comparison': {
      const { target, comparison, operand } = condition
      const other =
        operand.type === 'constant'
          ? parameter(operand.parameter, target.column)
          : scope.column(operand)
      return sql`${scope.column(target)} ${sql.raw(comparisons[comparison])} ${other}`
    }
    case 'among': {
      const { target, values } = condition
      const texts = values.map(({ parameter: text }) => text)
      return isOneOf(scope.column(target), texts, target.column)
    }
    case 'null':
      return isNullSql(condition.target, scope)
    case 'not':
      return sql`not (${conditionSql(condition.condition, scope)})`
    default: {
      const parts = condition.conditions.map((each) => sql`(${conditionSql(each, scope)})`)
      return sql.join(parts, condition.is === 'and' ? sql` and ` : sql` or `)
    }
  }
}

const isNullSql = (target: ColumnTarget, scope: Scope): Sql => {
  const { kind, parts, databaseType } = target.column
  const applied = {
    sql: scope.column(target),
    kind,
    ...(parts ? { parts } : {}),
    ...(databaseType === undefined ? {} : { databaseType }),
  }
  const clock = { now: new Date(0), zone: scope.tables.zone }
  return isNull(applied, true, filterOperations.IS_NULL, clock)
}
