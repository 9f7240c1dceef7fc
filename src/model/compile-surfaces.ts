/** Compiles the surfaces of a resource: those that every resource has, and those that it declares. */
import type { Surface, SurfaceKind, Surfaces } from '../contract/surfaces.js'
import { type Diagnostics, didYouMean } from '../foundation/diagnostics.js'
import type { Operation } from './operations.js'

export interface SurfaceModel {
  readonly id: string
  readonly operation: Operation
  readonly kind: SurfaceKind
  readonly scope: 'COLLECTION' | 'ITEM'
  readonly title: string
  readonly description?: string
  readonly intent: string
  readonly order: number
  readonly tags: readonly string[]
}

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** What a resource has without saying so; a surface that is declared on the operation takes its place. */
const automatic: Readonly<Record<string, Surface>> = {
  create: { operation: 'create', kind: 'FORM', title: 'Create', order: 10 },
  list: { operation: 'all', kind: 'VIEW', title: 'List', order: 20 },
  detail: { operation: 'byId', kind: 'VIEW', title: 'Details', order: 30 },
  edit: { operation: 'update', kind: 'FORM', title: 'Edit', order: 40 },
}
const declaredOrder = 100

/** Operations that show or take a shape; a file and a deletion have none. */
const shapeless = new Set(['delete', 'deleteBatch', 'export', 'schemas'])
const kinds: readonly SurfaceKind[] = ['FORM', 'PARTIAL_FORM', 'VIEW', 'READ_PROJECTION']

export const compileSurfaces = (
  declared: Surfaces,
  operations: readonly Operation[],
  at: string,
  diagnostics: Diagnostics,
): readonly SurfaceModel[] => {
  const offered = operations.filter(({ supported, name }) => supported && !shapeless.has(name))
  const find = (name: string) => offered.find((one) => (one.intent ?? one.name) === name)
  const explicit = Object.entries(declared).flatMap(([id, surface]) => {
    const here = `${at}.surfaces.${id}`
    const operation = find(surface.operation)
    checkSurface(id, surface, operation, here, diagnostics)
    if (operation) return [toModel(id, surface, operation)]
    const known = offered.map((one) => one.intent ?? one.name)
    const message = `No operation '${surface.operation}' with a shape${didYouMean(surface.operation, known)}; there are ${known.join(', ')}.`
    diagnostics.error('SURFACE_INVALID', here, message)
    return []
  })
  const own = Object.entries(automatic).flatMap(([id, surface]) => {
    const operation = find(surface.operation)
    const isReplaced = explicit.some((one) => one.operation === operation || one.id === id)
    return operation && !isReplaced ? [toModel(id, surface, operation)] : []
  })
  return [...own, ...explicit].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

const checkSurface = (
  id: string,
  { kind }: Surface,
  operation: Operation | undefined,
  at: string,
  diagnostics: Diagnostics,
): void => {
  const isForm = kind === 'FORM' || kind === 'PARTIAL_FORM'
  if (isForm && operation?.method === 'GET') {
    const message = `A ${kind} needs an operation that takes a body; '${operation.name}' takes none.`
    diagnostics.error('SURFACE_INVALID', at, message)
  }
  if (!idPattern.test(id)) {
    diagnostics.error('KEY_INVALID', at, `The id '${id}' is not lower case with dashes.`)
  }
  if (kind !== undefined && !kinds.includes(kind)) {
    const message = `No kind '${kind}'${didYouMean(kind, kinds)}; there are ${kinds.join(', ')}.`
    diagnostics.error('SURFACE_INVALID', at, message)
  }
}

const usualKind = ({ name }: Operation): SurfaceKind =>
  name === 'intent'
    ? 'PARTIAL_FORM'
    : name === 'create' || name === 'update'
      ? 'FORM'
      : 'READ_PROJECTION'

const toModel = (id: string, surface: Surface, operation: Operation): SurfaceModel => ({
  id,
  operation,
  kind: surface.kind ?? usualKind(operation),
  scope: operation.path.includes('{id}') ? 'ITEM' : 'COLLECTION',
  title: surface.title,
  ...(surface.description === undefined ? {} : { description: surface.description }),
  intent: surface.intent ?? id,
  order: surface.order ?? declaredOrder,
  tags: surface.tags ?? [],
})
