/**
 * Checks whose rows the entities of a schema hold. Rows of a tenant are reached with the tenant of
 * the caller only, so keys and references need to be unique within a tenant, not beyond.
 */
import type { ColumnKind } from '../../contract/column.js'
import type { Entities } from '../../contract/paths.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { columnsOf, type EntityModel, isReference, tableColumns } from '../types/entity-model.js'
import { unknownName } from '../unknown-name.js'

/** Values have one text each, which a token can contain. */
const tenantKinds: ReadonlySet<ColumnKind> = new Set(['text', 'uuid', 'integer', 'bigint'])

export const checkTenants = (
  entities: ReadonlyMap<string, EntityModel>,
  declared: Entities,
  diagnostics: Diagnostics,
): void => {
  for (const [name, entity] of Object.entries(declared)) {
    checkColumn(name, entity, diagnostics)
  }
  const hasTenants = Object.values(declared).some(({ options }) => options.tenant !== undefined)
  if (!hasTenants) return
  for (const [name, { options }] of Object.entries(declared)) {
    if (options.tenant !== undefined || options.shared) continue
    const message =
      "Other entities have tenants: name the column of its tenant in 'tenant', or declare that all tenants share its rows with 'shared: true'."
    diagnostics.error('TENANT_INVALID', `entities.${name}`, message)
  }
  for (const entity of entities.values()) {
    checkRelations(entity, diagnostics)
    checkUse(entity, diagnostics)
  }
}

const checkColumn = (
  name: string,
  { fields, options: { tenant, shared } }: Entities[string],
  diagnostics: Diagnostics,
): void => {
  if (tenant === undefined) return
  const refuse = (message: string): void =>
    diagnostics.error('TENANT_INVALID', `entities.${name}.tenant`, message)
  const field = fields[tenant]
  if (!field) {
    refuse(unknownName('field', tenant, Object.keys(fields), ` in ${name}`))
  } else if (
    field.is !== 'column' ||
    !tenantKinds.has(field.kind) ||
    field.nullable ||
    field.reads
  ) {
    refuse(`'${tenant}' is not a column of type ${[...tenantKinds].join(', ')} that is never null.`)
  } else if (field.primaryKey || field.visibleTo || field.editableBy || field.audited) {
    refuse(
      `'${tenant}' is in no shape: remove 'primaryKey', 'visibleTo', 'editableBy' and 'audited'. The database key consists of it and the key of the entity.`,
    )
  }
  if (shared) refuse("The rows belong to a tenant or are shared: remove 'shared'.")
}

/** A caller has one tenant, which each of the columns has to be able to hold. */
export const checkTypeOfTenants = (
  entities: readonly EntityModel[],
  diagnostics: Diagnostics,
): void => {
  const [first, ...others] = entities.flatMap(({ tenant }) => tenant ?? [])
  for (const { entity, kind, field } of others) {
    if (kind === first!.kind) continue
    const message = `'${field}' is of type ${kind}, but the tenant of ${first!.entity.name} is of type ${first!.kind}.`
    diagnostics.error('TENANT_INVALID', `entities.${entity.name}.tenant`, message)
  }
}

/** A key of a tenant's rows means nothing without the tenant. */
const checkRelations = (entity: EntityModel, diagnostics: Diagnostics): void => {
  for (const relation of entity.relations.values()) {
    const { owner, target, field } = relation
    const at = `entities.${owner.name}.${field}`
    if (relation.type === 'toMany' && relation.via.type === 'joinTable') {
      const names = [owner, target].flatMap(({ tenant }) => tenant?.column ?? [])
      if (new Set(names).size < 2) continue
      const message = `The join table has one column for the tenant, but ${owner.name} and ${target.name} name it differently: ${names.join(', ')}.`
      diagnostics.error('TENANT_INVALID', at, message)
      continue
    }
    const [from, to] = isReference(relation) ? [owner, target] : [target, owner]
    if (from.tenant || !to.tenant) continue
    const message = `${from.name} is shared by all tenants and cannot refer to rows of one, such as those of ${to.name}.`
    diagnostics.error('TENANT_INVALID', at, message)
  }
}

/** The service fills the column, and nobody else. */
const checkUse = (entity: EntityModel, diagnostics: Diagnostics): void => {
  const { tenant, name } = entity
  if (!tenant) return
  for (const column of tableColumns(entity)) {
    if (!columnsOf(column).includes(tenant.column)) continue
    const message = `'${tenant.column}' holds the tenant, so nothing else can name it: leave it out of '${column.field}'.`
    diagnostics.error('TENANT_INVALID', `entities.${name}.${column.field}`, message)
  }
}
