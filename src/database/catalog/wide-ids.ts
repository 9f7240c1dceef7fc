/**
 * Reads what shows whether the numbers of bigint columns fit JSON, whose clients round integers
 * beyond 2^53 − 1.
 */
import pg from 'pg'

export interface IdColumn {
  readonly schema: string
  readonly table: string
  readonly column: string
}

export interface IdFacts {
  /** An identity or a sequence fills the column, so its values stay small for very long. */
  readonly hasSequence: boolean
  /** Some row has a value that JSON clients round. */
  readonly isBeyondJson: boolean
}

const sequencesQuery = `
  select array_agg(a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid), '') ~ '^nextval\\('
           order by wanted.position) as facts
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality
    as wanted(schema, name, "column", position)
  join pg_namespace n on n.nspname = wanted.schema
  join pg_class c on c.relnamespace = n.oid and c.relname = wanted.name
  join pg_attribute a on a.attrelid = c.oid and a.attname = wanted."column"
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum`

/** The columns should begin an index, which then has the outermost values. */
const isBeyondJson = ({ schema, table, column }: IdColumn): string => {
  const [name, from] = [column, schema].map(pg.escapeIdentifier) as [string, string]
  return `(select coalesce(max(${name}) > ${Number.MAX_SAFE_INTEGER} or min(${name}) < ${Number.MIN_SAFE_INTEGER}, false)
    from ${from}.${pg.escapeIdentifier(table)})`
}

/** In the order of the columns. */
export const readIdFacts = async (
  client: pg.ClientBase,
  columns: readonly IdColumn[],
): Promise<readonly IdFacts[]> => {
  if (columns.length === 0) return []
  const [sequences, values] = await Promise.all([
    client.query(sequencesQuery, [
      columns.map(({ schema }) => schema),
      columns.map(({ table }) => table),
      columns.map(({ column }) => column),
    ]),
    client.query(`select array[${columns.map(isBeyondJson).join(', ')}] as facts`),
  ])
  return columns.map((_, index) => ({
    hasSequence: sequences.rows[0].facts[index],
    isBeyondJson: values.rows[0].facts[index],
  }))
}
