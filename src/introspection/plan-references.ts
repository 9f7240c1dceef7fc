/** Plans the members and filters by which a resource shows the relations of its entity. */
import { memoize } from '../foundation/functions/memoize.js'
import type { EntityPlan, RelationPlan } from './application-plan.js'
import { columnFilters } from './column-filters.js'
import { camelCase, claim, plural } from './names.js'
import type { ColumnPlan } from './plan-columns.js'

/** A relation that a record holds itself, with the names of its members on the wire. */
export interface Reference {
  readonly relation: RelationPlan
  /** Response and write member: `languageId`, `actorIds`. */
  readonly member: string
  readonly keyPath: string
  readonly labelPath: string | undefined
  readonly isList: boolean
  /** Its filter field: `languageIds`. */
  readonly filter: string
  /** The columns of the foreign key; empty for a list. */
  readonly columns: readonly ColumnPlan[]
}

/** The foreign keys of the entity, and the links of its many-to-many relations. */
export const referencesOf = memoize((entity: EntityPlan): readonly Reference[] => {
  const members = new Set([...entity.columns.map(({ field }) => field), entity.key.field])
  const filterNames = new Set(columnFilters(entity).keys())
  return entity.relations.flatMap((relation) => {
    const { name, type, target, references, through } = relation
    if (type === 'hasMany' || type === 'hasOne') return []
    const isList = type === 'manyToMany'
    const columns = isList
      ? []
      : relation.columns.map(
          (column) => entity.columns.find(({ source }) => source.name === column)!,
        )
    const [column] = columns.length === 1 ? columns : []
    // A key that is a reference too is shown once.
    if (column?.isKey) return []
    const member = isList
      ? claim(members, camelCase(`${through!.column}s`))
      : (column?.field ?? claim(members, `${name}Id`))
    const filter = isList ? member : member.endsWith('Id') ? `${member}s` : plural(member)
    return [
      {
        relation,
        member,
        keyPath: `${name}.${references?.field ?? target.key.field}`,
        labelPath: target.label && !isList ? `${name}.${target.label.field}` : undefined,
        isList,
        filter: claim(filterNames, filter, `${member}In`),
        columns,
      },
    ]
  })
})

/** A record is written with the links of one side only. */
export const isOwned = ({ relation, isList }: Reference): boolean =>
  !isList || relation.through!.isOwner

/** The columns of references that consist of several. */
export const composedColumns = (references: readonly Reference[]): ReadonlySet<ColumnPlan> =>
  new Set(references.flatMap(({ columns }) => (columns.length > 1 ? columns : [])))
