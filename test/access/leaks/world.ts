/** Values and ids of visible and hidden rows of both twins, from which requests are built. */
import type { ColumnModel, EntityModel } from '../../../src/model/types/entity-model.js'
import type { Model } from '../../../src/model/types/resource-model.js'
import type { Json } from '../../http/use-people.js'
import { visibleRows } from './twin-rows.js'
import type { Twin } from './twins.js'

/** By source: visible rows, hidden rows of the first twin, hidden rows of the second. */
export interface Pots<T = Json> {
  readonly visible: readonly T[]
  readonly hidden: readonly T[]
  readonly other: readonly T[]
}

export interface World {
  values(column: ColumnModel): Pots
  /** Ids of an entity; an unknown id is in neither twin. */
  ids(entity: EntityModel): Pots & { readonly unknown: readonly Json[] }
}

/** How many values are read, and the conditions of visible rows by entity. */
interface Reading {
  readonly limit: number
  readonly visible: Readonly<Record<string, string>>
}

const tableOf = ({ table }: EntityModel): string => table.name

const sample = async (
  { rows }: Twin,
  entity: EntityModel,
  column: string,
  isVisible: boolean,
  { limit, visible }: Reading,
): Promise<readonly Json[]> => {
  const condition = `${isVisible ? '' : 'not '}(${visible[entity.name] ?? 'true'})`
  const found = await rows(
    `select to_json(value) as value from (
       select distinct ${column} as value from ${tableOf(entity)} where ${condition} and ${column} is not null
     ) s order by md5(value::text) limit ${limit}`,
  )
  return found.map(({ value }) => value)
}

const read = async (
  [first, second]: readonly [Twin, Twin],
  entity: EntityModel,
  column: string,
  reading: Reading,
): Promise<Pots> => ({
  visible: await sample(first, entity, column, true, reading),
  hidden: await sample(first, entity, column, false, reading),
  other: await sample(second, entity, column, false, reading),
})

/** Ids of rows that exist in one twin only. */
const onlyIn = async (
  twin: Twin,
  other: Twin,
  entity: EntityModel,
  limit: number,
): Promise<readonly Json[]> => {
  const { column } = entity.primaryKey
  const all = `select to_json(${column}) as id from ${tableOf(entity)}`
  const otherIds = new Set((await other.rows(all)).map(({ id }) => id))
  const twinIds = (await twin.rows(`${all} order by md5(${column}::text)`)).map(({ id }) => id)
  return twinIds.filter((id) => !otherIds.has(id)).slice(0, limit)
}

const unknownOf = (kind: string): readonly Json[] =>
  kind === 'integer' ? [777_777, 777_778] : ['1777-07-7', 'no-such']

/** Reads all values once. */
export const readWorld = async (
  model: Model,
  pair: readonly [Twin, Twin],
  limit: number,
  visible: Reading['visible'] = visibleRows,
): Promise<World> => {
  const reading = { limit, visible }
  const values = new Map<ColumnModel, Pots>()
  const ids = new Map<EntityModel, Pots & { readonly unknown: readonly Json[] }>()
  for (const entity of model.entities) {
    const { relations, columns, primaryKey } = entity
    const keys = [...relations.values()].flatMap((relation) =>
      relation.type === 'toOne' ? [relation.key] : [],
    )
    for (const column of [...columns.values(), ...keys]) {
      values.set(column, await read(pair, entity, column.column, reading))
    }
    const unknown = unknownOf(primaryKey.kind)
    const pots = await read(pair, entity, primaryKey.column, reading)
    const gone = await onlyIn(pair[0], pair[1], entity, limit)
    const added = await onlyIn(pair[1], pair[0], entity, limit)
    const hidden = inTurn(gone, pots.hidden).slice(0, limit)
    const other = inTurn(added, pots.other).slice(0, limit)
    ids.set(entity, { visible: pots.visible, hidden, other, unknown })
  }
  return { values: (column) => values.get(column)!, ids: (entity) => ids.get(entity)! }
}

/** One value of each list in turn, so that the first few come from all of them. */
export const inTurn = <T>(...pots: readonly (readonly T[])[]): readonly T[] => {
  const longest = Math.max(...pots.map(({ length }) => length))
  const rounds = Array.from({ length: longest }, (_, index) =>
    pots.flatMap((pot) => pot.slice(index, index + 1)),
  )
  return [...new Set(rounds.flat())]
}

export const mixed = ({ other, hidden, visible }: Pots): readonly Json[] =>
  inTurn(other, hidden, visible)
