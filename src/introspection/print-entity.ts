/** Prints the file of an entity. */
import { visibleText } from '../foundation/text/visible-text.js'
import { snakeCase } from '../model/compile/compile-columns.js'
import {
  type EntityPlan,
  fieldsOf,
  isComposite,
  type RelationPlan,
  relationOf,
} from './application-plan.js'
import { columnCode } from './plan-columns.js'
import { bytesOf } from './plan-files.js'
import { call, calledIn, type Printable, print } from './print-code.js'
import { printImports } from './print-imports.js'

const relationCode = (relation: RelationPlan): Printable => {
  const { type, target, columns, references, isNullable, through } = relation
  const column = columns.length === 1 ? columns[0]! : columns
  if (type === 'manyToMany') {
    return call(type, target.name, {
      through: through!.table,
      from: column,
      target: through!.column,
    })
  }
  const nullable = type === 'belongsTo' && isNullable ? { nullable: true } : {}
  const unique = references ? { references: references.field } : {}
  return call(type, target.name, { column, ...unique, ...nullable })
}

/** A text of the database in a comment must not end it. */
const onOneLine = (text: string): string =>
  visibleText(text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' '))

/** A column that is a foreign key is named by its relation. */
const partsOf = (entity: EntityPlan): readonly string[] =>
  entity.key.columns.map((column) => relationOf(entity, column)?.name ?? column.field)

const checksCode = (entity: EntityPlan): Printable => {
  const fields = fieldsOf(entity)
  return Object.fromEntries(
    entity.checks.map(({ name, column, message }) => {
      const field = fields.includes(column) ? column.field : relationOf(entity, column)!.name
      return [name, { field, message }]
    }),
  )
}

export const printEntity = (entity: EntityPlan): string => {
  const { table, relations, tenant } = entity
  const columns = fieldsOf(entity)
  const fields: Record<string, Printable> = isComposite(entity.key)
    ? { [entity.key.field]: call('compositeKey', partsOf(entity)) }
    : {}
  const owner = typeof tenant === 'object' ? [tenant] : []
  for (const column of [...owner, ...columns]) {
    fields[column.field] = columnCode(column, snakeCase(column.field))
  }
  for (const relation of relations) fields[relation.name] = relationCode(relation)
  const options = {
    ...(table.needsSchema ? { schema: table.schema } : {}),
    ...(table.isView ? { view: true } : {}),
    ...(typeof tenant === 'object' ? { tenant: tenant.field } : {}),
    ...(tenant === 'shared' ? { shared: true } : {}),
    ...(entity.checks.length > 0 ? { checks: checksCode(entity) } : {}),
    ...(entity.filledByDatabase.length > 0 ? { filledByDatabase: entity.filledByDatabase } : {}),
  }
  const start = `export const ${entity.name} = `
  const definition = call(
    'defineEntity',
    table.name,
    fields,
    ...(Object.keys(options).length === 0 ? [] : [options]),
  )
  return [
    `// Written by \`corollary introspect\` from ${onOneLine(`${table.schema}.${table.name}`)}.`,
    ...bytesOf(table).map(
      ({ name }) =>
        `// The bytes of ${onOneLine(`'${name}'`)} are not sent; byteLength() can show their number.`,
    ),
    printImports(calledIn(definition)),
    '',
    ...(table.comment === null ? [] : [`/** ${onOneLine(table.comment)} */`]),
    start + print(definition, '', start.length),
    '',
  ].join('\n')
}
