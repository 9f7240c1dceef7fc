/**
 * The FROM of one query level: an entity's visible rows and the to-one relations that paths reach
 * from them. Every table that a read names is named here, so no read can forget row access.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AggregateFunction } from '../../contract/computation.js'
import type {
  ColumnModel,
  ComputedAggregate,
  ComputedModel,
  EntityModel,
  Link,
  Lookups,
  RelationModel,
  ToManyModel,
  ToOneModel,
} from '../../model/types/entity-model.js'
import { columnsOf } from '../../model/types/entity-model.js'
import type { CollectionTarget, ColumnTarget, Target } from '../../model/types/path.js'
import { criterionSql, expressionSql, type HoleReader } from '../sql/expressions.js'
import { and, ComputedValue, columnSql, linkSql, type Sql, sql, tableSql } from '../sql/sql.js'
import { type OfTenant, tenantRows } from './tenants.js'

/** Restricts an entity to the rows its caller may see. */
export type Restriction = 'all' | 'none' | RowRestriction

export interface RowRestriction {
  readonly conditions: (scope: Scope) => readonly Sql[]
  /** Targets that the conditions read. */
  readonly targets: readonly Target[]
  /**
   * The same restriction with the rows that are deleted softly. Undefined: rows of the entity are
   * destroyed.
   */
  readonly withDeleted?: Restriction
}

/** What row access says about rows, whether or not they are deleted softly. */
export const withDeleted = (restriction: Restriction): Restriction =>
  typeof restriction === 'object' ? (restriction.withDeleted ?? restriction) : restriction

/** The restriction of every entity that has a rule. */
export interface RowAccess {
  get(entity: EntityModel): Restriction | undefined
}

/** The tables of one statement: each has an alias of its own and shows the rows of one caller. */
export interface Tables extends OfTenant {
  readonly newAlias: () => string
  readonly rowAccess: RowAccess
  readonly lookups: Lookups
  /** In which computed fields know the day. */
  readonly zone: string
}

export const createTables = (
  prefix: string,
  { rowAccess, lookups, tenant, zone }: Omit<Tables, 'newAlias'>,
): Tables => {
  let next = 0
  return { newAlias: () => `${prefix}${next++}`, rowAccess, lookups, tenant, zone }
}

/**
 * The paths of a rule lead through all rows of the tenant: a rule must not depend on the rules of
 * other entities.
 */
const everyRow: RowAccess = { get: () => 'all' }

/**
 * The entity's visible rows as a FROM item. PostgreSQL flattens the subquery into the outer query,
 * so that indexes serve it as they serve the table.
 *
 * Means: `employees as "t0"`, or `(select "t1".* from employees as "t1" where …) as "t0"`
 */
const visibleRows = (
  entity: EntityModel,
  alias: string,
  tables: Tables,
  restriction = restrictionOf(entity, tables),
): Sql => {
  const named = sql.id(alias)
  const table = tableSql(entity.table)
  if (restriction === 'all') return tenantRows(table, entity.tenant, alias, tables)
  if (restriction === 'none') return sql`(select * from ${table} where false) as ${named}`
  const scope = new Scope(entity, { ...tables, rowAccess: everyRow })
  const conditions = and(restriction.conditions(scope))
  return sql`(select ${sql.id(scope.alias)}.* from ${scope.from} where ${conditions}) as ${named}`
}

const restrictionOf = (entity: EntityModel, { rowAccess }: Pick<Tables, 'rowAccess'>) => {
  const restriction = entity.guarded ? rowAccess.get(entity) : 'all'
  if (restriction === undefined) throw new Error(`row access of '${entity.name}' is not decided`)
  return restriction
}

/** The rows of an entity with those that are deleted softly; what paths reach is not deleted. */
export const scopeWithDeleted = (entity: EntityModel, tables: Tables): Scope =>
  new Scope(entity, tables, (alias) =>
    visibleRows(entity, alias, tables, withDeleted(restrictionOf(entity, tables))),
  )

/** The rows to which a relation leads, read by themselves. */
export const rowsBehind = ({ target, showsDeleted }: ToOneModel, tables: Tables): Scope =>
  showsDeleted ? scopeWithDeleted(target, tables) : new Scope(target, tables)

/** A table in FROM. */
interface Joined {
  readonly alias: string
  readonly entity: EntityModel
}

/**
 * The tables that one level of a statement reads from; paths join further ones as they are used.
 */
export class Scope {
  readonly alias: string
  readonly #joins: Sql[] = []
  readonly #joined = new Map<string, Joined>()

  constructor(
    readonly entity: EntityModel,
    readonly tables: Tables,
    /** The FROM item of the entity under its alias. Default: its visible rows. */
    readonly source?: (alias: string) => Sql,
  ) {
    this.alias = tables.newAlias()
  }

  get primaryKey(): Sql {
    return columnSql(this.alias, this.entity.primaryKey)
  }

  /**
   * `employees as "t0" left join departments as "t1" on …`: a row stays if its relation is missing.
   */
  get from(): Sql {
    return sql.join([this.#table, ...this.#joins], sql` `)
  }

  /** FROM of the rows that meet a condition; it has one row of nulls if there are none. */
  fromOrNulls(condition: Sql): Sql {
    const rows = sql`(select) as one left join ${this.#table} on ${condition}`
    return sql.join([rows, ...this.#joins], sql` `)
  }

  get #table(): Sql {
    return this.source?.(this.alias) ?? visibleRows(this.entity, this.alias, this.tables)
  }

  /** A column behind to-one hops, or what is computed there. */
  column({ hops, column }: Pick<ColumnTarget, 'hops' | 'column'>): Sql {
    return column.computed
      ? new ComputedValue(column.field, computedSql(column, column.computed, hops, this))
      : columnSql(this.join(hops).alias, column)
  }

  /** Joins to-one hops, each path once. */
  join(hops: readonly RelationModel[]): Joined {
    let table: Joined = { alias: this.alias, entity: this.entity }
    let path = ''
    for (const hop of hops) {
      if (hop.type !== 'toOne') throw new Error('a to-many hop is never joined')
      path += `.${hop.field}`
      table = this.#joined.get(path) ?? this.#joinTarget(table, hop)
      this.#joined.set(path, table)
    }
    return table
  }

  #joinTarget(from: Joined, { key, references, target, showsDeleted }: ToOneModel): Joined {
    const alias = this.tables.newAlias()
    const id = columnSql(alias, references)
    const restriction = restrictionOf(target, this.tables)
    const shown = showsDeleted ? withDeleted(restriction) : restriction
    this.#joins.push(
      sql`left join ${visibleRows(target, alias, this.tables, shown)} on ${id} = ${columnSql(from.alias, key)}`,
    )
    return { alias, entity: target }
  }
}

/**
 * The rows of a collection: a scope to read them in, and the condition that links them to their
 * owner.
 */
export interface Related {
  readonly scope: Scope
  readonly link: Sql
}

/** Means: the rows of `employee_skills join skills` that belong to the owner. */
export const relatedRows = (
  { via, target }: ToManyModel,
  ownerAlias: string,
  tables: Tables,
): Related => {
  const ownerId = columnSql(ownerAlias, via.owner.references)
  if (via.type === 'foreignKey') {
    const scope = isPartBy(via.owner, target)
      ? scopeWithDeleted(target, tables)
      : new Scope(target, tables)
    return { scope, link: sql`${linkSql(scope.alias, via.owner)} = ${ownerId}` }
  }
  const join = tables.newAlias()
  const scope = new Scope(
    target,
    tables,
    (alias) =>
      sql`${joinTable(via, join, tables)} join ${visibleRows(target, alias, tables)} on ${columnSql(alias, via.target.references)} = ${linkSql(join, via.target)}`,
  )
  return { scope, link: sql`${linkSql(join, via.owner)} = ${ownerId}` }
}

/**
 * Whether the rows are deleted with the record that the link leads to. Who reads them from that
 * record sees it, so they need no look at its mark: a deleted record has its parts.
 */
const isPartBy = ({ columns }: Link, { softDelete }: EntityModel): boolean => {
  const [owner] = softDelete?.at.hops ?? []
  return owner?.type === 'toOne' && isDeepStrictEqual(columnsOf(owner.key), columns)
}

type JoinTable = Extract<ToManyModel['via'], { type: 'joinTable' }>

const joinTable = ({ table, tenant }: JoinTable, alias: string, tables: Tables): Sql =>
  tenantRows(tableSql(table), tenant, alias, tables)

/** The ids of a collection's rows. */
export interface RelatedIds {
  readonly id: Sql
  readonly from: Sql
  readonly link: Sql
}

/** The ids that a join table has, including those of rows that are hidden. */
export const joinedIds = (via: JoinTable, ownerAlias: string, tables: Tables): RelatedIds => {
  const { owner, target } = via
  const join = tables.newAlias()
  return {
    id: linkSql(join, target),
    from: joinTable(via, join, tables),
    link: sql`${linkSql(join, owner)} = ${columnSql(ownerAlias, owner.references)}`,
  }
}

/** The join table has them if every row is visible. */
export const relatedIds = (
  relation: ToManyModel,
  ownerAlias: string,
  tables: Tables,
): RelatedIds => {
  const { via, target } = relation
  const isHidden = target.guarded && tables.rowAccess.get(target) !== 'all'
  if (via.type === 'joinTable' && !isHidden) return joinedIds(via, ownerAlias, tables)
  const { scope, link } = relatedRows(relation, ownerAlias, tables)
  return { id: scope.primaryKey, from: scope.from, link }
}

/** Means: `(select count(*) from … where …)`; 0 if the owner is missing. */
export const collectionSize = ({ hops, relation }: CollectionTarget, scope: Scope): Sql => {
  const { from, link } = relatedIds(relation, scope.join(hops).alias, scope.tables)
  return sql`(select count(*) from ${from} where ${link})`
}

// ---------- computed fields

/**
 * What is computed of the record behind the hops; null if there is none.
 *
 * Means: `("t0"."quantity" * "t0"."unit_price")::numeric(14,2)`
 */
const computedSql = (
  column: ColumnModel,
  computed: ComputedModel,
  hops: readonly RelationModel[],
  scope: Scope,
): Sql => {
  const value =
    computed.is === 'sql'
      ? expressionSql(computed, readerBehind(hops, scope))
      : aggregateSql(computed, hops, scope)
  const typed = sql`${value}${castTo(column)}`
  if (hops.length === 0) return typed
  const { alias, entity } = scope.join(hops)
  return sql`case when ${columnSql(alias, entity.primaryKey)} is not null then ${typed} end`
}

/** Exactly the declared digits. */
const castTo = ({ kind, precision, scale }: ColumnModel): Sql =>
  kind === 'decimal' && precision !== undefined
    ? sql`::numeric(${sql.lit(precision)}, ${sql.lit(scale ?? 0)})`
    : sql``

/** Reads the fields of the record behind the hops. */
const readerBehind = (hops: readonly RelationModel[], scope: Scope): HoleReader => ({
  column: (target) => scope.column({ hops: [...hops, ...target.hops], column: target.column }),
  zone: scope.tables.zone,
})

/** Means: `(select coalesce(sum(…), 0) from lines as "t1" where "t1"."order_id" = "t0"."id")` */
const aggregateSql = (
  { function: name, relation, value, criteria }: ComputedAggregate,
  hops: readonly RelationModel[],
  scope: Scope,
): Sql => {
  const { scope: rows, link } = relatedRows(relation, scope.join(hops).alias, scope.tables)
  const conditions = [link, ...criteria.map((each) => criterionSql(each, readerBehind([], rows)))]
  const aggregated = value && rows.column(value)
  const selected = aggregates[name](aggregated ?? sql`*`)
  const found = sql`(select ${selected} from ${rows.from} where ${and(conditions)})`
  return name === 'exists' ? sql`exists ${found}` : found
}

const aggregates: Readonly<Record<AggregateFunction, (value: Sql) => Sql>> = {
  count: () => sql`count(*)`,
  exists: () => sql`1`,
  sum: (value) => sql`coalesce(sum(${value}), 0)`,
  min: (value) => sql`min(${value})`,
  max: (value) => sql`max(${value})`,
  avg: (value) => sql`trim_scale(avg(${value}))`,
}
