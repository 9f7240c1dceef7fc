/**
 * A contract with a column of every type, nullable and not, and with every form of relation. Its
 * filter shape has each operation over each path that supports it. It is derived from the table of
 * operations, so that a new operation gets fields automatically, and suites without a case for it
 * fail.
 */
import {
  arrayOf,
  belongsTo,
  bigint,
  boolean,
  compositeKey,
  count,
  date,
  decimal,
  defineEntity,
  defineSchema,
  duration,
  enumOf,
  every,
  float,
  hasMany,
  instant,
  integer,
  json,
  localDateTime,
  manyToMany,
  none,
  type Resource,
  some,
  text,
  time,
  uuid,
  version,
} from 'corollary'
import type { TargetKind } from '../../src/contract/filter/definition.js'
import { type FilterOperation, filterOperations } from '../../src/contract/filter/table.js'
import { hasCluster } from './cluster.js'

/** One of them has special characters: it must work as an item of an array literal. */
export const levels = ['LOW', 'MID', 'HIGH', 'TOP', `d'Arc, "X" {\\}`, 'NULL', 'UNUSED'] as const

/** The numbers that are stored for levels; they are not their places. */
export const levelNumbers = [-7, 0, 1, 2, 40, 500, 32_767] as const
const numbered = Object.fromEntries(levels.map((level, at) => [levelNumbers[at]!, level]))

const nullable = { nullable: true } as const
const short = { precision: 12, scale: 2 } as const
const long = { precision: 30, scale: 10 } as const
const icu = { collation: 'und-x-icu' } as const

const parcels = defineEntity('parcels', {
  id: integer({ primaryKey: true }),
  text: text(nullable),
  textKept: text(),
  name: text({ ...icu, nullable: true }),
  nameKept: text(icu),
  integer: integer(nullable),
  integerKept: integer(),
  small: integer(nullable),
  smallKept: integer(),
  bigint: bigint(nullable),
  bigintKept: bigint(),
  decimal: decimal({ ...short, nullable: true }),
  decimalKept: decimal(short),
  long: decimal({ ...long, nullable: true }),
  longKept: decimal(long),
  float: float(nullable),
  floatKept: float(),
  real: float(nullable),
  realKept: float(),
  boolean: boolean(nullable),
  booleanKept: boolean(),
  date: date(nullable),
  dateKept: date(),
  instant: instant(nullable),
  instantKept: instant(),
  local: localDateTime(nullable),
  localKept: localDateTime(),
  time: time(nullable),
  timeKept: time(),
  duration: duration(nullable),
  durationKept: duration(),
  uuid: uuid(nullable),
  uuidKept: uuid(),
  level: enumOf(levels, nullable),
  levelKept: enumOf(levels),
  grade: enumOf(levels, nullable),
  gradeKept: enumOf(levels),
  step: enumOf(numbered, nullable),
  stepKept: enumOf(numbered),
  json: json(nullable),
  jsonKept: json(),
  words: arrayOf(text(), nullable),
  wordsKept: arrayOf(text()),
  version: version(),
  depot: belongsTo('depots', { column: 'depot_id', nullable: true }),
  pair: belongsTo('pairs', { column: ['integer', 'text'], nullable: true }),
  lines: hasMany('lines', { column: 'parcel_id' }),
  tags: manyToMany('tags', { through: 'parcel_tags', from: 'parcel_id', target: 'tag_id' }),
})

const depots = defineEntity('depots', {
  id: integer({ primaryKey: true }),
  name: text(icu),
  note: text(nullable),
  openedOn: date(nullable),
  region: belongsTo('regions', { column: 'region_id', nullable: true }),
  parcels: hasMany('parcels', { column: 'depot_id' }),
})

const regions = defineEntity('regions', {
  id: integer({ primaryKey: true }),
  name: text(),
  rank: integer(nullable),
  depots: hasMany('depots', { column: 'region_id' }),
})

const lines = defineEntity('lines', {
  id: integer({ primaryKey: true }),
  label: text(nullable),
  amount: decimal({ ...short, nullable: true }),
  packedAt: instant(nullable),
  parcel: belongsTo('parcels', { column: 'parcel_id' }),
  depot: belongsTo('depots', { column: 'depot_id', nullable: true }),
})

const tags = defineEntity('tags', {
  id: integer({ primaryKey: true }),
  name: text(),
  weight: integer(nullable),
  parcels: manyToMany('parcels', { through: 'parcel_tags', from: 'tag_id', target: 'parcel_id' }),
})

/** Its composite key is referred to by columns that are fields of their own too. */
const pairs = defineEntity('pairs', {
  id: compositeKey(['number', 'word']),
  number: integer(),
  word: text(),
})

/** On a cluster, tables have a tenant by which they are distributed. */
export const areDistributed = hasCluster
/** Callers are of the first one. */
export const tenants = ['mine', 'other'] as const

const plain = { parcels, depots, regions, lines, tags, pairs }
const ofTenants = Object.fromEntries(
  Object.entries(plain).map(([name, { table, fields, options }]) => [
    name,
    defineEntity(table, { tenantId: text(), ...fields }, { ...options, tenant: 'tenantId' }),
  ]),
) as unknown as typeof plain
const schema = defineSchema(areDistributed ? ofTenants : plain)

/** Columns of the entity with their types. */
export const columnKinds: Readonly<Record<string, TargetKind>> = Object.fromEntries(
  Object.entries(parcels.fields).flatMap(([name, field]) =>
    field.is === 'column' && name !== 'id' ? [[name, field.kind]] : [],
  ),
)

/** Paths through relations: to-one, to-many, and each through the other. */
export const relationKinds = {
  depot: 'reference',
  'depot.id': 'integer',
  'depot.name': 'text',
  'depot.note': 'text',
  'depot.openedOn': 'date',
  'depot.parcels': 'collection',
  'depot.parcels.integer': 'integer',
  'depot.region': 'reference',
  'depot.region.id': 'integer',
  'depot.region.name': 'text',
  'depot.region.rank': 'integer',
  'depot.region.depots': 'collection',
  lines: 'collection',
  'lines.label': 'text',
  'lines.amount': 'decimal',
  'lines.packedAt': 'instant',
  'lines.depot': 'reference',
  'lines.depot.name': 'text',
  'lines.depot.openedOn': 'date',
  'lines.depot.parcels': 'collection',
  tags: 'collection',
  'tags.id': 'integer',
  'tags.name': 'text',
  'tags.weight': 'integer',
  'tags.parcels': 'collection',
  'tags.parcels.lines.label': 'text',
} as const satisfies Readonly<Record<string, TargetKind>>

/** Paths to composite keys. */
export const keyKinds = { 'pair.id': 'key' } as const

export const operations = Object.keys(filterOperations) as readonly FilterOperation[]

export const takes = (operation: FilterOperation, kind: TargetKind): boolean =>
  (filterOperations[operation].kinds as readonly TargetKind[]).includes(kind)

/** `fieldOf('lines.amount', 'BETWEEN')` is `lines_amount_BETWEEN`. */
export const fieldOf = (path: string, operation: FilterOperation): string =>
  `${path.replaceAll('.', '_')}_${operation}`

const fieldsOver = (kinds: Readonly<Record<string, TargetKind>>) =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([path, kind]) =>
      operations
        .filter((operation) => takes(operation, kind))
        .map((operation) => [fieldOf(path, operation), { operation, path }]),
    ),
  )

/** Collections whose rows are compared, with the paths from these rows. */
export const groupKinds: Readonly<Record<string, Readonly<Record<string, TargetKind>>>> =
  Object.fromEntries(
    ['lines', 'tags', 'depot.parcels'].map((collection) => [
      collection,
      Object.fromEntries(
        Object.entries(relationKinds).flatMap(([path, kind]) =>
          path.startsWith(`${collection}.`) ? [[path.slice(collection.length + 1), kind]] : [],
        ),
      ),
    ]),
  )

export const matches = { some, none, every } as const
export type Match = keyof typeof matches

/** `groupOf('depot.parcels', 'some')` is `depot_parcels_SOME`. */
export const groupOf = (path: string, match: Match): string =>
  `${path.replaceAll('.', '_')}_${match.toUpperCase()}`

const groups = Object.fromEntries(
  Object.entries(groupKinds).flatMap(([path, kinds]) =>
    Object.entries(matches).map(([match, related]) => [
      groupOf(path, match as Match),
      related(path, fieldsOver(kinds)),
    ]),
  ),
)

const filter = { ...fieldsOver({ ...columnKinds, ...relationKinds, ...keyKinds }), ...groups }

const columns = Object.fromEntries(Object.keys(columnKinds).map((name) => [name, '.']))

/** A resource is data; its typed factory requires names that the compiler knows. */
export const parcelsApi: Resource<typeof schema.entities> = {
  schema,
  data: {
    entity: 'parcels',
    key: 'tests.parcels',
    response: {
      id: '.',
      ...columns,
      depotName: 'depot.name',
      depotNote: 'depot.note',
      regionName: 'depot.region.name',
      regionRank: 'depot.region.rank',
      lineCount: count('lines'),
      tagCount: count('tags'),
    },
    filter,
    expressions: true,
    defaultSort: [],
  },
}
