/**
 * The FROM of one query level: a table and the to-one relations that paths reach from it. The only
 * place that joins tables.
 */
import type {
  EntityModel,
  RelationModel,
  ToManyModel,
  ToOneModel,
} from '../../model/types/entity-model.js'
import type { CollectionTarget, ColumnTarget } from '../../model/types/path.js'
import { and, columnSql, type Sql, sql, tableSql } from '../sql/sql.js'

/** The conditions of the rows that there are for a caller. */
export type Restriction = 'all' | 'none' | ((scope: Scope) => readonly Sql[])

/** Of every entity that has a rule. */
export interface RowAccess {
  get(entity: EntityModel): Restriction | undefined
}

/** What the tables of a statement have in common: names of their own, and whose rows they show. */
export interface Plan {
  readonly newAlias: () => string
  readonly rowAccess: RowAccess
}

export const createPlan = (
  prefix: string,
  { rowAccess }: { readonly rowAccess: RowAccess },
): Plan => {
  let next = 0
  return { newAlias: () => `${prefix}${next++}`, rowAccess }
}

/** A rule's own paths lead through all rows: what it says must not depend on what others say. */
const everyRow: RowAccess = { get: () => 'all' }

/**
 * The rows of an entity that there are for the caller, under an alias: the one place that names a table to
 * read from. A plain subquery, which the database takes up into the query around it.
 */
const visibleRows = (entity: EntityModel, alias: string, { newAlias, rowAccess }: Plan): Sql => {
  const named = sql.id(alias)
  const table = tableSql(entity.table)
  const restriction = entity.guarded ? rowAccess.get(entity) : 'all'
  if (restriction === undefined) throw new Error(`row access of '${entity.name}' is not decided`)
  if (restriction === 'all') return sql`${table} as ${named}`
  if (restriction === 'none') return sql`(select * from ${table} where false) as ${named}`
  const scope = new Scope(entity, { newAlias, rowAccess: everyRow })
  const conditions = and(restriction(scope))
  return sql`(select ${sql.id(scope.alias)}.* from ${scope.from} where ${conditions}) as ${named}`
}

interface Place {
  readonly alias: string
  readonly entity: EntityModel
}

export class Scope {
  readonly alias: string
  readonly #joins: Sql[] = []
  readonly #places = new Map<string, Place>()

  constructor(
    readonly entity: EntityModel,
    readonly plan: Plan,
    /** What stands in FROM; default the entity's table under its alias. */
    readonly source?: (alias: string) => Sql,
  ) {
    this.alias = plan.newAlias()
  }

  get primaryKey(): Sql {
    return columnSql(this.alias, this.entity.primaryKey)
  }

  /** `employees as "t0" left join departments as "t1" on …`: every to-one path keeps rows without it. */
  get from(): Sql {
    return sql.join([this.#table, ...this.#joins], sql` `)
  }

  /** The same for the rows that meet a condition; one row of nulls when there are none. */
  fromOrNulls(condition: Sql): Sql {
    const rows = sql`(select) as one left join ${this.#table} on ${condition}`
    return sql.join([rows, ...this.#joins], sql` `)
  }

  get #table(): Sql {
    return this.source?.(this.alias) ?? visibleRows(this.entity, this.alias, this.plan)
  }

  /** A column behind to-one hops. */
  column({ hops, column }: Pick<ColumnTarget, 'hops' | 'column'>): Sql {
    return columnSql(this.place(hops).alias, column)
  }

  /** Joins to-one hops, each path once. */
  place(hops: readonly RelationModel[]): Place {
    let here: Place = { alias: this.alias, entity: this.entity }
    let path = ''
    for (const hop of hops) {
      if (hop.type !== 'toOne') throw new Error('a to-many hop is never joined')
      path += `.${hop.field}`
      const known = this.#places.get(path)
      here = known ?? this.#join(here, hop)
      this.#places.set(path, here)
    }
    return here
  }

  #join(from: Place, { key, target }: ToOneModel): Place {
    const alias = this.plan.newAlias()
    const id = columnSql(alias, target.primaryKey)
    this.#joins.push(
      sql`left join ${visibleRows(target, alias, this.plan)} on ${id} = ${columnSql(from.alias, key)}`,
    )
    return { alias, entity: target }
  }
}

/** The rows of a collection of one owner: a scope to read them in, and what links them to the owner. */
export interface Related {
  readonly scope: Scope
  readonly link: Sql
}

/** Means: the rows of `employee_skills join skills` that belong to the owner. */
export const relatedRows = (
  { via, target, owner }: ToManyModel,
  ownerAlias: string,
  plan: Plan,
): Related => {
  const ownerId = columnSql(ownerAlias, owner.primaryKey)
  if (via.type === 'foreignKey') {
    const scope = new Scope(target, plan)
    return { scope, link: sql`${sql.id(scope.alias, via.column)} = ${ownerId}` }
  }
  const join = plan.newAlias()
  const scope = new Scope(
    target,
    plan,
    (alias) =>
      sql`${tableSql(via.table)} as ${sql.id(join)} join ${visibleRows(target, alias, plan)} on ${columnSql(alias, target.primaryKey)} = ${sql.id(join, via.to)}`,
  )
  return { scope, link: sql`${sql.id(join, via.from)} = ${ownerId}` }
}

/** The ids of a collection's rows: of a many-to-many the join table has them, where every row is visible. */
export interface RelatedIds {
  readonly id: Sql
  readonly from: Sql
  readonly link: Sql
}

export const relatedIds = (relation: ToManyModel, ownerAlias: string, plan: Plan): RelatedIds => {
  const { via, owner, target } = relation
  const isHidden = target.guarded && plan.rowAccess.get(target) !== 'all'
  if (via.type === 'foreignKey' || isHidden) {
    const { scope, link } = relatedRows(relation, ownerAlias, plan)
    return { id: scope.primaryKey, from: scope.from, link }
  }
  const join = plan.newAlias()
  return {
    id: sql.id(join, via.to),
    from: sql`${tableSql(via.table)} as ${sql.id(join)}`,
    link: sql`${sql.id(join, via.from)} = ${columnSql(ownerAlias, owner.primaryKey)}`,
  }
}

/** Means: `(select count(*) from … where …)`; 0 for an owner that is missing. */
export const collectionSize = ({ hops, relation }: CollectionTarget, scope: Scope): Sql => {
  const { from, link } = relatedIds(relation, scope.place(hops).alias, scope.plan)
  return sql`(select count(*) from ${from} where ${link})`
}
