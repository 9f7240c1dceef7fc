/** Prints the file of an entity. */
import { snakeCase } from '../model/types/entity-model.js'
import { identifier } from './names.js'
import type { EntityPlan, RelationPlan } from './plan-application.js'
import { columnCode } from './plan-columns.js'
import { call, type Printable, print } from './print-code.js'
import { printImports } from './print-imports.js'

/** Names that a file of an entity may import, so that no entity takes them. */
const imported = new Set([
  ...[
    'text',
    'integer',
    'bigint',
    'decimal',
    'boolean',
    'date',
    'instant',
    'uuid',
    'enumOf',
    'json',
  ],
  ...['belongsTo', 'hasMany', 'manyToMany', 'defineEntity', 'schema'],
])

export const entityIdentifier = ({ name }: EntityPlan): string => identifier(name, imported)

/** Columns that are fields: a foreign key is reached by its relation, unless it is the key. */
export const fieldsOf = ({ columns, relations }: EntityPlan): EntityPlan['columns'] =>
  columns.filter(
    ({ isKey, source }) =>
      isKey ||
      !relations.some(({ type, column }) => type === 'belongsTo' && column === source.name),
  )

const relationCode = ({ type, target, column, isNullable, through }: RelationPlan): Printable => {
  if (type === 'manyToMany') {
    return call(type, target.name, {
      through: through!.table,
      from: column,
      target: through!.column,
    })
  }
  const nullable = type === 'belongsTo' && isNullable ? { nullable: true } : {}
  return call(type, target.name, { column, ...nullable })
}

export const printEntity = (entity: EntityPlan): string => {
  const { table, relations } = entity
  const columns = fieldsOf(entity)
  const fields: Record<string, Printable> = {}
  for (const column of columns) {
    fields[column.field] = columnCode(column, snakeCase(column.field))
  }
  for (const relation of relations) fields[relation.name] = relationCode(relation)
  const options = {
    ...(table.needsSchema ? { schema: table.schema } : {}),
    ...(table.isView ? { view: true } : {}),
  }
  const start = `export const ${entityIdentifier(entity)} = `
  const definition = call(
    'defineEntity',
    table.name,
    fields,
    ...(Object.keys(options).length === 0 ? [] : [options]),
  )
  const factories = [...columns.map(({ factory }) => factory), ...relations.map(({ type }) => type)]
  return [
    `// Written by \`corollary introspect\` from ${table.schema}.${table.name}. With --update it is written anew.`,
    printImports(['defineEntity', ...factories]),
    '',
    ...(table.comment === null
      ? []
      : [`/** ${table.comment.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`]),
    start + print(definition, '', start.length),
    '',
  ].join('\n')
}
