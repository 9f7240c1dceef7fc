/** Says what an introspection found, wrote and left out. */
import { groupBy } from '../foundation/sequences/group-by.js'
import { visibleText } from '../foundation/text/visible-text.js'
import {
  type ApplicationPlan,
  type EntityPlan,
  type LeftOut,
  nameOf,
  type TenantCandidate,
} from './application-plan.js'
import { fileCandidatesOf } from './plan-files.js'
import type { WrittenFile } from './write-files.js'

const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

export const formatReport = (
  { entities, leftOut, joinTables, tenantCandidate }: ApplicationPlan,
  files: readonly WrittenFile[],
  tableCount: number,
): string => {
  const withOutcome = (outcome: WrittenFile['outcome']) =>
    files.filter((file) => file.outcome === outcome)
  const outcomes = (['written', 'updated', 'unchanged', 'kept'] as const)
    .map((outcome) => [outcome, withOutcome(outcome).length] as const)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
  const joins = joinTables.length === 0 ? '' : `, ${counted(joinTables.length, 'join table')}`
  return [
    `${counted(tableCount, 'table or view', 'tables and views')}: ${counted(entities.length, 'entity', 'entities')} with a resource each${joins}.`,
    `${counted(files.length, 'file')}: ${outcomes.join(', ')}.`,
    ...section('Keys of views, by their rows', viewKeysOf(entities)),
    ...sayTenants(entities),
    ...suggestTenants(tenantCandidate),
    ...section('Files', entities.flatMap(suggestFiles)),
    ...section('Soft delete', entities.flatMap(suggestSoftDelete)),
    ...section('Left out', formatLeftOut(leftOut)),
    ...withOutcome('kept').flatMap(({ path, missing }) =>
      missing.length === 0
        ? []
        : section(
            `Kept ${path}. It lacks`,
            missing.map((line) => `+ ${line}`),
          ),
    ),
  ]
    .map(visibleText)
    .join('\n')
}

/** What a view shows may change, so a start reads it again. */
const viewKeysOf = (entities: readonly EntityPlan[]): readonly string[] =>
  entities.flatMap(({ table, key }) => {
    const { viewKey } = table
    if (!viewKey || !('columns' in viewKey)) return []
    const columns = key.columns.map(({ source }) => source.name).join(', ')
    return `${nameOf(table)}: ${columns} (${counted(viewKey.rows, 'row')}).`
  })

/** A line for each reason. */
export const formatLeftOut = (leftOut: readonly LeftOut[]): readonly string[] =>
  [...groupBy(leftOut, ({ reason }) => reason)].map(([reason, subjects]) =>
    visibleText(`${subjects.map(({ subject }) => subject).join(', ')}: ${reason}.`),
  )

const sayTenants = (entities: readonly EntityPlan[]): readonly string[] => {
  const namesOf = (isOne: (entity: EntityPlan) => boolean) =>
    entities.filter(isOne).map(({ table }) => table.name)
  const shared = namesOf(({ tenant }) => tenant === 'shared')
  const tenant = entities
    .map((entity) => entity.tenant)
    .find((column) => typeof column === 'object')
  if (!tenant) return []
  return section('Tenants', [
    `'${tenant.source.name}' holds the tenant of a row. Callers reach the rows of their tenant only: see docs/guides/tenants.md.`,
    ...(shared.length === 0
      ? []
      : [`Every tenant reads all rows of ${shared.join(', ')}: remove what it must not see.`]),
  ])
}

const suggestTenants = (candidate: TenantCandidate | undefined): readonly string[] =>
  candidate
    ? section('Tenants', [
        `'${candidate.column}' is in ${candidate.tables} of ${candidate.of} tables. If it names the tenant of a row, callers reach the rows of all tenants now: see docs/guides/tenants.md.`,
      ])
    : []

/** Names of columns that mark deleted rows. */
const markName = /^(is_?)?(deleted|archived|removed)(_?(at|on))?$/i

/** What a column means is for a person to say: a guess would hide rows, or show deleted ones. */
const suggestSoftDelete = ({ columns, table }: EntityPlan): readonly string[] =>
  columns
    .filter(({ source }) => !table.isView && markName.test(source.name))
    .map(({ field, factory, isNullable, source }) => {
      const column = `${nameOf(table)}.${source.name}`
      const isFitting = factory === 'instant' && isNullable
      return isFitting
        ? `'${column}' may say when a row was deleted. If it does, give the entity the option softDelete: { at: '${field}' }, and remove '${field}' from the shapes that write.`
        : `'${column}' may mark deleted rows, which callers see now. Soft delete needs a column of type timestamptz that can be null: add one, or restrict the rows with rowAccess.`
    })

/** The bytes of a file are in a store, so the database must get further columns. */
const suggestFiles = ({ table }: EntityPlan): readonly string[] =>
  fileCandidatesOf(table).map(({ bytes, beside }) => {
    const others = beside.map(({ name }) => `'${name}'`).join(' and ')
    return `'${nameOf(table)}.${bytes.name}' looks like a file, with ${others} beside it. To upload and download it, give it the columns of a file and run the command again: see docs/guides/files.md#files-that-are-in-a-column.`
  })

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
