/**
 * Imports the rows of a file in one transaction: each as a create or an update of its own, written
 * in blocks by the statements of batches.
 */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Translator } from '../../foundation/text/messages.js'
import type { Unprinted } from '../../foundation/text/placeholders.js'
import { importModesOf, type ResourceModel } from '../../model/types/resource-model.js'
import type {
  ImportMode,
  ImportOutcome,
  ImportProgress,
  ImportRow,
  ImportRowError,
} from '../../wire/import.js'
import type { BatchItem, ItemResult } from '../batch/batch-items.js'
import { performItems } from '../batch/perform-batch.js'
import type { WriteContext } from '../context.js'
import { transact } from '../transaction/transact.js'
import type { Work } from '../work/work.js'
import { type ColumnReading, type FileColumn, findColumns } from './file-columns.js'
import type { FileRow, ImportFile } from './import-file.js'
import { RowList, type TextCell } from './list-rows.js'
import { type RowPlan, RowPlanner, shownCell } from './plan-rows.js'

export interface ImportRequest extends ColumnReading {
  readonly file: ImportFile
  /** Undefined: everything that the resource offers. */
  readonly mode: ImportMode | undefined
  /** One row that is wrong prevents all others. */
  readonly isAtomic: boolean
  /** How the cells of rows are listed. Undefined: the response has no rows. */
  readonly listedCell: TextCell | undefined
  readonly languages: readonly Translator[]
  readonly onProgress: (progress: ImportProgress) => void
}

/** Errors of rows in a response. */
const maxErrors = 1_000

/** @throws AppError REQUEST_PAYLOAD_INVALID, INVALID_PARAMETER, IMPORT_FAILED */
export const importRecords = async (
  call: WriteContext,
  request: ImportRequest,
): Promise<Unprinted<ImportOutcome>> => {
  const { file, isAtomic } = request
  const mode = modeOf(call.resource, request.mode)
  const columns = findColumns(call.resource, file.headers, request)
  const limitMs = call.settings['platform.import.timeout-ms']
  return transact({ ...call, limitMs }, undefined, async (work) => {
    const outcome = await importRows(work, { ...request, mode, columns })
    if (!isAtomic || outcome.failed === 0) return outcome
    const { failed, total } = outcome
    throw new AppError({ ...problem('importFailed', { failed, total }), properties: outcome })
  })
}

/** @throws AppError INVALID_PARAMETER */
const modeOf = (resource: ResourceModel, sent: ImportMode | undefined): ImportMode => {
  const accepted = importModesOf(resource)
  const mode = sent ?? accepted.at(-1)!
  if (accepted.includes(mode)) return mode
  throw new AppError(problem('importModeInvalid', { accepted: accepted.join(', ') }))
}

type RowsRequest = ImportRequest & {
  readonly mode: ImportMode
  readonly columns: readonly FileColumn[]
}

const importRows = async (work: Work, request: RowsRequest): Promise<Unprinted<ImportOutcome>> => {
  const { file, columns, languages, mode, listedCell, onProgress } = request
  const { total, cells, headers } = file
  const planner = new RowPlanner(work, {
    ...{ mode, columns, cells, languages },
    width: headers.length,
  })
  const { isDryRun, clock } = work.call
  const { zone } = clock
  const list = listedCell && new RowList({ headers, cells, columns, textCell: listedCell, zone })
  const tally = new Tally(columns, isDryRun, list)
  let done = 0
  // If nobody waits for the response any more, all is undone.
  const requireClient = (): void => {
    if (work.call.signal.aborted) throw new ClientGone()
  }
  for (const rows of file.blocks()) {
    requireClient()
    await importBlock(work, planner, rows, tally)
    done += rows.length
    onProgress({ done, total })
  }
  requireClient()
  return tally.outcome(file)
}

const columnsOf = ({ headers }: ImportFile, columns: readonly FileColumn[]) => {
  const nameAt = new Map(columns.map(({ at, name }) => [at, name]))
  return headers.flatMap((header, at) =>
    header === '' ? [] : { header, field: nameAt.get(at) ?? null },
  )
}

const importBlock = async (
  work: Work,
  planner: RowPlanner,
  rows: readonly FileRow[],
  tally: Tally,
): Promise<void> => {
  const { plans, locked } = await planner.plan(rows)
  const items: BatchItem[] = []
  const sources: number[] = []
  for (const [at, plan] of plans.entries()) {
    if (!('item' in plan)) continue
    items.push(plan.item)
    sources.push(at)
  }
  const results = items.length === 0 ? [] : await performItems(work, items, locked)
  const resultOf = new Map(results.map((result, index) => [sources[index]!, result]))
  for (const [at, plan] of plans.entries()) {
    tally.add(rows[at]!, plan, resultOf.get(at))
  }
}

type Result = ImportRow['result']

/** @param written what became of the item of the row */
const errorOfRow = (plan: RowPlan, written: ItemResult | undefined): AppError | undefined =>
  'error' in plan ? plan.error : written && 'error' in written ? written.error : undefined

/** What became of a row without an error. */
const resultOfRow = (plan: RowPlan): Result =>
  'isUnchanged' in plan ? 'unchanged' : 'record' in plan ? 'updated' : 'created'

/** Counts what became of the rows. */
class Tally {
  readonly #columns: ReadonlyMap<string, FileColumn>
  readonly #isDryRun: boolean
  readonly #list: RowList | undefined
  readonly #errors: Unprinted<ImportRowError>[] = []
  #errorCount = 0
  readonly #counts = { created: 0, updated: 0, unchanged: 0, failed: 0 } satisfies Record<
    Result,
    number
  >

  constructor(columns: readonly FileColumn[], isDryRun: boolean, list: RowList | undefined) {
    this.#isDryRun = isDryRun
    this.#list = list
    this.#columns = new Map(columns.map((column) => [column.name, column]))
  }

  add(row: FileRow, plan: RowPlan, written: ItemResult | undefined): void {
    const error = errorOfRow(plan, written)
    const result = error ? 'failed' : resultOfRow(plan)
    this.#counts[result]++
    if (error) this.#note(row, error)
    this.#list?.add(row, result, 'error' in plan ? {} : plan)
  }

  #note(row: FileRow, { problems }: AppError): void {
    for (const { code, message, target } of problems) {
      this.#errorCount++
      if (this.#errors.length >= maxErrors) continue
      const name = target?.replace(/^data\./, '').replace(/[.[].*$/, '')
      const column = name === undefined ? undefined : this.#columns.get(name)
      const value = column && shownCell(row.cells[column.at])
      this.#errors.push({
        row: row.number,
        column: column?.header ?? name ?? null,
        ...{ code, message },
        ...(value === undefined ? {} : { value }),
      })
    }
  }

  outcome(file: ImportFile): Unprinted<ImportOutcome> {
    return {
      total: file.total,
      ...this.#counts,
      columns: columnsOf(file, [...this.#columns.values()]),
      errors: this.#errors,
      truncated: this.#errorCount > this.#errors.length,
      dryRun: this.#isDryRun,
      ...(this.#list ? { rows: this.#list.rows } : {}),
    }
  }
}
