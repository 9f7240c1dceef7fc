/** Reads recorded changes. */
import type { Row, Statement } from '../../foundation/execution/statement.js'
import { idTexts } from '../../model/kinds/composite-id.js'
import { withScale } from '../../model/kinds/decimal-text.js'
import { kinds } from '../../model/kinds/kinds.js'
import { type ColumnModel, physicalColumns } from '../../model/types/entity-model.js'
import type { ResponseField } from '../../model/types/response-field.js'
import { printedColumn } from '../../query/rows/response-fields.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { createTables, Scope } from '../../query/rows/visible-rows.js'
import {
  and,
  inUtc,
  parameter,
  rowParameter,
  type Sql,
  sql,
  toStatement,
} from '../../query/sql/sql.js'
import { type RecordedOperation, sourceOf } from '../../query/statements/record-changes.js'
import { type DecidingChanges, decides, decidingChanges } from './deciding-changes.js'

/** A field of the entity as it appears in responses. */
interface ShownField {
  readonly names: readonly string[]
  /** Response fields that are its value, with the column that prints it. */
  readonly values: readonly { readonly name: string; readonly column: ColumnModel }[]
}

/** The first name on the path of a response field. */
const fieldOf = ({ target, ...field }: ResponseField): string => {
  const [hop] = target.hops
  if (hop) return hop.field
  return field.type === 'column' && target.type === 'column'
    ? target.column.field
    : (target as Exclude<typeof target, { type: 'column' }>).relation.field
}

/** The fields of the entity that the caller sees, by name. */
const shownFields = ({ response }: ResourceView): ReadonlyMap<string, ShownField> => {
  const shown = new Map<string, ShownField>()
  for (const field of response.values()) {
    const name = fieldOf(field)
    const { names, values } = shown.get(name) ?? { names: [], values: [] }
    const isValue = field.type === 'column' && field.target.hops.length === 0
    const value = isValue ? [{ name: field.name, column: field.target.column }] : []
    shown.set(name, { names: [...names, field.name], values: [...values, ...value] })
  }
  return shown
}

/** The names under which the caller sees changed fields. */
export const shownNames = (
  resource: ResourceView,
  fields: readonly string[],
): readonly string[] => {
  const shown = shownFields(resource)
  return fields.flatMap((field) => shown.get(field)?.names ?? [])
}

/** Old and new texts of values, by field of the entity. */
export type AuditedTexts = Readonly<
  Record<string, readonly [before: string | null, after: string | null]>
>

/** JSON of the audited values that the caller sees: `{"salary":{"old":1,"new":2}}`. */
export const shownValues = (resource: ResourceView, audited: AuditedTexts): string => {
  const shown = shownFields(resource)
  const members = Object.entries(audited).flatMap(([field, [before, after]]) =>
    (shown.get(field)?.values ?? []).map(({ name, column }) => {
      const print = kinds[column.kind].printer(column)
      const json = (text: string | null) => (text === null ? 'null' : print(text))
      return `${JSON.stringify(name)}:{"old":${json(before)},"new":${json(after)}}`
    }),
  )
  return `{${members.join(',')}}`
}

/** A recorded change. */
export interface RecordedChange {
  readonly seq: string
  /** Time in the format of RFC 3339. */
  readonly at: string
  readonly operation: RecordedOperation
  readonly action: string | null
  readonly resource: string
  readonly principal: string | null
  readonly tenant: string | null
  /** Names of the changed fields, as the entity names them. */
  readonly fields: readonly string[]
  readonly oldVersion: string | null
  readonly newVersion: string | null
  readonly audited: AuditedTexts
  readonly traceId: string | null
}

export const changeColumns = sql`c.seq, ${inUtc(sql`c.at`)}, c.operation, c.action, c.resource, c.principal,
  c.tenant, to_json(c.fields), c.old_version, c.new_version, c.audited, c.trace_id`

const printInstant = kinds.instant.printer({ kind: 'instant' })

export const toChange = (row: Row): RecordedChange => {
  const [seq, at, operation, action, resource, principal, tenant, fields, ...rest] = row
  const [oldVersion, newVersion, audited, traceId] = rest
  return {
    seq: seq!,
    at: JSON.parse(printInstant(at!)) as string,
    operation: operation as RecordedOperation,
    action: action ?? null,
    resource: resource!,
    principal: principal ?? null,
    tenant: tenant ?? null,
    fields: JSON.parse(fields!) as readonly string[],
    oldVersion: oldVersion ?? null,
    newVersion: newVersion ?? null,
    audited: audited == null ? {} : (JSON.parse(audited) as AuditedTexts),
    traceId: traceId ?? null,
  }
}

/** The id of a record as changes name it. */
const recordText = (id: Sql, { entity: { primaryKey } }: ResourceView): Sql =>
  sql`(${printedColumn(id, primaryKey)})::text`

/** A key as its columns would store it, whose row may be deleted. */
const keyAsStored = ({ entity: { primaryKey } }: ResourceView, id: string): Sql => {
  const parts = physicalColumns(primaryKey)
  const texts = idTexts(primaryKey, id).map((text, part) => withScale(text, parts[part]!.scale))
  return rowParameter(texts, primaryKey)
}

export interface RecordHistory {
  /** True if the record exists and is visible to the caller. */
  readonly isVisible: boolean
  /** Entries are ordered from the newest to the oldest. */
  readonly changes: readonly RecordedChange[]
}

/** Records of other tenants may have the same id. */
const ofTenant = ({ entity, tenant }: ResourceView): Sql =>
  entity.tenant ? sql`c.tenant = ${tenant ?? null}::text` : sql`true`

/** Whether the change is one of the caller's tenant, or of a record that tenants share. */
export const isOfTenant = (
  { entity, tenant }: ResourceView,
  change: Pick<RecordedChange, 'tenant'>,
): boolean => !entity.tenant || (tenant !== undefined && change.tenant === tenant)

const changeTable = ({ key, recordsTo }: ResourceView): Sql => {
  if (recordsTo === undefined) throw new Error(`changes of '${key}' are not recorded`)
  return sql.id(recordsTo, 'change')
}

/**
 * The changes of a record, whichever resource made them. For callers with restricted rows they
 * begin with the last change that decided whether they see the record.
 */
export const historyStatement = (
  resource: ResourceView,
  id: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Statement<RecordHistory> => {
  const { entity } = resource
  const table = changeTable(resource)
  const scope = new Scope(entity, createTables('v', resource))
  const isRecord = sql`${scope.primaryKey} = ${parameter(id, entity.primaryKey)}`
  // Equal keys may have several texts, such as `1.5` and `1.50`: that of the row is recorded.
  const stored = sql`select ${recordText(scope.primaryKey, resource)} from ${scope.from} where ${isRecord}`
  const isOfRecord = sql`c.source = ${sourceOf(entity.table)}
        and c.record = coalesce((${stored}), ${recordText(keyAsStored(resource, id), resource)})
        and ${ofTenant(resource)}`
  const deciding = decidingChanges(resource)
  const conditions = and([
    isOfRecord,
    ...(before === undefined ? [] : [sql`c.seq < ${before}::int8`]),
    ...(deciding
      ? [
          sql`c.operation <> 'delete'`,
          sql`c.seq >= coalesce((select max(c.seq) from ${table} as c where ${isOfRecord} and ${decides(deciding)}), 0)`,
        ]
      : []),
  ])
  return toStatement(
    sql`
    select exists (select 1 from ${scope.from} where ${isRecord}), ${changeColumns}
    from (select) as one left join (
      select * from ${table} as c where ${conditions}
      order by c.seq desc limit ${limit}::int
    ) as c on true order by c.seq desc`,
    (rows) => ({
      isVisible: rows[0]![0] === 't',
      changes: rows.flatMap(([, ...row]) => (row[0] === null ? [] : [toChange(row)])),
    }),
  )
}

/**
 * For each record the number of the last change after `seq` that decided whether the caller sees
 * it.
 */
export const lastDecidingStatement = (
  resource: ResourceView,
  deciding: DecidingChanges,
  records: readonly string[],
  seq: string,
): Statement<ReadonlyMap<string, bigint>> =>
  toStatement(
    sql`
    select c.record, max(c.seq) from ${changeTable(resource)} as c
    where c.source = ${sourceOf(resource.entity.table)} and c.record = any(${records}::text[])
      and c.seq > ${seq}::int8 and ${ofTenant(resource)} and ${decides(deciding)}
    group by c.record`,
    (rows) => new Map(rows.map(([record, last]) => [record!, BigInt(last!)])),
  )

/** A change with the record that it is of. */
export interface SourcedChange extends RecordedChange {
  readonly source: string
  /** The id as the database prints it; null for an action without a record. */
  readonly record: string | null
}

/**
 * A place in the sequence of changes. Sequence numbers cannot be places: a transaction that began
 * earlier may commit later. So a place is a snapshot, whose changes come before it, and changes are
 * read in batches: those that a later snapshot sees too, ordered by `seq`.
 */
export interface ChangePosition {
  readonly after: string
  /** A batch that was begun: the changes that `until` sees, up to `seq`, come before too. */
  readonly within?: { readonly until: string; readonly seq: string } | undefined
}

/** Some changes of a batch, in their order. */
export interface ChangePage {
  readonly after: string
  /** The snapshot that ends the batch. */
  readonly until: string
  readonly changes: readonly SourcedChange[]
  /** Milliseconds since 1970, by the clock of the database, which also dates changes. */
  readonly readAt: number
  /** The last number that was read; undefined if the batch has no further changes. */
  readonly through: string | undefined
}

/** The position after a page. */
export const positionAfter = ({ after, until, through }: ChangePage): ChangePosition =>
  through === undefined ? { after: until } : { after, within: { until, seq: through } }

/** The position after a change of a page. */
export const positionAt = (
  { after, until }: ChangePage,
  { seq }: Pick<RecordedChange, 'seq'>,
): ChangePosition => ({ after, within: { until, seq } })

/**
 * The changes that a snapshot does not see, for FROM: those of transactions that were running then,
 * which it lists, and of later ones. The index on `xid` finds both, however long a transaction
 * runs.
 */
export const unseenChanges = (schema: string, snapshot: Sql): Sql => {
  const table = sql.id(schema, 'change')
  return sql`(
        select * from ${table} where xid in (select pg_snapshot_xip(${snapshot}))
        union all
        select * from ${table} where xid >= pg_snapshot_xmax(${snapshot})
      )`
}

/**
 * Reads changes after a position.
 *
 * @param sources tables of the records. Undefined: all.
 * @param until the snapshot that ends a batch which was not begun. Undefined: that of the
 * statement.
 */
export const changesStatement = (
  schema: string,
  { after, within }: ChangePosition,
  sources: readonly string[] | undefined,
  limit: number,
  until: string | undefined = within?.until,
): Statement<ChangePage> => {
  const end = until === undefined ? sql`pg_current_snapshot()` : sql`${until}::pg_snapshot`
  const conditions = and([
    ...(sources ? [sql`c.source = any(${sources}::text[])`] : []),
    // Without `until`, the statement sees what its own snapshot sees.
    ...(until === undefined ? [] : [sql`pg_visible_in_snapshot(c.xid, bound.until)`]),
    ...(within ? [sql`c.seq > ${within.seq}::int8`] : []),
  ])
  return toStatement(
    sql`
    with bound as materialized (select ${end} as until)
    select bound.until::text, (extract(epoch from clock_timestamp()) * 1000)::int8, c.source, c.record, ${changeColumns}
    from bound left join lateral (
      select * from ${unseenChanges(schema, sql`${after}::pg_snapshot`)} as c
      where ${conditions} order by c.seq limit ${limit}::int
    ) as c on true order by c.seq`,
    (rows) => {
      const changes = rows.flatMap(([, , source, record, ...row]) =>
        source == null ? [] : [{ ...toChange(row), source, record: record ?? null }],
      )
      const through = changes.length < limit ? undefined : changes.at(-1)!.seq
      const [until, readAt] = rows[0]!
      return { after, until: until!, changes, readAt: Number(readAt), through }
    },
  )
}

/** The present snapshot. */
export const snapshotStatement: Statement<string> = {
  text: 'select pg_current_snapshot()::text',
  values: [],
  decode: (rows) => rows[0]![0]!,
}

/**
 * Identifies the history of the database: snapshots of another database, or from before a restore,
 * mean nothing here.
 */
export const epochStatement: Statement<string> = {
  text: `select system_identifier || '.' || timeline_id
    from pg_control_system(), pg_control_checkpoint()`,
  values: [],
  decode: (rows) => rows[0]![0]!,
}
