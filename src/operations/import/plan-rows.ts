/**
 * Decides what each row of a block does: create a record, change the members that differ from its
 * record, or nothing. Locks the records of the block.
 */
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { eitherOf } from '../../foundation/errors/value-forms.js'
import type { Translator } from '../../foundation/text/messages.js'
import { canonicalText, isEnum } from '../../model/kinds/kinds.js'
import { readerOf } from '../../model/kinds/value-reader.js'
import type { Operation } from '../../model/operation-table.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { columnTarget } from '../../model/types/path.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'
import { idsStatement } from '../../query/statements/list-statements.js'
import { recordsStatement } from '../../query/statements/record-statements.js'
import type { ImportMode } from '../../wire/import.js'
import type { BatchItem } from '../batch/batch-items.js'
import type { RecordRow } from '../read/read.js'
import type { Work } from '../work/work.js'
import { type LockedRecord, lockRecords, stale } from '../write/locked-records.js'
import { isMarkable, isSameCell, textOfCell, valueOfCell } from './cell-values.js'
import { enumValueOf, type FileColumn } from './file-columns.js'
import type { Cell, CellForm, FileRow } from './import-file.js'
import { ReferenceLabels } from './reference-labels.js'

/** Updates and unchanged rows have the record that they are about. */
export type RowPlan =
  | { readonly item: BatchItem; readonly record?: RecordRow; readonly changed?: readonly string[] }
  | { readonly error: AppError }
  | { readonly isUnchanged: true; readonly record: RecordRow }

export interface BlockPlan {
  /** In the order of the rows. */
  readonly plans: readonly RowPlan[]
  /** The records that the rows name, by id. */
  readonly locked: ReadonlyMap<string, LockedRecord>
}

export interface RowReading {
  readonly mode: ImportMode
  /** The number of headers. */
  readonly width: number
  readonly columns: readonly FileColumn[]
  readonly cells: CellForm
  readonly languages: readonly Translator[]
}

type ColumnField = Extract<WriteField, { readonly type: 'column' }>

/** Plans the rows of one import, block by block. */
export class RowPlanner {
  readonly #work: Work
  readonly #reading: RowReading
  /** A row changes what its cells say, and keeps what the file has no column for. */
  readonly #changes: WriteShapeModel | undefined
  readonly #labels: ReferenceLabels
  /** Rows by the record that they name, or the key that they give to one. */
  readonly #taken = new Map<string, number>()
  readonly #id: FileColumn | undefined
  readonly #key: FileColumn | undefined
  readonly #version: FileColumn | undefined

  constructor(work: Work, reading: RowReading) {
    const { resource } = work.call
    const named = (name: string | undefined) =>
      reading.columns.find((column) => column.name === name)
    this.#work = work
    this.#changes = resource.update && { ...resource.update, mode: 'intent' }
    this.#reading = reading
    this.#labels = new ReferenceLabels(work.call)
    this.#id = named(resource.idField)
    this.#key = resource.response.has(resource.importKey ?? '')
      ? named(resource.importKey)
      : undefined
    const { version } = resource.entity
    this.#version = version && reading.columns.find(({ shown }) => shown === version)
  }

  async plan(rows: readonly FileRow[]): Promise<BlockPlan> {
    await this.#loadLabels(rows)
    const ids = rows.map((row) => this.#idOf(row))
    const keys = rows.map((row) => this.#keyOf(row))
    const { locked, ...records } = await this.#lockNamed(
      ids.filter(isText),
      keys.filter((_, at) => ids[at] === undefined).filter(isText),
    )
    const plans = rows.map((row, at): RowPlan => {
      try {
        return this.#planRow(row, { id: ids[at], key: keys[at], ...records })
      } catch (error) {
        if (error instanceof AppError) return { error }
        throw error
      }
    })
    return { plans, locked }
  }

  #planRow(row: FileRow, { id, key, byId, byKey }: Named): RowPlan {
    this.#checkWidth(row)
    const { mode } = this.#reading
    const { resource } = this.#work.call
    if (id instanceof AppError) throw id
    if (key instanceof AppError) throw key
    if (mode === 'create') return this.#create(row, key)
    const { primaryKey } = resource.entity
    const record =
      id !== undefined
        ? byId.get(canonicalText(primaryKey, id))
        : key !== undefined
          ? byKey.get(key)
          : undefined
    if (record) return this.#update(row, record)
    const mayCreate = mode === 'upsert' && (id === undefined || this.#id?.create !== undefined)
    if (mayCreate && resource.create) return this.#create(row, key)
    if (id === undefined && key === undefined) {
      const names = [resource.idField, ...(resource.importKey ? [resource.importKey] : [])]
      throw new AppError(problem('importRowUnnamed', { names: eitherOf(names) }))
    }
    const field = id === undefined ? resource.importKey! : resource.idField
    throw new AppError(problem('importRecordMissing', { field }))
  }

  #create(row: FileRow, key: string | undefined): RowPlan {
    const { resource } = this.#work.call
    if (key !== undefined) this.#take(`key ${key}`, row)
    const data = this.#members(row, ({ create }) => create, undefined)
    return { item: { operation: operationOf(resource.operations, 'create'), data } }
  }

  #update(row: FileRow, record: RecordRow): RowPlan {
    const { resource } = this.#work.call
    const id = canonicalText(resource.entity.primaryKey, record.id)
    this.#take(`id ${id}`, row)
    const versions = this.#versionOf(row)
    const changed = (column: FileColumn) =>
      column.update && this.#differs(row, column, column.update, record) ? column.update : undefined
    const data = this.#members(row, changed, null)
    if (Object.keys(data).length === 0 || !this.#changes) {
      if (versions && !versions.includes(record.version ?? '')) throw stale()
      return { isUnchanged: true, record }
    }
    const isMissing = resource.requireVersion && !versions
    return {
      record,
      changed: Object.keys(data),
      item: {
        operation: operationOf(resource.operations, 'update'),
        data,
        shape: this.#changes,
        record: { id, precondition: { versions, isMissing } },
      },
    }
  }

  /** Each record may have one row, because rows do not overrule each other. */
  #take(name: string, { number }: FileRow): void {
    const other = this.#taken.get(name)
    if (other !== undefined) throw new AppError(problem('importRowRepeated', { other }))
    this.#taken.set(name, number)
  }

  #checkWidth({ cells }: FileRow): void {
    const { width } = this.#reading
    const at = cells.findIndex((cell, index) => index >= width && cell !== null && cell !== '')
    if (at >= 0) throw new AppError(problem('importRowTooLong', { place: at + 1 }))
  }

  /** The members that a row sends. An empty cell clears a member, or leaves it to its default. */
  #members(
    row: FileRow,
    fieldOf: (column: FileColumn) => ColumnField | undefined,
    ofEmpty: null | undefined,
  ): Readonly<Record<string, unknown>> {
    const problems: Problem[] = []
    const members: Record<string, unknown> = {}
    for (const column of this.#reading.columns) {
      const field = fieldOf(column)
      if (!field) continue
      members[field.name] = this.#valueOf(row, column, field, problems) ?? ofEmpty
    }
    if (problems.length > 0) throw new AppError(problems)
    return members
  }

  /** Undefined: the cell is empty. */
  #valueOf(
    { cells }: FileRow,
    { at, name }: FileColumn,
    { column }: ColumnField,
    problems: Problem[],
  ): unknown {
    const cell = this.#plain(cells[at] ?? null, column)
    if (cell === null || (cell === '' && column.kind !== 'text')) return undefined
    const value = valueOfCell(column, cell)
    if (typeof value !== 'string') return value
    if (isEnum(column) && !column.values?.includes(value)) {
      return enumValueOf(column, value, this.#reading.languages) ?? value
    }
    if (!this.#isLabel(column, value)) return value
    const found = this.#labels.find(column, value)
    if (found && found.count > 1) {
      problems.push(problem('importLabelAmbiguous', { target: name, count: found.count }))
    }
    if (found) return valueOfCell(column, found.id)
    if (column.kind !== 'text') problems.push(problem('importLabelUnknown', { target: name }))
    return value
  }

  #plain(cell: Cell, column: ColumnModel): Cell {
    return typeof cell === 'string' && isMarkable(column) ? this.#reading.cells.plain(cell) : cell
  }

  /** A text that is not an id, or may be either. */
  #isLabel(column: ColumnModel, value: string): boolean {
    if (!column.references || !this.#labels.accepts(column)) return false
    return column.kind === 'text' || 'fault' in readerOf(column).read(value, 'UTC')
  }

  #differs(row: FileRow, column: FileColumn, field: ColumnField, record: RecordRow): boolean {
    const { shown, shownAt, at } = column
    if (!shown || shownAt === undefined || shown !== field.column) return true
    const { zone } = this.#work.call.clock
    const { cells } = this.#reading
    const text = record.textAt(shownAt)
    const cell = row.cells[at] ?? null
    if (isSameCell(cell, text === null ? null : cells.shown(shown.kind, text, zone))) return false
    if (text === null) return true
    const value = this.#valueOf(row, column, field, [])
    if (value === undefined) return true
    const sent = field.reader.read(value, zone)
    const stored = field.reader.read(valueOfCell(shown, text), zone)
    return !(
      'parameter' in sent &&
      'parameter' in stored &&
      canonicalText(shown, sent.parameter) === canonicalText(shown, stored.parameter)
    )
  }

  #idOf({ cells }: FileRow): string | undefined | AppError {
    if (!this.#id) return undefined
    const { idReader, idField } = this.#work.call.resource
    const cell = cells[this.#id.at] ?? null
    if (cell === null || cell === '') return undefined
    const reading = idReader.read(valueOfCell(idReader.type, cell), 'UTC')
    if ('parameter' in reading) return reading.parameter
    return new AppError(problem('idInvalid', { target: idField, fault: reading.fault }))
  }

  #keyOf({ cells }: FileRow): string | undefined | AppError {
    const { at = -1, shown, name } = this.#key ?? {}
    if (!shown) return undefined
    const cell = this.#plain(cells[at] ?? null, shown)
    if (cell === null || cell === '') return undefined
    const reading = readerOf(shown).read(valueOfCell(shown, cell), this.#work.call.clock.zone)
    if ('parameter' in reading) return canonicalText(shown, reading.parameter)
    return new AppError(problem('valueInvalid', { target: name!, fault: reading.fault }))
  }

  #versionOf({ cells }: FileRow): readonly string[] | undefined {
    if (!this.#version) return undefined
    const { at, shown, name } = this.#version
    const cell = cells[at] ?? null
    if (cell === null || cell === '') return undefined
    const reading = readerOf(shown!).read(valueOfCell(shown!, cell), 'UTC')
    if ('parameter' in reading) return [reading.parameter]
    throw new AppError(problem('valueInvalid', { target: name, fault: reading.fault }))
  }

  /**
   * The records that rows name, which are locked before they are read: a row changes what differs
   * from its record, so nothing else may change the record until the row is written.
   *
   * @throws AppError DATA_INTEGRITY_VIOLATION if several visible records have one of the keys
   */
  async #lockNamed(ids: readonly string[], keys: readonly string[]): Promise<NamedRecords> {
    const byId = new Map<string, RecordRow>()
    const byKey = new Map<string, RecordRow>()
    if (this.#reading.mode === 'create') return { byId, byKey, locked: new Map() }
    const { call, transaction } = this.#work
    const { resource } = call
    const named = [...new Set([...ids, ...(await this.#idsOfKeys(keys))])]
    if (named.length === 0) return { byId, byKey, locked: new Map() }
    const locked = await lockRecords(this.#work, named, 'no key update')
    const { rows } = await transaction.run(
      recordsStatement(resource, [...locked.keys()], resource.prepared.selection()),
    )
    const wanted = new Set(keys)
    const { shown, shownAt, name } = this.#key ?? {}
    for (const row of rows) {
      byId.set(canonicalText(resource.entity.primaryKey, row.id), row)
      const text = shownAt === undefined ? null : row.textAt(shownAt)
      const key = text === null ? undefined : canonicalText(shown!, text)
      if (key === undefined || !wanted.has(key)) continue
      // The database may have no unique index on the column.
      if (byKey.has(key)) throw new AppError(problem('importKeyNotUnique', { field: name! }))
      byKey.set(key, row)
    }
    return { byId, byKey, locked }
  }

  async #idsOfKeys(keys: readonly string[]): Promise<readonly string[]> {
    const { shown, name } = this.#key ?? {}
    if (!shown || keys.length === 0) return []
    const { call, transaction } = this.#work
    const field = {
      name: name!,
      operation: 'IN',
      form: 'list',
      target: columnTarget([], shown),
      reader: readerOf(shown),
    } as const
    const distinct = [...new Set(keys)]
    const request = {
      criteria: [{ field, operand: distinct }],
      ids: undefined,
      // More records than keys show that a key is not unique.
      limit: 2 * distinct.length,
    }
    return transaction.run(idsStatement(call.resource, request, call.clock))
  }

  async #loadLabels(rows: readonly FileRow[]): Promise<void> {
    for (const { at, create, update } of this.#reading.columns) {
      const column = (update ?? create)?.column
      if (!column?.references || !this.#labels.accepts(column)) continue
      const texts = new Set(
        rows.flatMap(({ cells }) => {
          const cell = cells[at] ?? null
          const value = cell === null || cell === '' ? undefined : valueOfCell(column, cell)
          return typeof value === 'string' && this.#isLabel(column, value) ? value : []
        }),
      )
      await this.#labels.load(this.#work, column, texts)
    }
  }
}

/** The records that the rows of a block name. */
interface NamedRecords {
  readonly byId: ReadonlyMap<string, RecordRow>
  readonly byKey: ReadonlyMap<string, RecordRow>
  readonly locked: ReadonlyMap<string, LockedRecord>
}

/** How a row names its record, and the records of its block. */
interface Named extends Pick<NamedRecords, 'byId' | 'byKey'> {
  readonly id: string | undefined | AppError
  readonly key: string | undefined | AppError
}

const isText = (value: string | undefined | AppError): value is string => typeof value === 'string'

const operationOf = (operations: readonly Operation[], name: 'create' | 'update'): Operation =>
  operations.find((operation) => operation.name === name)!

/** What errors show of a cell. Undefined: it is empty. */
export const shownCell = (cell: Cell | undefined): string | undefined =>
  cell == null || cell === '' ? undefined : textOfCell(cell).slice(0, 100)
