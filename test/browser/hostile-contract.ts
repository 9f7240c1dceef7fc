/**
 * An application whose every text tries to break the page that shows it: titles, labels, help,
 * messages, names of enum values and the rows themselves; a resource with 200 columns, and 300
 * resources.
 */
import {
  belongsTo,
  boolean,
  category,
  count,
  date,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  hasMany,
  IN,
  instant,
  integer,
  LIKE,
  measure,
  money,
  reference,
  series,
  text,
  version,
} from 'corollary'
import type pg from 'pg'

/** A page where one of them runs has the global variable `attacked`. */
export const hostileTexts = [
  '<script>globalThis.attacked = true</script>',
  '<img src=x onerror="globalThis.attacked = true">',
  '"><svg onload="globalThis.attacked = true">',
  "' onmouseover='globalThis.attacked = true' x='",
  '</title></style></textarea><iframe srcdoc="<script>parent.attacked=1</script>">',
  'javascript:globalThis.attacked=true',
  '{{constructor.constructor("globalThis.attacked = true")()}}',
  '=HYPERLINK("http://127.0.0.1:9/")',
  '../../../../etc/passwd?a=b&c=d#e%2F%00',
  '\u202Eright to left override\u202C שלום עולם مرحبا',
  'zero\u200B\u200Dwidth\uFEFF\u2060 and \u0301combining Z̸̡͓̾a̷̛͇l̴̰̔g̵̝̀o̵̘͝',
  'line\nbreak\r\n\ttab',
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(20),
  '__proto__',
  'null',
  'W'.repeat(10_000),
  'words without end '.repeat(500),
] as const

const hostile = (index: number): string => hostileTexts[index % hostileTexts.length]!
/** Titles that are hostile and differ. */
const title = (index: number): string => `${hostile(index)} ${index}`

const columnCount = 200
export const resourceCount = 300

const wideNames = Array.from({ length: columnCount }, (_, index) => `c${index}`)
const wide = Object.fromEntries(
  wideNames.map((name, index) => [
    name,
    text({ nullable: true, label: title(index), description: hostile(index + 1) }),
  ]),
)
const states = ['<b>bold</b>', '"quoted"', "it's", 'constructor', '‮dlrow', 'a,b;c']

const rows = defineEntity('hostile_rows', {
  id: integer({ primaryKey: true, generated: true }),
  label: text({ maxLength: 20_000, label: title(0) }),
  state: enumOf(states, { labels: Object.fromEntries(states.map((name, i) => [name, title(i)])) }),
  amount: money({ precision: 12, scale: 2, currency: 'USD', nullable: true, label: title(1) }),
  isOpen: boolean({ nullable: true, label: title(2) }),
  day: date({ nullable: true, label: title(3) }),
  at: instant({ nullable: true, label: title(4) }),
  prototype: text({ nullable: true, label: title(5) }),
  parent: belongsTo('rows', { column: 'parent_id', nullable: true, label: title(6) }),
  children: hasMany('rows', { column: 'parent_id' }),
  version: version(),
})
const columns = defineEntity('hostile_columns', {
  id: integer({ primaryKey: true, generated: true }),
  ...wide,
})
const things = defineEntity('hostile_things', {
  id: integer({ primaryKey: true, generated: true }),
  name: text(),
})
const hostileSchema = defineSchema({ rows, columns, things })

const plain = {
  ...({ label: '.', state: '.', amount: '.', isOpen: '.', day: '.', at: '.' } as const),
  prototype: '.',
  parentId: 'parent.id',
} as const

const note = { note: text({ maxLength: 100, nullable: true, label: title(7) }) }

const rowsResource = hostileSchema.resource('rows', {
  key: 'hostile.rows',
  title: title(0),
  description: hostile(0),
  response: {
    ...({ id: '.', ...plain, parentLabel: 'parent.label' } as const),
    childCount: count('children'),
    version: '.',
  },
  create: plain,
  update: plain,
  delete: true,
  intents: { rename: { title: title(8), fields: { label: '.' } } },
  filter: {
    label: LIKE('label', { label: title(9) }),
    state: IN(),
    parentId: EQUAL('parent.id'),
    parentLabel: LIKE('parent.label', { label: title(10) }),
  },
  defaultSort: ['id'],
  optionLabel: 'label',
  optionSources: {
    parents: {
      type: 'LIGHT_LOOKUP',
      id: 'parent.id',
      label: 'parent.label',
      filterField: 'parentId',
    },
  },
  stats: {
    state: category(),
    parent: reference({ path: 'parent.id', labelPath: 'parent.label' }),
    label: category(),
    amount: measure({ histogram: true }),
    at: series(),
  },
  hints: {
    label: { helpText: hostile(1), description: hostile(2), group: hostile(3) },
    amount: { group: hostile(16) },
  },
  actions: {
    explode: hostileSchema.action(
      'rows',
      {
        title: title(11),
        description: hostile(4),
        request: note,
        successMessage: hostile(1),
        interaction: { riskLevel: 'HIGH', confirmationRequired: true },
      },
      ({ update }) => update({ isOpen: false }),
    ),
  },
})

const everyColumn = Object.fromEntries(wideNames.map((name) => [name, '.']))
const columnsResource = hostileSchema.resource('columns', {
  key: 'hostile.columns',
  title: title(12),
  response: { id: '.', ...everyColumn },
  ...{ create: everyColumn, update: everyColumn, delete: true },
  filter: Object.fromEntries(wideNames.map((name) => [name, LIKE()])),
  defaultSort: ['id'],
  optionLabel: 'c0',
  // The compiler cannot know names that are made at run time.
} as never)

const manyResources = Array.from({ length: resourceCount - 2 }, (_, index) =>
  hostileSchema.resource('things', {
    key: `hostile.things-${index}`,
    title: title(index),
    description: hostile(index + 1),
    response: { id: '.', name: '.' },
    filter: { name: LIKE() },
    defaultSort: ['id'],
  }),
)

export const hostileResources = [rowsResource, columnsResource, ...manyResources]

const tables = `
create table hostile_rows (
  id integer generated by default as identity primary key, label text not null, state text not null,
  amount numeric(12, 2), is_open boolean, day date, at timestamptz, prototype text,
  parent_id integer references hostile_rows, version integer not null default 1);
create table hostile_columns (
  id integer generated by default as identity primary key,
  ${wideNames.map((name) => `${name} text`).join(', ')});
create table hostile_things (
  id integer generated by default as identity primary key, name text not null);`

/** Creates the tables, with each hostile text in each place for one. */
export const fillHostileTables = async (client: pg.ClientBase): Promise<void> => {
  await client.query(tables)
  for (const [index, value] of hostileTexts.entries()) {
    await client.query(
      `insert into hostile_rows (label, state, amount, is_open, day, at, prototype, parent_id)
       values ($1, $2, $3, $4, '2026-01-01', '0001-01-01T00:00:00Z', $1, $5)`,
      [
        value,
        states[index % states.length],
        (index * 1_000_000_000) % 9_999_999_999,
        index % 2 === 0,
        index || null,
      ],
    )
    await client.query('insert into hostile_things (name) values ($1)', [value])
  }
  const values = wideNames.map((_, index) => hostile(index))
  const parameters = values.map((_, index) => `$${index + 1}`).join(', ')
  await client.query(
    `insert into hostile_columns (${wideNames.join(', ')}) values (${parameters})`,
    values,
  )
}
