/** Names in the statements that advice recommends: quoted only where they must be. */
import type { TableName } from '../../model/types/entity-model.js'
import type { Catalog } from '../catalog/catalog.js'

/** A name as SQL writes it. */
export const quote = (name: string, { reservedWords }: Catalog): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.has(name)
    ? name
    : `"${name.replaceAll('"', '""')}"`

export const tableName = ({ schema, name }: TableName, catalog: Catalog): string =>
  schema === undefined ? quote(name, catalog) : `${quote(schema, catalog)}.${quote(name, catalog)}`
