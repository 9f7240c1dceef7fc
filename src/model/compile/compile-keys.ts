/**
 * Compiles the primary keys of entities. A composite one may contain a relation, which stands for
 * its foreign key, and so depends on the key of another entity.
 */
import type { ColumnData, ColumnKind } from '../../contract/column.js'
import type { Entity } from '../../contract/entity.js'
import type { Entities } from '../../contract/paths.js'
import { isStructure } from '../kinds/kinds.js'
import type { ColumnModel, EntityModel } from '../types/entity-model.js'
import { unknownName } from '../unknown-name.js'
import type { CompilationContext, Draft } from './compile-columns.js'
import { asOne, foreignKeyColumns, linkOf } from './compile-relations.js'

/** Removes entities without a usable key, and reports why. */
export const compileKeys = (
  drafts: Map<string, Draft<EntityModel>>,
  entities: Entities,
  context: CompilationContext,
): void => {
  const keys = new Map<string, ColumnModel | undefined>()
  const resolve: ResolveKey = (name, column) => {
    const draft = drafts.get(name)
    if (column !== undefined) return draft?.columns.get(column)
    if (!draft || keys.has(name)) return keys.get(name)
    // A circle of keys finds none.
    keys.set(name, undefined)
    const key = compileKey(draft, entities[name]!, resolve, context)
    keys.set(name, key)
    return key
  }
  for (const [name, draft] of drafts) {
    const key = resolve(name)
    if (key) draft.primaryKey = key
  }
  for (const [name, key] of keys) if (!key) drafts.delete(name)
}

/** The key of an entity, or a column of it; undefined if it has none that is usable. */
type ResolveKey = (entity: string, column?: string) => ColumnModel | undefined

const compileKey = (
  draft: EntityModel,
  { fields }: Entity,
  resolve: ResolveKey,
  context: CompilationContext,
): ColumnModel | undefined => {
  const declared = Object.entries(fields).flatMap(([field, column]) =>
    column.is === 'column' && column.primaryKey ? [[field, column] as const] : [],
  )
  const [first] = declared
  if (first && declared.length === 1) {
    const [field, column] = first
    if (column.kind === 'key')
      return compileComposite(draft, fields, field, column, resolve, context)
    if (!column.nullable) return draft.columns.get(field)
  }
  const columns = declared.filter(([, { kind }]) => kind !== 'key').map(([field]) => `'${field}'`)
  const remedy =
    columns.length > 1
      ? `Declare them as one: 'id: compositeKey([${columns.join(', ')}])'.`
      : "Mark it, for example 'id: integer({ primaryKey: true, generated: true })'."
  context.diagnostics.error(
    'PRIMARY_KEY',
    `entities.${draft.name}`,
    `An entity needs exactly one primary key column, which is not nullable; found ${declared.length}. ${remedy}`,
  )
  return undefined
}

/** Column types whose values change, or whose equal values have several texts. */
const unfit: ReadonlySet<ColumnKind> = new Set([
  'version',
  'key',
  'float',
  'duration',
  'numberEnum',
])

const isUnfit = ({ kind, reads }: ColumnData): boolean =>
  isStructure({ kind }) || reads !== undefined || unfit.has(kind)

const compileComposite = (
  draft: EntityModel,
  fields: Entity['fields'],
  name: string,
  { fields: named = [], label, description }: ColumnData,
  resolve: ResolveKey,
  context: CompilationContext,
): ColumnModel | undefined => {
  const at = `entities.${draft.name}.${name}`
  const parts = named.map((field) => partOf(draft, fields, field, at, resolve, context))
  if (parts.includes(undefined)) return undefined
  const columns = parts.flatMap((part) => part!)
  if (new Set(columns.map(({ column }) => column)).size < columns.length || columns.length < 2) {
    const message = 'A composite key consists of at least two columns, each named once.'
    context.diagnostics.error('PRIMARY_KEY', at, message)
    return undefined
  }
  return {
    ...asOne(columns),
    field: name,
    generated: true,
    ...(label === undefined ? {} : { label }),
    ...(description === undefined ? {} : { description }),
  }
}

/** The columns of one part. */
const partOf = (
  draft: EntityModel,
  fields: Entity['fields'],
  field: string,
  at: string,
  resolve: ResolveKey,
  { diagnostics, typeOf }: CompilationContext,
): readonly ColumnModel[] | undefined => {
  const refuse = (message: string): undefined => {
    diagnostics.error('PRIMARY_KEY', at, message)
  }
  const declared = fields[field]
  if (!declared) {
    return refuse(unknownName('field', field, Object.keys(fields), ` in ${draft.name}`))
  }
  if (declared.visibleTo) {
    return refuse(`Every caller sees the key of a record; remove 'visibleTo' of '${field}'.`)
  }
  if (declared.is === 'column') {
    if (isUnfit(declared)) {
      return refuse(`'${field}' is of type ${declared.kind}, which cannot be part of a key.`)
    }
    const column = draft.columns.get(field)
    if (!column) {
      return refuse(`'${field}' is the tenant, of which the key never consists; leave it out.`)
    }
    return declared.nullable
      ? refuse(`'${field}' may be null; a part of a key never is.`)
      : [column]
  }
  if (declared.type !== 'belongsTo' || declared.nullable) {
    return refuse(`'${field}' is not a to-one relation that is never null.`)
  }
  const references = resolve(declared.to, declared.references)
  if (!references) {
    return refuse(`The key of '${declared.to}', to which '${field}' refers, is not usable.`)
  }
  const link = linkOf(declared.column, references, at, diagnostics)
  return link && foreignKeyColumns(draft, field, link, false, typeOf)
}
