/**
 * Reports collections that a cluster cannot read: it refuses most subqueries over tables that are
 * distributed by their keys.
 */
import type pg from 'pg'
import { type Catalog, tableKey } from '../../database/catalog/catalog.js'
import { isUnsupported, messageOf } from '../../database/errors/errors.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { atTime } from '../../foundation/execution/statement.js'
import type {
  CollectionTarget,
  EntityModel,
  RelationModel,
  Target,
} from '../../model/types/entity-model.js'
import { type FilterShapeModel, isRelated } from '../../model/types/filter-model.js'
import type { Model } from '../../model/types/resource-model.js'
import { filterTargets } from '../../model/types/search.js'
import type { Criterion } from '../../query/filter/criteria.js'
import { predicates } from '../../query/filter/predicate.js'
import { collectionSize, createTables, Scope } from '../../query/rows/visible-rows.js'
import { and, type Sql, sql, toSqlText } from '../../query/sql/sql.js'
import { everything } from './check-computed.js'

/** A statement that reads a collection as requests do, but no row. */
interface Probe {
  readonly at: string
  readonly statement: Sql
}

export const checkCollections = async (
  client: pg.ClientBase,
  { resources, rowRules }: Model,
  catalog: Catalog,
  diagnostics: Diagnostics,
): Promise<void> => {
  const probes = [
    ...resources.flatMap(({ name, entity, response, filter }) => [
      ...[...response.values()].flatMap((field) =>
        field.type !== 'column' && isOfKeys(entity, relationsOf(field.target), catalog)
          ? [{ at: `${name}.response.${field.name}`, statement: sizeIn(entity, field.target) }]
          : [],
      ),
      ...probesOf(entity, filter, `${name}.filter`, catalog),
    ]),
    ...[...rowRules].flatMap(([entity, { filter }]) =>
      probesOf(entity, filter, `entities.${entity.name}.rowAccess.filter`, catalog),
    ),
  ]
  for (const { at, statement } of probes) {
    const refusal = await refusalOf(client, statement)
    if (refusal === undefined) continue
    diagnostics.error(
      'DISTRIBUTION_INVALID',
      at,
      `The cluster refuses to read the collection, because its tables are distributed by their keys: ${refusal}. Distribute them by tenant, or copy them to each node.`,
    )
  }
}

const relationsOf = (target: Target): readonly RelationModel[] =>
  target.type === 'collection' ? [...target.hops, target.relation] : target.hops

/** Whether collections lead to tables without tenants, one of which is distributed by a key. */
const isOfKeys = (
  owner: EntityModel,
  relations: readonly RelationModel[],
  { tables }: Catalog,
): boolean => {
  const entities = [owner, ...relations.map(({ target }) => target)]
  const joined = relations.flatMap((relation) =>
    relation.type === 'toMany' && relation.via.type === 'joinTable' ? [relation.via.table] : [],
  )
  return (
    relations.some(({ type }) => type === 'toMany') &&
    entities.every(({ tenant }) => !tenant) &&
    [...entities.map(({ table }) => table), ...joined].some(
      (table) => tables.get(tableKey(table))?.placement?.column !== undefined,
    )
  )
}

/** The form of a page, as for computed fields. */
const sizeIn = (entity: EntityModel, target: CollectionTarget): Sql => {
  const scope = new Scope(entity, createTables('t', everything))
  const size = collectionSize(target, scope)
  return sql`select ${size} from (select) as one left join ${scope.from} on false limit 0`
}

const probesOf = (
  entity: EntityModel,
  filter: FilterShapeModel,
  at: string,
  catalog: Catalog,
): readonly Probe[] =>
  criteriaOf(filter, at).flatMap(({ at: path, criterion, relations }) => {
    if (!isOfKeys(entity, relations, catalog)) return []
    const scope = new Scope(entity, createTables('t', everything))
    const conditions = and(predicates([criterion], scope, { now: new Date(0), zone: 'UTC' }))
    return { at: path, statement: sql`select from ${scope.from} where ${conditions} limit 0` }
  })

interface PlacedCriterion {
  readonly at: string
  readonly criterion: Criterion
  readonly relations: readonly RelationModel[]
}

/** A criterion for each member and each of its paths. */
const criteriaOf = (filter: FilterShapeModel, at: string): readonly PlacedCriterion[] =>
  [...filter.values()].flatMap((member) => {
    const path = `${at}.${member.name}`
    if (!isRelated(member)) {
      return filterTargets(member).map((target) => ({
        at: path,
        relations: relationsOf(target),
        criterion:
          target.type === 'collection'
            ? { field: { ...member, target, operation: 'SIZE_GT' as const }, operand: '0' }
            : { field: { ...member, target, operation: 'IS_NOT_NULL' as const }, operand: true },
      }))
    }
    const leading = relationsOf(member.target)
    const related = (criteria: readonly Criterion[]): Criterion => ({ related: member, criteria })
    return [
      { at: path, relations: leading, criterion: related([]) },
      ...criteriaOf(member.filter, path).map(({ criterion, relations, ...rest }) => ({
        ...rest,
        relations: [...leading, ...relations],
        criterion: related([criterion]),
      })),
    ]
  })

/** What the cluster says. Undefined if it reads the rows, or if something else hides that. */
const refusalOf = async (client: pg.ClientBase, statement: Sql): Promise<string | undefined> => {
  const { text, values } = atTime(toSqlText(statement), new Date(0))
  try {
    await client.query(text, [...values])
    return undefined
  } catch (error) {
    return isUnsupported(error) ? messageOf(error) : undefined
  }
}
