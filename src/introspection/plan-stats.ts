/** Plans what is counted and measured of a resource. */
import { isUnique } from '../database/catalog/source-tables.js'
import { type EntityPlan, fieldsOf } from './application-plan.js'
import type { ColumnFactory, ColumnPlan } from './plan-columns.js'
import { composedColumns, type Reference } from './plan-references.js'
import { type Code, call } from './print-code.js'

const roles: Partial<Record<ColumnFactory, 'category' | 'measure' | 'series'>> = {
  enumOf: 'category',
  boolean: 'category',
  integer: 'measure',
  bigint: 'measure',
  decimal: 'measure',
  float: 'measure',
  date: 'series',
  instant: 'series',
  localDateTime: 'series',
}

/** Numbers that name, order or locate something: their sum and their average mean nothing. */
const ordinal =
  /(^|_|[a-z\d](?=[A-Z]))(id|ids|no|nr|num|number|code|key|ref|zip|postcode|phone|fax|pos|position|ordinal|rank|index|idx|seq|sequence|sort|row|col|column|version|revision|lat|latitude|lon|lng|longitude|srid|hash|flags?|mask)$|^((sort|display)_?)?order$/i

const isMeasure = (entity: EntityPlan, { source }: ColumnPlan): boolean =>
  !ordinal.test(source.name) && !isUnique(entity.table, [source.name])

export const planStats = (
  entity: EntityPlan,
  references: readonly Reference[],
): Readonly<Record<string, Code>> => {
  const composed = composedColumns(references)
  const fields = fieldsOf(entity).flatMap((column) => {
    const role = roles[column.factory]
    if (role === undefined || column.isKey) return []
    const isId = column.isKeyPart || composed.has(column)
    if (role === 'measure' && (isId || !isMeasure(entity, column))) return []
    return [[column.field, call(role)] as const]
  })
  const named = references.flatMap(({ relation, keyPath, labelPath, columns }) =>
    labelPath === undefined || columns.length !== 1
      ? []
      : [[relation.name, call('reference', { path: keyPath, labelPath })] as const],
  )
  return Object.fromEntries([...fields, ...named])
}
