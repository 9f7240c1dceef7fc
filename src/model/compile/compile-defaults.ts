/** Resolves the paths that columns of new records are copied from. Relations exist before. */
import type { Entities } from '../../contract/paths.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { type EntityModel, isReference } from '../types/entity-model.js'
import { describeTarget, resolvePath } from '../types/path.js'

export const compileDefaults = (
  entities: ReadonlyMap<string, EntityModel>,
  declared: Entities,
  diagnostics: Diagnostics,
): void => {
  for (const [name, entity] of entities) {
    for (const [field, column] of entity.columns) {
      const at = `entities.${name}.${field}`
      const data = declared[name]?.fields[field]
      const path = data?.is === 'column' ? data.defaultFrom : undefined
      const others = [column.default, column.filledBy, path].filter((each) => each !== undefined)
      if (others.length > 1 || (others.length === 1 && column.generated)) {
        const message =
          "Only one of 'default', 'defaultFrom', 'filledBy' and 'generated' can fill the column."
        diagnostics.error('CONSTRAINT_INVALID', at, message)
      }
      const target = path === undefined ? undefined : resolvePath(entity, path, at, diagnostics)
      if (!target) continue
      const [relation, ...further] = target.hops
      const isCopied =
        isReference(relation) &&
        further.length === 0 &&
        target.type === 'column' &&
        !target.reference &&
        !target.column.reads &&
        !target.column.parts &&
        target.column.kind === column.kind
      if (isCopied) Object.assign(column, { defaultFrom: { relation, column: target.column } })
      else {
        const message = `'${path}' leads to ${describeTarget(target)}; it must lead to a column of type ${column.kind}, through one to-one relation of the entity.`
        diagnostics.error('PATH_INVALID', at, message)
      }
    }
  }
}
