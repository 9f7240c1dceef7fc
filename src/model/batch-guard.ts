/** The guard of batches and imports. */
import type { Operation, OperationName } from './operation-table.js'
import type { GuardModel } from './types/resource-model.js'

type Guards = ReadonlyMap<Operation, GuardModel>

/**
 * A caller may send a batch, or a file, who may create or may update; each item is then checked for
 * itself. The caller needs one authority of each list, so "this or that" is every list of the one
 * together with every list of the other.
 */
export const withBatchGuard = (guards: Guards): Guards => {
  const named = (name: OperationName) => [...guards].find(([operation]) => operation.name === name)
  const ofItems = (['batch', 'import'] as const).flatMap((name) => named(name)?.[0] ?? [])
  const parts = (['create', 'update'] as const).flatMap((name) => {
    const [operation, guard] = named(name) ?? []
    return operation?.supported && guard ? [guard] : []
  })
  const [first, second = first] = parts
  if (!first || !second) return guards
  const authorities = first.authorities.flatMap((alternative) =>
    first === second
      ? [alternative]
      : second.authorities.map((other) => [...new Set([...alternative, ...other])]),
  )
  const isPublic = parts.some((guard) => guard.isPublic)
  const guard: GuardModel = { isPublic, authorities, isOfRecords: false }
  return new Map([...guards, ...ofItems.map((operation) => [operation, guard] as const)])
}
