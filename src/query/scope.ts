/**
 * The FROM of one query level: a table and the to-one relations that paths reach from it. The only
 * place that joins tables.
 */
import type { EntityModel, RelationModel, ToManyModel, ToOneModel } from '../model/entity-model.js'
import type { CollectionTarget, ColumnTarget } from '../model/path.js'
import { columnSql, type Sql, sql, tableSql } from './sql.js'

/** Gives every table of a statement a name of its own. */
export const createAliases = (prefix: string): (() => string) => {
  let next = 0
  return () => `${prefix}${next++}`
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
    readonly newAlias: () => string,
    /** What stands in FROM; default the entity's table under its alias. */
    readonly source?: (alias: string) => Sql,
  ) {
    this.alias = newAlias()
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
    return this.source?.(this.alias) ?? sql`${tableSql(this.entity.table)} as ${sql.id(this.alias)}`
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
    const alias = this.newAlias()
    const id = columnSql(alias, target.primaryKey)
    this.#joins.push(
      sql`left join ${tableSql(target.table)} as ${sql.id(alias)} on ${id} = ${columnSql(from.alias, key)}`,
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
  newAlias: () => string,
): Related => {
  const ownerId = columnSql(ownerAlias, owner.primaryKey)
  if (via.type === 'foreignKey') {
    const scope = new Scope(target, newAlias)
    return { scope, link: sql`${sql.id(scope.alias, via.column)} = ${ownerId}` }
  }
  const join = newAlias()
  const scope = new Scope(
    target,
    newAlias,
    (alias) =>
      sql`${tableSql(via.table)} as ${sql.id(join)} join ${tableSql(target.table)} as ${sql.id(alias)} on ${columnSql(alias, target.primaryKey)} = ${sql.id(join, via.to)}`,
  )
  return { scope, link: sql`${sql.id(join, via.from)} = ${ownerId}` }
}

/** The ids of a collection's rows, without the rows: of a many-to-many the join table has them. */
export interface RelatedIds {
  readonly id: Sql
  readonly from: Sql
  readonly link: Sql
}

export const relatedIds = (
  relation: ToManyModel,
  ownerAlias: string,
  newAlias: () => string,
): RelatedIds => {
  const { via, owner } = relation
  if (via.type === 'foreignKey') {
    const { scope, link } = relatedRows(relation, ownerAlias, newAlias)
    return { id: scope.primaryKey, from: scope.from, link }
  }
  const join = newAlias()
  return {
    id: sql.id(join, via.to),
    from: sql`${tableSql(via.table)} as ${sql.id(join)}`,
    link: sql`${sql.id(join, via.from)} = ${columnSql(ownerAlias, owner.primaryKey)}`,
  }
}

/** Means: `(select count(*) from … where …)`; 0 for an owner that is missing. */
export const collectionSize = ({ hops, relation }: CollectionTarget, scope: Scope): Sql => {
  const { from, link } = relatedIds(relation, scope.place(hops).alias, scope.newAlias)
  return sql`(select count(*) from ${from} where ${link})`
}
