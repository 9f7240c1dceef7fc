/** Binds a model to the table of changes, or to a database without one. */
import type { OperationName } from '../operation-table.js'
import type { Model, ResourceModel } from '../types/resource-model.js'

/** Operations that read recorded changes. */
const ofChanges: ReadonlySet<OperationName> = new Set(['changes', 'history'])

/** @param schema database schema of the platform tables */
export const withChanges = (model: Model, schema: string): Model => ({
  ...model,
  resources: model.resources.map((each) => ({ ...each, recordsTo: schema })),
})

/** Changes are not recorded, so nothing reads them. */
export const withoutChanges = (model: Model): Model => ({
  ...model,
  resources: model.resources.map(withoutOperations),
})

const withoutOperations = (resource: ResourceModel): ResourceModel => {
  const guards = new Map(
    [...resource.guards].map(([operation, guard]) => [
      ofChanges.has(operation.name) ? { ...operation, supported: false } : operation,
      guard,
    ]),
  )
  return { ...resource, operations: [...guards.keys()], guards }
}
