/** Compiles what a contract says about imports: the field by which rows name records. */
import type { ResourceData } from '../../contract/resource.js'
import { isStructure } from '../kinds/kinds.js'
import type { ResourceModel } from '../types/resource-model.js'
import { unknownName } from '../unknown-name.js'
import type { ResourceContext } from './resource-context.js'

type Shapes = Pick<ResourceModel, 'create' | 'update' | 'response'>

export const compileImport = (
  data: Pick<ResourceData, 'import'>,
  { create, update, response }: Shapes,
  { name, diagnostics }: ResourceContext,
): Pick<ResourceModel, 'importKey'> => {
  if (!data.import) return {}
  if (!create && !update) {
    const message = "Rows of a file are created or updated; declare 'create' or 'update'."
    diagnostics.error('FIELD_UNKNOWN', `${name}.import`, message)
  }
  if (data.import === true) return {}
  const { key } = data.import
  const field = response.get(key)
  if (field?.type === 'column' && field.target.hops.length === 0) {
    const { column } = field.target
    if (!column.computed && !isStructure(column)) return { importKey: key }
  }
  const columns = [...response.values()].flatMap((each) =>
    each.type === 'column' && each.target.hops.length === 0 ? each.name : [],
  )
  const message = field
    ? `'${key}' must be a column of the entity, so that its values can be unique.`
    : unknownName('field', key, columns, ' in the response shape')
  diagnostics.error('FIELD_UNKNOWN', `${name}.import.key`, message)
  return {}
}
