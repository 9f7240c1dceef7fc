/**
 * Compiles the surfaces of a resource: those that every resource has, and those that it declares.
 */
import type { Surface, SurfaceKind, Surfaces } from '../../contract/surfaces.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Operation } from '../operation-table.js'
import type { ResourceModel } from '../types/resource-model.js'
import type { SurfaceModel } from '../types/surface-model.js'
import { unknownName } from '../unknown-name.js'
import { compileRecordFilter } from './compile-record-filter.js'

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Surfaces that every resource has; one that is declared for the same operation replaces them. */
const automatic: Readonly<Record<string, Surface>> = {
  create: { operation: 'create', kind: 'FORM', title: 'Create', order: 10 },
  list: { operation: 'all', kind: 'VIEW', title: 'List', order: 20 },
  detail: { operation: 'byId', kind: 'VIEW', title: 'Details', order: 30 },
  edit: { operation: 'update', kind: 'FORM', title: 'Edit', order: 40 },
}
export const automaticTitles: readonly string[] = Object.values(automatic).map(({ title }) => title)
const declaredOrder = 100

/** Operations without a shape: they return a file, a catalog or nothing. */
const shapeless = new Set([
  'delete',
  'batch',
  'import',
  'deleteBatch',
  'permanentDelete',
  'permanentDeleteBatch',
  'export',
  'schemas',
  'perform',
  'performOnRecord',
])
const kinds: readonly SurfaceKind[] = ['FORM', 'PARTIAL_FORM', 'VIEW', 'READ_PROJECTION']

/** The resource whose operation a surface shows: its own, or a related one. */
type Owner = Pick<ResourceModel, 'key' | 'name' | 'operations' | 'entity' | 'response' | 'filter'>

const offeredBy = ({ operations }: Owner): readonly Operation[] =>
  operations.filter(({ supported, name }) => supported && !shapeless.has(name))

export const compileSurfaces = (
  declared: Surfaces,
  resource: Owner,
  resources: readonly Owner[],
  diagnostics: Diagnostics,
): readonly SurfaceModel[] => {
  const explicit = Object.entries(declared).flatMap(([id, surface]) => {
    const at = `${resource.name}.surfaces.${id}`
    const { resource: key = resource.key } = surface
    const owner = resources.find((candidate) => candidate.key === key)
    if (!owner) {
      const keys = resources.map((candidate) => candidate.key)
      diagnostics.error('SURFACE_INVALID', at, unknownName('resource', key, keys))
      return []
    }
    const operation = findOperation(surface, owner, at, diagnostics)
    checkSurface(id, surface, operation, owner !== resource, at, diagnostics)
    if (!operation) return []
    const recordFilter = compileRecordFilter(
      surface,
      operation.name,
      resource,
      owner,
      at,
      diagnostics,
    )
    const model = toModel(id, surface, operation, owner, resource)
    return [recordFilter ? { ...model, recordFilter } : model]
  })
  const defaults = Object.entries(automatic).flatMap(([id, surface]) => {
    const operation = offeredBy(resource).find((candidate) => candidate.id === surface.operation)
    const isReplaced = explicit.some(
      (declared) => declared.operation === operation || declared.id === id,
    )
    return operation && !isReplaced ? [toModel(id, surface, operation, resource, resource)] : []
  })
  return [...defaults, ...explicit].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

const findOperation = (
  surface: Surface,
  owner: Owner,
  at: string,
  diagnostics: Diagnostics,
): Operation | undefined => {
  const offered = offeredBy(owner)
  const operation = offered.find(({ id }) => id === surface.operation)
  if (operation) return operation
  const operationIds = offered.map(({ id }) => id)
  const isAction = owner.operations.some(({ action }) => action === surface.operation)
  const message = isAction
    ? `'${surface.operation}' is a workflow action; workflow actions cannot be surfaces.`
    : unknownName('operation', surface.operation, operationIds, ' with a shape')
  diagnostics.error('SURFACE_INVALID', at, message)
  return undefined
}

const checkSurface = (
  id: string,
  { kind }: Surface,
  operation: Operation | undefined,
  isRelated: boolean,
  at: string,
  diagnostics: Diagnostics,
): void => {
  const isForm = kind === 'FORM' || kind === 'PARTIAL_FORM'
  if (isForm && operation?.method === 'GET') {
    const message = `A ${kind} needs an operation that takes a body; '${operation.name}' takes none.`
    diagnostics.error('SURFACE_INVALID', at, message)
  }
  if (isRelated && (operation?.writes || isForm)) {
    const message = 'A surface of another resource needs an operation that reads.'
    diagnostics.error('SURFACE_INVALID', at, message)
  }
  if (!idPattern.test(id)) {
    diagnostics.error(
      'KEY_INVALID',
      at,
      `The id '${id}' must be lower case, with dashes between words.`,
    )
  }
  if (kind !== undefined && !kinds.includes(kind)) {
    const message = unknownName('kind', kind, kinds)
    diagnostics.error('SURFACE_INVALID', at, message)
  }
}

const usualKind = ({ name }: Operation): SurfaceKind =>
  name === 'intent'
    ? 'PARTIAL_FORM'
    : name === 'create' || name === 'update'
      ? 'FORM'
      : 'READ_PROJECTION'

/** A surface of another resource belongs to a record. */
const toModel = (
  id: string,
  surface: Surface,
  operation: Operation,
  owner: Owner,
  resource: Owner,
): SurfaceModel => ({
  id,
  operation,
  resourceKey: owner.key,
  kind: surface.kind ?? usualKind(operation),
  scope: owner === resource ? operation.scope : 'ITEM',
  title: surface.title,
  ...(surface.description === undefined ? {} : { description: surface.description }),
  intent: surface.intent ?? id,
  order: surface.order ?? declaredOrder,
  tags: surface.tags ?? [],
})
