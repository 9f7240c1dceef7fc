/** Plans what the resource of an entity shows, takes, filters and measures. */
import { reservedMembers } from '../model/compile/compile-response.js'
import { type EntityPlan, fieldsOf, isComposite, type RelationPlan } from './application-plan.js'
import { claim, kebabCase, pascalCase, plural, sentence } from './names.js'
import { type ColumnPlan, isReadOnly } from './plan-columns.js'
import { planFilter } from './plan-filters.js'
import { isOwned, type Reference, referencesOf } from './plan-references.js'
import { planStats } from './plan-stats.js'
import { planSurfaces } from './plan-surfaces.js'
import { call, type Printable } from './print-code.js'

type Members = Readonly<Record<string, Printable>>

export interface ResourcePlan {
  readonly entity: EntityPlan
  /** Members of the resource, in the order in which they are printed. */
  readonly members: Members
}

/** Gives the key of an entity's resource. */
export type KeyOf = (entity: EntityPlan) => string

const path = '.'

export const planResource = (entity: EntityPlan, keyOf: KeyOf): ResourcePlan => {
  const { table, label, isCreatable, tenant } = entity
  const { insert, update, delete: canDelete } = table.privileges
  // Every tenant would write what all of them see.
  const isWritable = !table.isView && tenant !== 'shared'
  const references = referencesOf(entity).filter(isOwned)
  const created = writeShape(entity, references, true)
  const updated = writeShape(entity, references, false)
  const stats = planStats(entity, references)
  const sources = planOptionSources(references, keyOf)
  const surfaces = planSurfaces(entity, keyOf)
  const { members: response, hints } = planResponse(entity, references)
  return {
    entity,
    members: {
      key: keyOf(entity),
      title: plural(sentence(table.name)),
      ...(table.comment === null ? {} : { description: table.comment }),
      response,
      ...(isWritable && insert && isCreatable ? { create: created } : {}),
      ...(isWritable && update && Object.keys(updated).length > 0 ? { update: updated } : {}),
      ...(isWritable && canDelete ? { delete: true } : {}),
      filter: planFilter(entity),
      defaultSort: [isOrder(label) ? label.field : entity.key.field],
      ...(label ? { optionLabel: label.field } : {}),
      ...(Object.keys(sources).length > 0 ? { optionSources: sources } : {}),
      ...(Object.keys(stats).length > 0 ? { stats } : {}),
      ...(Object.keys(surfaces).length > 0 ? { surfaces } : {}),
      ...(Object.keys(hints).length > 0 ? { hints } : {}),
    },
  }
}

/** Records are sorted by names; a long text may be too long for an index. */
const isOrder = (label: ColumnPlan | undefined): label is ColumnPlan =>
  label !== undefined &&
  !label.isNullable &&
  (label.source.maxLength !== undefined || /(name|title|label)$/i.test(label.field))

/** The response, and the hints that call the label of a record as its relation: "Customer". */
const planResponse = (
  entity: EntityPlan,
  references: readonly Reference[],
): { readonly members: Members; readonly hints: Members } => {
  const members: Record<string, Printable> = {}
  const hints: Record<string, Printable> = {}
  if (isComposite(entity.key)) members[entity.key.field] = path
  for (const { field } of fieldsOf(entity)) members[field] = path
  const taken = new Set([
    ...reservedMembers,
    ...Object.keys(members),
    ...references.map(({ member }) => member),
  ])
  const addLabel = (relation: RelationPlan, labelPath: string): void => {
    const name = claim(taken, labelName(relation))
    members[name] = labelPath
    hints[name] = { label: sentence(relation.name) }
  }
  for (const { relation, member, keyPath, labelPath, isList } of references) {
    members[member] = isList ? call('ids', relation.name) : keyPath
    if (labelPath !== undefined) addLabel(relation, labelPath)
  }
  for (const relation of relationsOfKey(entity)) {
    const { label } = relation.target
    if (label) addLabel(relation, `${relation.name}.${label.field}`)
  }
  return { members, hints }
}

const labelName = ({ name, target }: RelationPlan): string => name + pascalCase(target.label!.field)

/** The key is shown as a field, so of the record that it refers to only the label is missing. */
const relationsOfKey = ({ key, relations }: EntityPlan): readonly RelationPlan[] =>
  relations.filter(
    ({ type, columns }) =>
      type === 'belongsTo' &&
      key.columns.length === 1 &&
      columns.length === 1 &&
      columns[0] === key.columns[0]!.source.name,
  )

const writeShape = (
  entity: EntityPlan,
  references: readonly Reference[],
  isCreate: boolean,
): Members => {
  const isWritten = (column: ColumnPlan): boolean =>
    !column.isGenerated && !isReadOnly(column) && (isCreate || !(column.isKey || column.isKeyPart))
  const written = references.filter(({ columns }) => columns.every(isWritten))
  const replaced = new Set(written.flatMap(replacedColumns))
  const fields = fieldsOf(entity).filter((column) => isWritten(column) && !replaced.has(column))
  return Object.fromEntries([
    ...fields.map(({ field }) => [field, path] as const),
    ...written.map(({ member, keyPath }) => [member, keyPath] as const),
  ])
}

/**
 * Columns that are written as one id, which a form searches. One that is never null stays a member
 * of its own where the reference may be null.
 */
const replacedColumns = ({ columns, relation }: Reference): readonly ColumnPlan[] =>
  columns.length > 1 ? columns.filter(({ isNullable }) => isNullable === relation.isNullable) : []

/** The name is a part of paths, so letters beyond ASCII are left out. */
const sourceKey = (name: string): string => (/^[A-Za-z]\w*$/.test(name) ? name : kebabCase(name))

const planOptionSources = (references: readonly Reference[], keyOf: KeyOf): Members => {
  const taken = new Set<string>()
  return Object.fromEntries(
    references
      .filter(({ relation, isList }) => !isList && !relation.references)
      .map(({ relation, filter }) => {
        const source = {
          type: 'RESOURCE_ENTITY',
          resource: keyOf(relation.target),
          path: relation.name,
          filterField: filter,
        }
        return [claim(taken, sourceKey(plural(relation.name))), source]
      }),
  )
}
