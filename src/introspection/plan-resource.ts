/** Plans what the resource of an entity shows, takes, filters and measures. */
import { reservedMembers } from '../model/compile/compile-response.js'
import { type EntityPlan, fieldsOf, isComposite, type RelationPlan } from './application-plan.js'
import { claim, kebabCase, pascalCase, plural, sentence, singular } from './names.js'
import { type ColumnPlan, isReadOnly } from './plan-columns.js'
import { planFilter } from './plan-filters.js'
import { hintsOf, sectionHint } from './plan-hints.js'
import { composedColumns, isOwned, type Reference, referencesOf } from './plan-references.js'
import { planSections, type Sections } from './plan-sections.js'
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
  const sections = planSections(entity)
  const created = writeShape(entity, references, sections, true)
  const updated = writeShape(entity, references, sections, false)
  const stats = planStats(entity, references)
  const sources = planOptionSources(references, keyOf)
  const surfaces = planSurfaces(entity, keyOf)
  const { members: response, hints } = planResponse(entity, references, sections)
  return {
    entity,
    members: {
      key: keyOf(entity),
      ...titlesOf(table.name),
      ...(table.comment === null ? {} : { description: table.comment }),
      response,
      ...(isWritable && insert && isCreatable ? { create: created } : {}),
      ...(isWritable && update && Object.keys(updated).length > 0 ? { update: updated } : {}),
      ...(isWritable && canDelete ? { delete: true } : {}),
      filter: planFilter(entity),
      defaultSort: [orderOf(entity)],
      ...(label ? { optionLabel: label.field } : {}),
      ...(Object.keys(sources).length > 0 ? { optionSources: sources } : {}),
      ...(Object.keys(stats).length > 0 ? { stats } : {}),
      ...(Object.keys(surfaces).length > 0 ? { surfaces } : {}),
      ...(Object.keys(hints).length > 0 ? { hints } : {}),
    },
  }
}

/** A name that has a plural is a singular: `diagnosis` ends in `s`, and is one. */
const titlesOf = (name: string): Members => {
  const words = sentence(name)
  const title = plural(words)
  const recordTitle = title === words ? singular(words) : words
  return { title, ...(recordTitle === title ? {} : { recordTitle }) }
}

/** UUIDs have no order that people know, so the newest of their records are first. */
const orderOf = ({ label, key, columns }: EntityPlan): string => {
  if (isOrder(label)) return label.field
  const hasUuid = key.columns.some(({ factory }) => factory === 'uuid')
  const date = hasUuid ? columns.find(isFilledDate) : undefined
  return date ? `-${date.field}` : key.field
}

const isFilledDate = ({ factory, isNullable }: ColumnPlan): boolean =>
  ['instant', 'localDateTime', 'date'].includes(factory) && !isNullable

/** Records are sorted by names; a long text may be too long for an index. */
const isOrder = (label: ColumnPlan | undefined): label is ColumnPlan =>
  label !== undefined &&
  !label.isNullable &&
  (label.source.maxLength !== undefined || /(name|title|label)$/i.test(label.field))

interface Member {
  readonly name: string
  readonly path: Printable
  /** The column that the member shows, or that leads to it. */
  readonly column: ColumnPlan | undefined
}

const inSections = <M extends Member>(
  { rankOf }: Sections,
  members: readonly M[],
): readonly M[] => {
  const rank = ({ column }: Member) => (column ? rankOf(column) : 0)
  return members.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The response, section by section, and the hints. They call the label of a record as its relation:
 * "Customer".
 */
const planResponse = (
  entity: EntityPlan,
  references: readonly Reference[],
  sections: Sections,
): { readonly members: Members; readonly hints: Members } => {
  const composite = isComposite(entity.key) ? [entity.key.field] : []
  const fields = fieldsOf(entity)
  const composed = composedColumns(references)
  const taken = new Set([
    ...reservedMembers,
    ...composite,
    ...fields.map(({ field }) => field),
    ...references.map(({ member }) => member),
  ])
  const label = (relation: RelationPlan, labelPath: string, column: ColumnPlan | undefined) => ({
    name: claim(taken, labelName(relation)),
    path: labelPath,
    column,
    hints: { label: sentence(relation.name), ...sectionHint(column, sections) },
  })
  const planned: readonly (Member & { readonly hints: Members })[] = [
    ...composite.map((name) => ({ name, path, column: undefined, hints: {} })),
    ...fields.map((column) => ({
      ...{ name: column.field, path, column },
      // A table shows the reference, which its columns only repeat.
      hints: {
        ...hintsOf(column, entity, sections),
        ...(composed.has(column) && !column.isKeyPart ? { tableHidden: true } : {}),
      },
    })),
    ...references.flatMap(({ relation, member, keyPath, labelPath, isList, columns: [column] }) => [
      {
        ...{ name: member, path: isList ? call('ids', relation.name) : keyPath, column },
        hints: { ...keyLabel(relation, member, isList), ...sectionHint(column, sections) },
      },
      ...(labelPath === undefined ? [] : [label(relation, labelPath, column)]),
    ]),
    ...relationsOfKey(entity).flatMap((relation) => {
      const named = relation.target.label
      return named ? [label(relation, `${relation.name}.${named.field}`, undefined)] : []
    }),
  ]
  const members = inSections(sections, planned)
  return {
    members: Object.fromEntries(members.map(({ name, path }) => [name, path])),
    hints: Object.fromEntries(
      members
        .filter(({ hints }) => Object.keys(hints).length > 0)
        .map(({ name, hints }) => [name, hints]),
    ),
  }
}

/**
 * A key is called as what it refers to: `wardCode` is "Ward". Labels of ids lose their `Id`. If a
 * field is called "Ward", the relation has a longer name, and the key keeps its own.
 */
const keyLabel = ({ name }: RelationPlan, member: string, isList: boolean): Members =>
  isList || /Id$/.test(member) || member === name || !member.startsWith(name)
    ? {}
    : { label: sentence(name) }

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
  sections: Sections,
  isCreate: boolean,
): Members => {
  const isWritten = (column: ColumnPlan): boolean =>
    !column.isGenerated && !isReadOnly(column) && (isCreate || !(column.isKey || column.isKeyPart))
  const written = references.filter(({ columns }) => columns.every(isWritten))
  const replaced = new Set(written.flatMap(replacedColumns))
  const fields = fieldsOf(entity).filter((column) => isWritten(column) && !replaced.has(column))
  const members = [
    ...fields.map((column) => ({ name: column.field, path, column })),
    ...written.map(({ member, keyPath, columns }) => ({
      ...{ name: member, path: keyPath, column: columns[0] },
    })),
  ]
  return Object.fromEntries(inSections(sections, members).map(({ name, path }) => [name, path]))
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
