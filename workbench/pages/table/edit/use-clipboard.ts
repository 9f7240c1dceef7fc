/** Copies cells to spreadsheets, and pastes blocks of theirs. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { language } from '../../../browser/locale.js'
import { isSame } from '../../../controls/unreadable.js'
import { optionLabel } from '../../../service/option-labels.js'
import type { Row } from '../../../service/records.js'
import type { Field } from '../../../service/shape.js'
import { t, tn } from '../../../texts/translate.js'
import { toast } from '../../../ui/toasts.js'
import { type CellChange, sayTooMany } from './cell-changes.js'
import { printCell, readCell } from './cell-text.js'
import { type EditableCell, faultOfCell } from './editable-cell.js'
import type { EditedTable } from './edited-table.js'
import {
  type CellRange,
  isSingle,
  maxCells,
  type Place,
  placesOf,
  rangeOf,
  sizeOf,
} from './range.js'
import { createReferenceReader } from './reference-text.js'
import { printBlock, readBlock } from './tsv.js'
import { type CursorState, focusedCell } from './use-cursor.js'
import type { Editing } from './use-editing.js'

/** A block that was pasted, before it is saved. */
export interface Pasted {
  readonly title: string
  readonly cells: readonly CellChange[]
  readonly note: string | undefined
  readonly onClose: () => void
}

type Block = readonly (readonly string[])[]

export const useClipboard = (
  { rows, columns: { shown } }: EditedTable,
  editing: Editing,
  { cursor }: CursorState,
) => {
  const [pasted, setPasted] = useState<Pasted>()
  const isReading = useRef(false)
  const waiting = useRef<{ readonly block: Block; readonly range: CellRange } | undefined>(
    undefined,
  )

  const copy = (data: DataTransfer) => {
    const { top, left, right } = rangeOf(cursor!)
    const block = Array.from({ length: sizeOf(rangeOf(cursor!)).height }, (_, index) => {
      const row = rows.at(top + index)
      return shown.slice(left, right + 1).map(({ field }) => (row ? copiedText(field, row) : ''))
    })
    data.setData('text/plain', printBlock(block))
    toast(tn(block.flat().length, '{count} cell was copied.', '{count} cells were copied.'))
  }
  const paste = async (block: Block, range: CellRange) => {
    const { places, note } = placesOfBlock(block, range, {
      rows: rows.count ?? 0,
      columns: shown.length,
    })
    if (places.length > maxCells) return sayTooMany()
    const readReference = createReferenceReader(language.value)
    const read = await Promise.all(
      places.map(async ({ place, text }) => {
        const cell = editing.cellAt(place)
        return cell ? readChange(cell, text, readReference) : undefined
      }),
    )
    const cells = read.filter((cell) => cell !== undefined)
    const [only] = cells
    if (places.length > 1) return openPreview(cells, note)
    if (!only) return
    if (only.message === undefined) void editing.saveCells([only])
    else editing.say({ ...places[0]!.place, text: only.message })
  }
  const placesOfBlock = (
    block: Block,
    range: CellRange,
    extent: { rows: number; columns: number },
  ) => {
    const { top, left } = range
    const isSpread = block.length === 1 && block[0]!.length === 1 && !isSingle(range)
    const width = Math.max(...block.map((line) => line.length))
    const target = isSpread
      ? range
      : { top, left, bottom: top + block.length - 1, right: left + width - 1 }
    const places = placesOf(target)
      .map((place) => {
        const text = isSpread ? block[0]![0] : block[place.row - top]![place.column - left]
        return { place, text }
      })
      .filter((each): each is { place: Place; text: string } => each.text !== undefined)
    const fits = ({ place }: { place: Place }) =>
      place.row < extent.rows && place.column < extent.columns
    const outside = places.filter((each) => !fits(each)).length
    return {
      places: places.filter(fits),
      note:
        outside === 0
          ? undefined
          : tn(
              outside,
              '{count} value has no cell in this table.',
              '{count} values have no cell in this table.',
            ),
    }
  }
  const openPreview = (cells: readonly CellChange[], note: string | undefined) => {
    const active = focusedCell()
    setPasted({
      ...{ title: t('Paste cells'), cells, note },
      onClose: () => {
        setPasted(undefined)
        active?.focus()
      },
    })
  }
  const receive = (block: Block, range: CellRange) => {
    // The key repeats while it is held.
    if (isReading.current) return
    // It is not known yet which cells can be changed.
    if (!editing.isReady) {
      waiting.current = { block, range }
      return
    }
    isReading.current = true
    paste(block, range).finally(() => {
      isReading.current = false
    })
  }
  useEffect(() => {
    const { current } = waiting
    waiting.current = undefined
    if (current) receive(current.block, current.range)
  }, [editing.isReady])
  const latest = useRef({ copy, receive, cursor })
  latest.current = { copy, receive, cursor }
  useLayoutEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const isText = getSelection()?.isCollapsed === false
      if (!focusedCell() || isText || !event.clipboardData) return
      event.preventDefault()
      latest.current.copy(event.clipboardData)
    }
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain')
      if (!focusedCell() || !text) return
      event.preventDefault()
      latest.current.receive(readBlock(text), rangeOf(latest.current.cursor!))
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
  return { pasted }
}

const copiedText = (field: Field, row: Row): string => {
  const value = row[field.name]
  const labels = [value].flat().map((each) => optionLabel(field, each))
  return labels.length > 0 && labels.every((label) => label !== undefined)
    ? labels.join('; ')
    : printCell(field, value, language.value)
}

/** Returns undefined for a text that means the value that the cell has. */
const readChange = async (
  cell: EditableCell,
  text: string,
  readReference: ReturnType<typeof createReferenceReader>,
): Promise<CellChange | undefined> => {
  const { id, row, field, obstacle } = cell
  const change = { id, row, field }
  if (obstacle) {
    return printCell(field, row[field.name], language.value) === text
      ? undefined
      : { ...change, value: text, message: obstacle }
  }
  const read =
    field.endpoint === undefined
      ? readCell(field, text, language.value)
      : await readReference(field, text, row)
  if ('message' in read) return { ...change, value: text, message: read.message }
  if (isSame(row[field.name], read.value)) return undefined
  return { ...change, value: read.value, message: faultOfCell(cell, read.value) }
}
