/** The entities and join tables that the contract of a resource can reach. */
import { withReads } from './computed.js'
import type { EntityModel, RelationModel, TableName } from './entity-model.js'
import { type FilterShapeModel, isRelated } from './filter-model.js'
import type { OptionSourceModel } from './option-source-model.js'
import { behind, columnTarget, type Target } from './path.js'
import type { Model, ResourceModel } from './resource-model.js'
import type { ResponseField } from './response-field.js'
import { filterTargets } from './search.js'

export interface Reach {
  readonly entities: ReadonlySet<EntityModel>
  readonly joinTables: ReadonlySet<TableName>
}

export const reachOf = (resource: ResourceModel, { rowRules }: Pick<Model, 'rowRules'>): Reach => {
  const entities = new Set([resource.entity])
  const joinTables = new Set<TableName>()
  const follow = (relation: RelationModel): void => {
    entities.add(relation.target)
    if (relation.type === 'toMany' && relation.via.type === 'joinTable')
      joinTables.add(relation.via.table)
  }
  for (const { rows } of resource.optionSources.values()) {
    if (rows.from !== 'entity' || !rows.referred) continue
    const { hops, relation } = rows.referred.by
    ;[...hops, relation].forEach(follow)
  }
  const reach = (target: Target): void => {
    target.hops.forEach(follow)
    if (target.type === 'column') entities.add(target.column.entity)
    if (target.type === 'collection') follow(target.relation)
  }
  withReads(targetsOf(resource)).forEach(reach)
  // Rows that are deleted with another one come and go with its row.
  for (const { softDelete } of [...entities]) if (softDelete) reach(softDelete.at)
  // Rules of reached entities; their own paths see all rows.
  for (const entity of [...entities]) {
    const rule = rowRules.get(entity)
    if (rule) withReads(shapeTargets(rule.filter)).forEach(reach)
  }
  return { entities, joinTables }
}

/** Everything that a resource reads. */
export const targetsOf = ({
  response,
  filter,
  sortable,
  optionSources,
  stats,
  snapshot,
}: ResourceModel): readonly Target[] => [
  ...[...response.values()].flatMap(responseTargets),
  ...shapeTargets(filter),
  // Ranks read what their filter field reads.
  ...[...sortable.values()].flatMap(({ target }) => (target.type === 'rank' ? [] : [target])),
  ...[...optionSources.values()].flatMap(sourceTargets),
  ...[...stats.fields.values()].flatMap(({ target, labelTarget }) => [
    target,
    ...(labelTarget ? [labelTarget] : []),
  ]),
  ...snapshot.map((column) => columnTarget([], column)),
]

/** The targets of a filter shape, those of related rows with their way from the record. */
const shapeTargets = (filter: FilterShapeModel): readonly Target[] =>
  [...filter.values()].flatMap((member) => {
    if (!isRelated(member)) return filterTargets(member)
    const { target } = member
    const rows = [...target.hops, target.relation]
    return [target, ...shapeTargets(member.filter).map((inner) => behind(rows, inner))]
  })

const sourceTargets = ({ rows, sorts }: OptionSourceModel): readonly Target[] => [
  ...(rows.from === 'list' ? [] : [rows.id, rows.label]),
  ...[...sorts.values()].map(({ target }) => target),
]

const responseTargets = (field: ResponseField): readonly Target[] =>
  field.type === 'list'
    ? [field.target, ...field.members.map(({ target }) => target)]
    : [field.target]
