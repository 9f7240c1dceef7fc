/** Compiles entities: columns first, because relations refer to the keys of other entities. */
import { isDeepStrictEqual } from 'node:util'
import type { Entity } from '../../contract/entity.js'
import type { Entities } from '../../contract/paths.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  fieldNames,
  isReference,
  physicalColumns,
  type RelationModel,
  type TableName,
  type ToOneModel,
  tableColumns,
} from '../types/entity-model.js'
import { unknownName } from '../unknown-name.js'
import { checkConstraints, usableConstraints } from './check-constraints.js'
import {
  compileColumn,
  compileFile,
  type DatabaseTypes,
  type Draft,
  snakeCase,
  withDatabaseType,
} from './compile-columns.js'
import { compileComputed } from './compile-computed.js'
import { compileDefaults } from './compile-defaults.js'
import { compileKeys } from './compile-keys.js'
import { compileOwnership } from './compile-ownership.js'
import { compileRelations } from './compile-relations.js'
import { compileSoftDelete } from './compile-soft-delete.js'
import { checkTenants } from './compile-tenants.js'

const hidesRows = ({ options }: Entity): boolean =>
  [options.rowAccess, options.softDelete, options.deletedWith].some((each) => each !== undefined)

const parseTable = (text: string): TableName => {
  const [first = '', second] = text.split('.')
  return second === undefined ? { name: first } : { schema: first, name: second }
}

/** Resolves all entities of a schema. Reports wrong ones and leaves them out. */
export const compileEntities = (
  entities: Entities,
  diagnostics: Diagnostics,
  typeOf: DatabaseTypes,
): ReadonlyMap<string, EntityModel> => {
  const drafts = new Map<string, Draft<EntityModel>>()
  for (const [name, entity] of Object.entries(entities)) {
    drafts.set(name, compileColumns(name, entity, diagnostics, typeOf))
  }
  compileKeys(drafts, entities, { diagnostics, typeOf })
  for (const [name, draft] of drafts) {
    compileRelations(draft, entities[name]!, drafts, { diagnostics, typeOf })
    markShared(draft)
    checkColumnNames(draft, diagnostics)
    checkCheckFields(draft, diagnostics)
  }
  compileOwnership(drafts, entities, diagnostics)
  checkTenants(drafts, entities, diagnostics)
  compileSoftDelete(drafts, entities, diagnostics)
  compileDefaults(drafts, entities, diagnostics)
  compileComputed(drafts, entities, diagnostics)
  return drafts
}

/** The entity, whose columns and relations are compiled next. */
const draftOf = (
  name: string,
  entity: Entity,
  maps: Pick<EntityModel, 'columns' | 'computed'>,
): Draft<EntityModel> => {
  const { schema, view = false, immutable, dependsOn, filledByDatabase, checks } = entity.options
  return {
    name,
    table: schema === undefined ? { name: entity.table } : { schema, name: entity.table },
    view: view !== false,
    immutable: immutable ?? view === true,
    guarded: hidesRows(entity),
    ...(dependsOn ? { dependsOn: dependsOn.map(parseTable) } : {}),
    ...maps,
    relations: new Map<string, RelationModel>(),
    filledByDatabase: filledByDatabase ?? [],
    checks: new Map(Object.entries(checks ?? {})),
  } as unknown as Draft<EntityModel>
}

const compileColumns = (
  name: string,
  entity: Entity,
  diagnostics: Diagnostics,
  typeOf: DatabaseTypes,
): Draft<EntityModel> => {
  const columns = new Map<string, ColumnModel>()
  const computed = new Map<string, ColumnModel>()
  const draft = draftOf(name, entity, { columns, computed })
  for (const [field, declared] of Object.entries(entity.fields)) {
    if (declared.is !== 'column' || declared.kind === 'key') continue
    if (declared.refersTo !== undefined) {
      const message = `refersTo is for members of actions; declare a relation, for example belongsTo('${declared.refersTo}', { column: '${snakeCase(field)}' }).`
      diagnostics.error('MEMBER_INVALID', `entities.${name}.${field}.refersTo`, message)
    }
    if (declared.computed) {
      const { computed: _, ...type } = declared
      const column = usableConstraints(compileColumn(draft, field, type))
      computed.set(field, { ...column, reads: 'computed' })
      checkConstraints(type, `entities.${name}.${field}`, diagnostics)
      continue
    }
    if (declared.kind === 'file') {
      columns.set(field, compileFile(draft, field, declared, typeOf))
      continue
    }
    const compiled = withDatabaseType(compileColumn(draft, field, declared), typeOf)
    if (field === entity.options.tenant) {
      draft.tenant = compiled
      continue
    }
    const column = usableConstraints(compiled)
    columns.set(field, column)
    checkConstraints(compiled, `entities.${name}.${field}`, diagnostics)
    if (declared.visibleTo && (declared.primaryKey || declared.kind === 'version')) {
      const message = "Every caller sees the key and the version of a record; remove 'visibleTo'."
      diagnostics.error('CONSTRAINT_INVALID', `entities.${name}.${field}`, message)
    }
    if (declared.kind === 'version') draft.version = column
  }
  return draft
}

/**
 * A foreign key under a second name would bypass row access and visibility of its relation. The
 * columns of a composite one may be fields too, because they are often keys of their own; so may
 * one that is the key of its entity, as `employees.person_id` is.
 */
const checkColumnNames = (entity: EntityModel, diagnostics: Diagnostics): void => {
  const seen = new Map<string, string>()
  const report = (field: string, column: string): void => {
    const message = `The column '${column}' already belongs to the field '${seen.get(column)}'.`
    diagnostics.error('DUPLICATE', `entities.${entity.name}.${field}`, message)
  }
  for (const { column, field } of [...entity.columns.values()].flatMap(physicalColumns)) {
    if (seen.has(column)) report(field, column)
    seen.set(column, field)
  }
  const references = [...entity.relations.values()].filter(isReference)
  for (const relation of references) {
    for (const { column } of physicalColumns(relation.key)) {
      const others = [
        ...[...entity.columns.values()].filter((other) => other.column === column),
        ...references
          .map(({ key }) => key)
          .filter((key) => key !== relation.key && (key.parts ?? relation.key.parts))
          .filter((key) => columnsOf(key).includes(column)),
      ]
      for (const other of others) checkEditors(relation, other, column, diagnostics)
      const isHidden = [relation, ...others].some(({ visibleTo }) => visibleTo)
      const [other] = others
      const isAccepted = relation.key.parts || other?.parts || other === entity.primaryKey
      if (!other || (isAccepted && !isHidden)) continue
      if (!seen.has(column)) seen.set(column, other.field)
      report(relation.field, column)
    }
  }
}

/** Who may edit one of two fields with a shared column would change the other too. */
const checkEditors = (
  { key, field, owner }: ToOneModel,
  other: ColumnModel,
  column: string,
  diagnostics: Diagnostics,
): void => {
  const editors = ({ editableBy }: ColumnModel) => editableBy && [...new Set(editableBy)].sort()
  if (isDeepStrictEqual(editors(key), editors(other))) return
  const message = `The column '${column}' also belongs to the field '${other.field}', which other callers edit; give both the same 'editableBy'.`
  diagnostics.error('DUPLICATE', `entities.${owner.name}.${field}`, message)
}

/** Marks the columns of composite foreign keys that other fields hold too. */
const markShared = (entity: EntityModel): void => {
  const counts = new Map<string, number>()
  for (const column of tableColumns(entity).flatMap(physicalColumns)) {
    counts.set(column.column, (counts.get(column.column) ?? 0) + 1)
  }
  for (const relation of entity.relations.values()) {
    if (!isReference(relation) || !relation.key.parts) continue
    const parts = relation.key.parts.map((part) =>
      counts.get(part.column)! > 1 ? { ...part, isShared: true } : part,
    )
    Object.assign(relation.key, { parts })
  }
}

const checkCheckFields = (entity: EntityModel, diagnostics: Diagnostics): void => {
  const names = fieldNames(entity)
  for (const [name, { field }] of entity.checks) {
    if (names.includes(field)) continue
    const message = unknownName('field', field, names, ` for the check '${name}'`)
    diagnostics.error('FIELD_UNKNOWN', `entities.${entity.name}.checks`, message)
  }
}
