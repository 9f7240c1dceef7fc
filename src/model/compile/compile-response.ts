/** Compiles a response shape. */
import type { List, ResponseEntry, ResponseShape } from '../../contract/shapes.js'
import {
  type CollectionTarget,
  describeTarget,
  fansOut,
  resolvePath,
  type Target,
} from '../types/path.js'
import type { ResponseField } from '../types/response-field.js'
import type { ResourceContext } from './resource-context.js'

/** Members that the framework adds to every record. */
export const reservedMembers: ReadonlySet<string> = new Set(['_links', 'datasetVersion'])

export const compileResponse = (
  shape: ResponseShape,
  context: ResourceContext,
): ReadonlyMap<string, ResponseField> => {
  const fields = new Map<string, ResponseField>()
  for (const [name, entry] of Object.entries(shape)) {
    const at = `${context.name}.response.${name}`
    if (reservedMembers.has(name)) {
      context.diagnostics.error(
        'DUPLICATE',
        at,
        `'${name}' is reserved, because every record has it; choose another name.`,
      )
      continue
    }
    const field = compileEntry(name, entry, at, context)
    const hints = context.hints[name]
    if (field) fields.set(name, hints ? { ...field, hints } : field)
  }
  return fields
}

const compileEntry = (
  name: string,
  entry: ResponseEntry,
  at: string,
  context: ResourceContext,
): ResponseField | undefined => {
  if (typeof entry === 'string') {
    const target = resolvePath(
      context.entity,
      entry === '.' ? name : entry,
      at,
      context.diagnostics,
    )
    if (!target) return undefined
    if (target.type === 'column' && !target.reference && !fansOut(target)) {
      if (target.column.kind !== 'file') return { name, type: 'column', target }
      if (target.hops.length === 0) return { name, type: 'column', target, base: context.path }
      const path = `${entry}.name`
      const message = `A file is in the response of its own resource only; '${path}' leads to its name.`
      context.diagnostics.error('PATH_INVALID', at, message)
      return undefined
    }
    context.diagnostics.error(
      'PATH_INVALID',
      at,
      `The path ${describeWay(target)}; a response field must be a column, a to-one path, count(…), ids(…) or list(…).`,
    )
    return undefined
  }
  const target = compileCollection(entry.path, at, context)
  if (!target) return undefined
  if (entry.is !== 'list') return { name, type: entry.is, target }
  const members = compileMembers(entry, target, at, context)
  const id = target.relation.owned && entry.members[itemId] === undefined ? [idOf(target)] : []
  return { name, type: 'list', target, members: [...id, ...members] }
}

/** An item of owned rows has its id, by which bodies name it. */
export const itemId = 'id'

const idOf = ({ relation }: CollectionTarget) => ({
  name: itemId,
  target: {
    type: 'column',
    hops: [],
    column: relation.target.primaryKey,
    reference: false,
  } as const,
})

const describeWay = (target: Target): string =>
  fansOut(target) ? 'leads through a collection' : `leads to ${describeTarget(target)}`

const compileCollection = (
  path: string,
  at: string,
  { entity, diagnostics }: ResourceContext,
): CollectionTarget | undefined => {
  const target = resolvePath(entity, path, at, diagnostics)
  if (!target) return undefined
  if (target.type === 'collection' && !fansOut(target)) return target
  const what =
    target.type === 'collection' ? 'a collection behind a collection' : describeTarget(target)
  diagnostics.error(
    'PATH_INVALID',
    at,
    `Path '${path}' leads to ${what}; it must lead to a collection of this record.`,
  )
  return undefined
}

const compileMembers = (
  entry: List,
  target: CollectionTarget,
  at: string,
  { diagnostics }: ResourceContext,
) =>
  Object.entries(entry.members).flatMap(([name, path]) => {
    const memberAt = `${at}.${name}`
    const member = resolvePath(
      target.relation.target,
      path === '.' ? name : path,
      memberAt,
      diagnostics,
    )
    if (!member) return []
    if (member.type === 'column' && member.column.kind === 'file') {
      const message = `A file is in the response of its own resource only; '${path === '.' ? name : path}.name' leads to its name.`
      diagnostics.error('PATH_INVALID', memberAt, message)
      return []
    }
    if (member.type === 'column' && !member.reference && !fansOut(member)) {
      return [{ name, target: member }]
    }
    const message = `The path ${describeWay(member)}; a member of a list must be a column or a to-one path.`
    diagnostics.error('PATH_INVALID', memberAt, message)
    return []
  })
