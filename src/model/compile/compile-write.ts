/** Compiles the shapes that are written: create, update and intents. */
import type { ReadForm } from '../../contract/column.js'
import type { Owned, WriteShape } from '../../contract/shapes.js'
import { createValueReader } from '../kinds/value-reader.js'
import { unreachableIds } from '../operation-table.js'
import {
  type ColumnModel,
  type EntityModel,
  isFilled,
  isOwning,
  type Ownership,
  physicalColumns,
  refersToKey,
  tableColumns,
} from '../types/entity-model.js'
import { describeTarget, resolvePath, type Target } from '../types/path.js'
import type { ItemShapes, WriteField, WriteShapeModel } from '../types/write-model.js'
import { unknownName } from '../unknown-name.js'
import type { ResourceContext } from './resource-context.js'

type Mode = WriteShapeModel['mode']

export const compileWriteShape = (
  name: string,
  mode: Mode,
  shape: WriteShape,
  context: ResourceContext,
): WriteShapeModel => {
  const fields = new Map<string, WriteField>()
  for (const [member, entry] of Object.entries(shape)) {
    const at = `${context.name}.${name}.${member}`
    const field =
      typeof entry === 'string'
        ? compileField(member, entry, mode, at, context)
        : compileOwned(member, entry, mode, `${name}.${member}`, context)
    const hints = context.hints[member]
    if (field) fields.set(member, hints ? { ...field, hints } : field)
  }
  checkDuplicates(name, fields, context)
  if (mode === 'create') checkRequired(name, fields, context)
  return { name, mode, fields }
}

/** The members of items of a list. */
const compileOwned = (
  name: string,
  { path, members, required }: Owned,
  mode: Mode,
  shapeName: string,
  context: ResourceContext,
): WriteField | undefined => {
  const { entity, diagnostics } = context
  const at = `${context.name}.${shapeName}`
  const relation = entity.relations.get(path)
  if (!isOwning(relation)) {
    const owning = [...entity.relations.values()].filter(isOwning).map(({ field }) => field)
    const message = relation
      ? `The rows of '${path}' do not belong to the record; declare the relation with owns().`
      : unknownName('owned relation', path, owning, ` in ${entity.name}`)
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  const { target, owned } = relation
  const itemContext = { ...context, entity: target, hints: {}, filled: filledColumns(owned) }
  const shapeOf = (itemMode: Mode) =>
    compileWriteShape(shapeName, itemMode, members as WriteShape, itemContext)
  const items: ItemShapes = {
    create: shapeOf('create'),
    ...(mode === 'create' ? {} : { update: withoutDefaults(shapeOf('update')) }),
    ...(mode === 'intent' ? { change: shapeOf('intent') } : {}),
  }
  const isRequired = required && mode !== 'intent'
  return { name, type: 'owned', relation, items, required: isRequired, nullable: !isRequired }
}

/** The service writes the reference to the owner and the position. */
const filledColumns = ({ owner, position }: Ownership): readonly ColumnModel[] =>
  position ? [owner.key, position] : [owner.key]

/** An item of a list may leave out what a create may leave out: the row keeps its value. */
const withoutDefaults = (shape: WriteShapeModel): WriteShapeModel => ({
  ...shape,
  fields: new Map(
    [...shape.fields].map(([name, field]) => {
      const isOptional =
        field.type === 'column' && (field.column.default !== undefined || isFilled(field.column))
      return [name, isOptional ? { ...field, required: false } : field]
    }),
  ),
})

const compileField = (
  name: string,
  path: string,
  mode: Mode,
  at: string,
  context: ResourceContext,
): WriteField | undefined => {
  const { entity, diagnostics, filled } = context
  const links = linksNamed(name, path, entity)
  if (links && !filled) return links
  const target = links
    ? undefined
    : resolvePath(entity, path === '.' ? name : path, at, diagnostics)
  const fault = links
    ? 'An item of a list cannot have linked ids.'
    : target && targetFault(target, mode, context)
  if (fault !== undefined) diagnostics.error('PATH_INVALID', at, fault)
  if (fault !== undefined || target?.type !== 'column') return undefined
  return columnField(name, target.column, mode, entity)
}

/** The linked ids of a many-to-many, such as `skills.id`. */
const linksNamed = (name: string, path: string, entity: EntityModel): WriteField | undefined => {
  const [, field, key] = /^([^.]+)\.([^.]+)$/.exec(path) ?? []
  const relation = field === undefined ? undefined : entity.relations.get(field)
  if (relation?.type !== 'toMany' || relation.via.type !== 'joinTable') return undefined
  const { primaryKey } = relation.target
  if (key !== primaryKey.field) return undefined
  const reader = createValueReader(primaryKey, { reference: true, id: true })
  return { name, type: 'links', relation, reader, required: false, nullable: true }
}

/** Why a body cannot write what a path leads to. */
const targetFault = (
  target: Target,
  mode: Mode,
  { entity, filled }: ResourceContext,
): string | undefined => {
  if (target.type !== 'column' || target.reference || target.hops.length > 0) {
    const isOther = target.type === 'column' && target.hops.length > 0
    const end = isOther ? 'a column of another record' : describeTarget(target)
    return `The path leads to ${end}; writable are own columns, '<to-one>.<key>' and '<many-to-many>.<key>'.`
  }
  const { column } = target
  const { field, reads } = column
  if (column.kind === 'file') {
    return `'${field}' is a file, which is uploaded to an address of its own; remove it.`
  }
  if (reads === 'computed') return `'${field}' is computed, and cannot be written.`
  if (filled?.includes(column)) return `The service writes '${field}' of an item; remove it.`
  if (column.generated) {
    return column.parts && !column.references
      ? `'${field}' is a composite key; write its parts instead.`
      : `'${field}' is generated by the database and cannot be written.`
  }
  const isPart = entity.primaryKey.parts?.some((part) => part.column === column.column)
  const isKey = column.references !== undefined && column.column === entity.primaryKey.column
  if ((isPart || isKey) && mode !== 'create') {
    return `'${field}' is ${isPart ? 'part of ' : ''}the key, which never changes; remove it.`
  }
  return reads && `'${field}' is declared with ${readFunctions[reads]}(), which only reads it.`
}

const columnField = (
  name: string,
  column: ColumnModel,
  mode: Mode,
  { primaryKey }: EntityModel,
): WriteField => {
  const hasDefault = mode === 'create' && (column.default !== undefined || isFilled(column))
  const required = !column.nullable && mode !== 'intent' && !hasDefault
  const isNewId = mode === 'create' && column === primaryKey
  const type = isNewId ? { ...column, reserved: unreachableIds } : column
  const takesOption = column.references !== undefined && refersToKey(column.references)
  const reader = createValueReader(type, { reference: takesOption })
  const nullable =
    column.nullable || hasDefault || (mode !== 'create' && column.specialValues === true)
  return { name, type: 'column', column, reader, required, nullable }
}

/** The functions that declare columns of which an expression is read. */
const readFunctions: Readonly<Record<ReadForm, string>> = {
  text: 'asText',
  byteLength: 'byteLength',
}

const checkDuplicates = (
  shape: string,
  fields: ReadonlyMap<string, WriteField>,
  { name, diagnostics }: ResourceContext,
): void => {
  const seen = new Map<unknown, string>()
  for (const field of fields.values()) {
    const written = field.type === 'column' ? field.column.column : field.relation
    const other = seen.get(written)
    if (other !== undefined) {
      const message = `'${field.name}' and '${other}' write the same value; remove one.`
      diagnostics.error('DUPLICATE', `${name}.${shape}.${field.name}`, message)
    }
    seen.set(written, field.name)
  }
}

const checkRequired = (
  shape: string,
  fields: ReadonlyMap<string, WriteField>,
  { name, entity, diagnostics, filled: byService = [] }: ResourceContext,
): void => {
  const written = new Set(
    [
      ...[...fields.values()].flatMap((field) => (field.type === 'column' ? field.column : [])),
      ...byService,
    ].flatMap((column) => physicalColumns(column).map((part) => part.column)),
  )
  for (const column of tableColumns(entity)) {
    const hasDefault = column.default !== undefined || isFilled(column)
    const filled = column.nullable || column.generated || hasDefault
    // Whether something fills a column that is only read, the database knows.
    const isWritten = physicalColumns(column).every((part) => written.has(part.column))
    if (column.reads || filled || isWritten) continue
    diagnostics.error(
      'REQUIRED_MISSING',
      `${name}.${shape}`,
      `'${column.field}' is neither nullable nor generated and has no default, so the create shape must contain it.`,
    )
  }
}
