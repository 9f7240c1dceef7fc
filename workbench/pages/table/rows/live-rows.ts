/**
 * Keeps the rows of a table as the service has them now. They keep their places: a row that would
 * have another one stays, and so does one that is gone, until the table is read again.
 */
import type { Result } from '../../../service/connection.js'
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import type { Range } from './windowing.js'

/** A row that has changed since the table was read. */
export interface LiveRow {
  /** The current row, or the last one that was visible. */
  readonly row: Row
  /** The record was deleted, or is no longer visible to the caller. */
  readonly isGone: boolean
}

/** The rows as the table has read them. */
interface TableRows {
  readonly count: number | undefined
  readonly at: (index: number) => Row | undefined
  readonly isLoading: boolean
}

export interface LiveRowsOptions {
  readonly idField: string
  readonly read: (ids: readonly Id[]) => Promise<Result<readonly Row[]>>
  /** Called after changes that must be drawn. */
  readonly onChange: () => void
}

/** Milliseconds during which changes are collected and then read together. */
const changeMs = 200
/** Minimum time in milliseconds between two readings of rows that may be stale. */
const staleMs = 3_000
/** Milliseconds by which a timer may end early. */
const timerMs = 5
/** Maximum number of ids in a request, whose URL contains them. */
const batchSize = 50

export class LiveRows {
  readonly #options: LiveRowsOptions
  /** Live rows by the row that the table has read. A row that is read again has none. */
  readonly #live = new WeakMap<Row, LiveRow>()
  readonly #due = new Set<string>()
  readonly #others = new Set<string>()
  #rows: TableRows = { count: undefined, at: () => undefined, isLoading: true }
  #visible: Range = { start: 0, end: 0 }
  /** Time at which every row is due. */
  #allDueAt = Number.POSITIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  #wakesAt = Number.POSITIVE_INFINITY
  #isReading = false

  constructor(options: LiveRowsOptions) {
    this.#options = options
  }

  /** Number of changed records that the table does not show. */
  get others(): number {
    return this.#others.size
  }

  liveOf(row: Row): LiveRow | undefined {
    return this.#live.get(row)
  }

  /** Sets what the table shows. Rows are read when they are visible. */
  show(rows: TableRows, visible: Range): void {
    this.#rows = rows
    this.#visible = visible
    this.#plan(changeMs)
  }

  /** Notes that a record was changed. */
  change(id: Id): void {
    this.#due.add(String(id))
    this.#wake(changeMs)
  }

  /** Notes that any of the rows may be gone. */
  suspect(): void {
    this.#allDueAt = Math.min(this.#allDueAt, performance.now() + staleMs)
    this.#wake(staleMs)
  }

  /** Notes that the table is read again, so that no changed record is missing. */
  forgetOthers(): void {
    this.#others.clear()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#wake = () => undefined
  }

  #wake = (delayMs: number): void => {
    const at = performance.now() + delayMs
    if (at >= this.#wakesAt) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(() => {
      this.#wakesAt = Number.POSITIVE_INFINITY
      void this.#refresh()
    }, delayMs)
  }

  async #refresh(): Promise<void> {
    // The end of the reading calls this function again.
    if (this.#rows.isLoading || this.#isReading) return
    const { idField, onChange } = this.#options
    const rows = this.#loaded()
    if (this.#allDueAt <= performance.now() + timerMs) {
      this.#allDueAt = Number.POSITIVE_INFINITY
      for (const id of rows.keys()) this.#due.add(id)
    }
    const elsewhere = [...this.#due].filter((id) => !rows.has(id))
    for (const id of elsewhere) {
      this.#due.delete(id)
      this.#others.add(id)
    }
    const dueRows = this.#rowsOf(this.#visible)
      .filter((row) => this.#due.has(String(row[idField])))
      .slice(0, batchSize)
    const isRead = dueRows.length > 0 ? await this.#read(dueRows) : undefined
    if (dueRows.length > 0 || elsewhere.length > 0) onChange()
    // Rows that are due and not visible wait for `show`.
    if (isRead !== undefined) this.#plan(isRead ? changeMs : staleMs)
  }

  #plan(delayMs: number): void {
    if (this.#due.size > 0) this.#wake(delayMs)
    if (this.#allDueAt < Number.POSITIVE_INFINITY) this.#wake(this.#allDueAt - performance.now())
  }

  /** Returns false if the rows must be read again later. */
  async #read(dueRows: readonly Row[]): Promise<boolean> {
    const { idField, read } = this.#options
    // Rows that change from now on are due again.
    for (const row of dueRows) this.#due.delete(String(row[idField]))
    this.#isReading = true
    const result = await read(dueRows.map((row) => row[idField] as Id))
    this.#isReading = false
    const isLost = !result.ok && result.error.isRetryable
    const current = this.#loaded()
    const found = new Map(result.ok ? result.data.map((row) => [String(row[idField]), row]) : [])
    for (const row of dueRows) {
      const id = String(row[idField])
      // The table was read again meanwhile, possibly before the change.
      if (isLost || (result.ok && current.get(id) !== row)) this.#due.add(id)
      else if (result.ok) this.#update(row, found.get(id))
    }
    return !isLost
  }

  #update(row: Row, now: Row | undefined): void {
    const shown = this.#live.get(row)?.row ?? row
    const isShown = now !== undefined && !this.#live.has(row) && isSame(now, row)
    if (!isShown) this.#live.set(row, { row: now ?? shown, isGone: now === undefined })
  }

  #loaded(): ReadonlyMap<string, Row> {
    return new Map(
      this.#rowsOf({ start: 0, end: this.#rows.count ?? 0 }).map((row) => [
        String(row[this.#options.idField]),
        row,
      ]),
    )
  }

  #rowsOf({ start, end }: Range): readonly Row[] {
    return Array.from({ length: Math.max(0, end - start) }, (_, place) =>
      this.#rows.at(start + place),
    ).filter((row) => row !== undefined)
  }
}

/** Compares rows without the dataset version, which differs after each change of any record. */
const isSame = (a: Row, b: Row): boolean =>
  JSON.stringify({ ...a, datasetVersion: undefined }) ===
  JSON.stringify({ ...b, datasetVersion: undefined })
