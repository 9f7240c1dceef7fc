/** Compiles the shapes that are written: create, update and intents. */
import type { ReadForm } from '../../contract/columns.js'
import type { Owned, WriteShape } from '../../contract/shapes.js'
import { createValueReader } from '../kinds/value-reader.js'
import { unreachableIds } from '../operation-table.js'
import {
  type ColumnModel,
  isFilled,
  isOwning,
  type Ownership,
  physicalColumns,
  refersToKey,
  tableColumns,
} from '../types/entity-model.js'
import { describeTarget, resolvePath } from '../types/path.js'
import type { ItemShapes, WriteField, WriteShapeModel } from '../types/resource-model.js'
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
  { entity, diagnostics, filled }: ResourceContext,
): WriteField | undefined => {
  const links = /^([^.]+)\.([^.]+)$/.exec(path)
  const relation = links ? entity.relations.get(links[1]!) : undefined
  if (relation?.type === 'toMany' && relation.via.type === 'joinTable') {
    if (filled) {
      diagnostics.error('PATH_INVALID', at, 'An item of a list cannot have linked ids.')
      return undefined
    }
    if (links![2] === relation.target.primaryKey.field) {
      const reader = createValueReader(relation.target.primaryKey, {
        reference: true,
        id: true,
      })
      return { name, type: 'links', relation, reader, required: false, nullable: true }
    }
  }
  const target = resolvePath(entity, path === '.' ? name : path, at, diagnostics)
  if (!target) return undefined
  if (target.type !== 'column' || target.reference || target.hops.length > 0) {
    diagnostics.error(
      'PATH_INVALID',
      at,
      `The path leads to ${target.type === 'column' && target.hops.length > 0 ? 'a column of another record' : describeTarget(target)}; writable are own columns, '<to-one>.<key>' and '<many-to-many>.<key>'.`,
    )
    return undefined
  }
  const { column } = target
  if (column.reads === 'computed') {
    diagnostics.error('PATH_INVALID', at, `'${column.field}' is computed, and cannot be written.`)
    return undefined
  }
  if (filled?.includes(column)) {
    const message = `The service writes '${column.field}' of an item; remove it.`
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  if (column.generated) {
    const message =
      column.parts && !column.references
        ? `'${column.field}' is a composite key; write its parts instead.`
        : `'${column.field}' is generated by the database and cannot be written.`
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  const isPart = entity.primaryKey.parts?.some((part) => part.column === column.column)
  const isKey = column.references !== undefined && column.column === entity.primaryKey.column
  if ((isPart || isKey) && mode !== 'create') {
    const message = `'${column.field}' is ${isPart ? 'part of ' : ''}the key, which never changes; remove it.`
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  if (column.reads) {
    const message = `'${column.field}' is declared with ${readFunctions[column.reads]}(), which only reads it.`
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  const hasDefault = mode === 'create' && (column.default !== undefined || isFilled(column))
  const required = !column.nullable && mode !== 'intent' && !hasDefault
  const isNewId = mode === 'create' && column === entity.primaryKey
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
