/**
 * Random database schemas: keys and foreign keys of every type, and names that mean something to
 * TypeScript, JavaScript, SQL or a terminal.
 */
import fc from 'fast-check'
import pg from 'pg'

/** A type that columns have, and the other types that columns which refer to it may have. */
interface RandomType {
  readonly sql: string
  readonly isKey?: boolean
  readonly fitting?: readonly string[]
  readonly defaults?: readonly string[]
  /** Conditions that a value of every kind of test data meets; `@` is the column. */
  readonly checks?: readonly string[]
}

const labels = [
  '__proto__',
  'constructor',
  'toString',
  "it's",
  '"q"',
  'new\nline',
  '\u001b[31m',
  '',
]

const numbers = ['@ >= 0', '@ > -5 and @ <= 32000', '@ between 0 and 9', '0 < @', '@ <> 77']

const types: readonly RandomType[] = [
  { sql: 'smallint', isKey: true, fitting: ['integer'], defaults: ['0'], checks: numbers },
  {
    sql: 'integer',
    isKey: true,
    fitting: ['smallint', 'bigint'],
    defaults: ['7', '(1 + 1)'],
    checks: [...numbers, '@ in (1, 2, 3)', '@ = any (array[1, 5])'],
  },
  {
    sql: 'bigint',
    isKey: true,
    fitting: ['integer', 'smallint'],
    defaults: ["'5'"],
    checks: numbers,
  },
  {
    sql: 'numeric(6,2)',
    isKey: true,
    fitting: ['numeric(8,3)', 'numeric'],
    defaults: ['0', '-1.5'],
    checks: numbers,
  },
  {
    sql: 'numeric',
    isKey: true,
    fitting: ['numeric(6,2)', 'integer'],
    checks: [...numbers, '@ <= 1e300'],
  },
  {
    sql: 'text',
    isKey: true,
    fitting: ['varchar(20)', 'char(9)'],
    defaults: ["'x'", "''", "'it''s'", 'current_user'],
    checks: [
      'length(@) > 0',
      'char_length(@) between 1 and 40',
      "@ <> ''",
      "@ ~ '^[a-z0-9]+$'",
      "@ in ('draft', 'live')",
      "@ = any (array['__proto__', 'it''s', 'two\nlines'])",
      '@ = upper(@) or true',
    ],
  },
  {
    sql: 'varchar(12)',
    isKey: true,
    fitting: ['varchar(20)', 'varchar(8)', 'text'],
    defaults: ["'a'"],
    checks: ["@ in ('draft', 'live')", "@::text = any (array['a', 'b'])", 'length(@::text) <= 10'],
  },
  {
    sql: 'char(5)',
    isKey: true,
    fitting: ['char(9)', 'varchar(5)'],
    checks: ["@ in ('ab', 'cd')"],
  },
  { sql: 'varchar(9) collate "C"', isKey: true, fitting: ['varchar(9)'] },
  { sql: 'boolean', defaults: ['true'], checks: ['@ is not null or true'] },
  {
    sql: 'date',
    isKey: true,
    fitting: ['timestamp'],
    defaults: ["'2026-01-01'", 'current_date'],
    checks: ["@ > '1999-01-01'"],
  },
  {
    sql: 'timestamptz(3)',
    isKey: true,
    fitting: ['timestamptz', 'timestamptz(0)'],
    defaults: ['now()'],
  },
  { sql: 'timestamp', isKey: true, fitting: ['timestamp(3)', 'date'] },
  { sql: 'time(0)', isKey: true, fitting: ['time'] },
  { sql: 'uuid', isKey: true, defaults: ['gen_random_uuid()'] },
  { sql: 'mood', isKey: true, defaults: ["'it''s'"] },
  { sql: 'code', isKey: true, fitting: ['varchar(4)', 'text'] },
  { sql: 'small', isKey: true, fitting: ['integer'] },
  { sql: 'real', checks: ['@ <= 1000.5'] },
  { sql: 'json' },
  { sql: 'smallint[]', checks: ['cardinality(@) < 9'] },
  { sql: 'mood[]' },
]

/** Types that cannot be keys of an entity, or that nothing can be written to. */
const oddTypes: readonly RandomType[] = [
  { sql: 'jsonb', isKey: true, defaults: ["'{}'"] },
  { sql: 'inet', isKey: true },
  { sql: 'bytea', isKey: true },
  { sql: 'interval', isKey: true },
  { sql: 'text[]', isKey: true, defaults: ["'{a,b}'"] },
  { sql: 'double precision', isKey: true, checks: ['@ >= 0'] },
  { sql: 'point' },
  { sql: 'int4range' },
  { sql: 'timetz' },
  { sql: 'money' },
  { sql: 'tsvector' },
]

/** Names of tables and columns. */
const names: readonly string[] = [
  ...['id', 'name', 'title', 'label', 'order', 'select', 'class', 'default', 'import', 'await'],
  ...['let', 'schema', 'text', 'integer', 'undefined', 'null', 'length', 'then', 'toJSON', 'in'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'valueOf',
    'arguments',
  ],
  ...[
    'dataset_version',
    '_links',
    'links',
    'version',
    'row_version',
    'key',
    'ids',
    'filter',
    'all',
  ],
  ...['a', 'A', 'a_id', 'aId', 'a_between', 'aIds', 'a_in', 'b', 'B', 'b_id', 'billtoaddressid'],
  ...[
    'a"b',
    "it's",
    'x`y',
    '\u0024{z}',
    'new\nline',
    'tab\there',
    '\u0001',
    '\u001b[31mred',
    '\u2028',
  ],
  ...[
    'a\u20ddb',
    '\u2e2f',
    'a\u20dd',
    '\u00bd',
    'm\u00b2',
    '\u65e5\u672c',
    '\ud83d\udca5',
    '2nd',
    '\u00fcn\u00efc\u00f6d\u00e9',
  ],
  ...['a.b', 'a,b', 'a;b', '*/', '//', '%', '?', '-', '--', ' ', '(d)', '{c}', '[a]', '<b>', '\\'],
  ...['tenant', 'define_entity', 'belongs_to', 'is', 'status', 'reported_by', 'person', 'child'],
  ...['not', 'like', 'IN', 'BETWEEN', 'desc', 'count', 'category', 'measure', 'a~b', '\u202eevil'],
]

const comments = [
  '*/ throw 1 /*',
  "it's",
  '\u0024{1}',
  '`',
  '\u001b]0;x\u0007',
  '\u2028',
  'two\nlines',
  '',
  '\\',
]

type Gen = fc.GeneratorValue

interface Column {
  readonly name: string
  readonly type: string
  readonly isNotNull: boolean
}

interface Table {
  /** Quoted, with its schema. */
  readonly name: string
  readonly key: readonly Column[]
  readonly unique: readonly Column[]
  readonly columns: readonly Column[]
}

const typeOf = (sql: string): RandomType | undefined =>
  [...types, ...oddTypes].find((type) => type.sql === sql)
const quote = pg.escapeIdentifier
const listOf = (columns: readonly Column[]): string =>
  columns.map(({ name }) => quote(name)).join(', ')

export interface RandomSchema {
  readonly schemas: readonly string[]
  /** Statements that create the tables; together they are one script. */
  readonly sql: string
}

/** One value of a list, and a decision of the given chance in ten. */
const pick = <T>(g: Gen, values: readonly T[]): T => values[g(fc.nat, { max: values.length - 1 })]!
const isChosen = (g: Gen, inTen: number): boolean => g(fc.nat, { max: 9 }) < inTen

/** A name that is not taken. */
const nameIn = (g: Gen, taken: Set<string>): string => {
  for (;;) {
    const chosen = isChosen(g, 6) ? pick(g, names) : `${pick(g, names)}${pick(g, names)}`
    const name = chosen.slice(0, 20)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

export const randomSchemas: fc.Arbitrary<RandomSchema> = fc.gen().map((g) => {
  const schemas = [
    'public',
    ...Array.from({ length: g(fc.nat, { max: 2 }) }, (_, index) => `${pick(g, names)}${index}`),
  ]
  const statements = [
    ...schemas.slice(1).map((schema) => `create schema ${quote(schema)}`),
    `create type mood as enum (${labels.map((label) => pg.escapeLiteral(label)).join(', ')})`,
    "create domain code as varchar(4) check (value <> 'zzzz')",
    'create domain small as integer check (value >= 0) check (value < 100)',
  ]
  const taken = new Map(schemas.map((schema) => [schema, new Set<string>()]))
  const tables: Table[] = []
  for (let count = 2 + g(fc.nat, { max: 5 }); count > 0; count--) {
    const schema = pick(g, schemas)
    const plain = nameIn(g, taken.get(schema)!)
    const { table, sql } = randomTable(g, `${quote(schema)}.${quote(plain)}`, tables)
    tables.push(table)
    statements.push(...sql)
    if (isChosen(g, 2)) {
      const view = `${quote(schema)}.${quote(nameIn(g, taken.get(schema)!))}`
      statements.push(`create view ${view} as select * from ${table.name}`)
    }
  }
  if (tables.length > 1 && isChosen(g, 6)) {
    const schema = pick(g, schemas)
    const name = `${quote(schema)}.${quote(nameIn(g, taken.get(schema)!))}`
    statements.push(randomJoin(g, name, pick(g, tables), pick(g, tables)))
  }
  return { schemas, sql: statements.map((each) => `${each};\n`).join('') }
})

const randomTable = (
  g: Gen,
  name: string,
  earlier: readonly Table[],
): { readonly table: Table; readonly sql: readonly string[] } => {
  const taken = new Set<string>()
  const lines: string[] = []
  const columns: Column[] = []
  const add = (type: string, isNotNull: boolean, extra = ''): Column => {
    const column = { name: nameIn(g, taken), type, isNotNull }
    columns.push(column)
    lines.push(`${quote(column.name)} ${type}${isNotNull ? ' not null' : ''} ${extra}`)
    return column
  }
  const refer = (target: Table, isNotNull: boolean): readonly Column[] => {
    const referred =
      target.unique.length > 0 && isChosen(g, 3) ? target.unique.slice(0, 1) : target.key
    const keyColumns = referred.map(({ type }) => {
      const fitting = typeOf(type)?.fitting ?? []
      return add(fitting.length > 0 && isChosen(g, 3) ? pick(g, fitting) : type, isNotNull)
    })
    const isReversed = isChosen(g, 2)
    const inOrder = <T>(list: readonly T[]) => (isReversed ? [...list].reverse() : list)
    lines.push(
      `foreign key (${listOf(inOrder(keyColumns))}) references ${target.name} (${listOf(inOrder(referred))})`,
    )
    return keyColumns
  }

  const isOddKey = earlier.length > 0 && isChosen(g, 1)
  const keyTypes = (isOddKey ? oddTypes : types).filter(({ isKey }) => isKey)
  const key: Column[] = []
  if (earlier.length > 0 && isChosen(g, 3)) key.push(...refer(pick(g, earlier), true))
  const parts = key.length > 0 ? g(fc.nat, { max: 2 }) : pick(g, [1, 1, 1, 2, 3])
  for (let part = 0; part < parts; part++) {
    const isPlain = isChosen(g, 3)
    const type = isPlain ? pick(g, ['integer', 'bigint', 'uuid']) : pick(g, keyTypes).sql
    const isIdentity = isPlain && type !== 'uuid' && isChosen(g, 5)
    key.push(
      add(
        type,
        true,
        isIdentity ? `generated ${pick(g, ['always', 'by default'])} as identity` : '',
      ),
    )
  }
  lines.push(`${pick(g, ['primary key', 'primary key', 'primary key', 'unique'])} (${listOf(key)})`)

  const unique: Column[] = []
  for (let count = g(fc.nat, { max: 6 }); count > 0; count--) {
    const isOdd = isChosen(g, 1)
    const { sql, isKey, defaults = [], checks = [] } = pick(g, isOdd ? oddTypes : types)
    const isUnique = isKey === true && isChosen(g, 2)
    const preset = defaults.length > 0 && isChosen(g, 3) ? `default ${pick(g, defaults)}` : ''
    const column = add(sql, isChosen(g, isOdd ? 1 : 5), preset)
    if (isUnique) unique.push(column)
    if (checks.length > 0 && preset === '' && isChosen(g, 5)) {
      lines.push(`check (${pick(g, checks).replaceAll('@', () => quote(column.name))})`)
    }
  }
  for (const { name: column } of unique) lines.push(`unique (${quote(column)})`)
  const table = { name, key, unique, columns }
  for (let count = g(fc.nat, { max: 2 }); count > 0 && earlier.length > 0; count--) {
    refer(pick(g, earlier), isChosen(g, 4))
  }
  if (isChosen(g, 2)) refer(table, false)
  const [first, second] = columns
  if (first && second && isChosen(g, 2)) {
    lines.push(`check (${quote(first.name)} is not null or ${quote(second.name)} is null)`)
  }
  const sql = [`create table ${name} (\n  ${lines.join(',\n  ')})`]
  if (isChosen(g, 2)) {
    sql.push(`comment on table ${name} is ${pg.escapeLiteral(pick(g, comments))}`)
    sql.push(
      `comment on column ${name}.${quote(columns[0]!.name)} is ${pg.escapeLiteral(pick(g, comments))}`,
    )
  }
  return { table, sql }
}

/** A table of two foreign keys that are unique together. */
const randomJoin = (g: Gen, name: string, left: Table, right: Table): string => {
  const taken = new Set<string>()
  const ends = [left, right].map(({ name: target, key }) => {
    const keyColumns = key.map(({ type }) => ({ name: nameIn(g, taken), type, isNotNull: true }))
    return { target, key, keyColumns }
  })
  const columns = ends.flatMap(({ keyColumns }) => keyColumns)
  return `create table ${name} (
    ${columns.map((column) => `${quote(column.name)} ${column.type}`).join(', ')},
    ${ends.map(({ target, key, keyColumns }) => `foreign key (${listOf(keyColumns)}) references ${target} (${listOf(key)})`).join(', ')},
    primary key (${listOf(columns)}))`
}
