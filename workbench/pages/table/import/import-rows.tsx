/** The rows of a file, with what became or would become of them, where a person corrects them. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ImportOutcome } from '../../../../src/wire/import.js'
import { saveFile } from '../../../browser/save-file.js'
import { formatCount, t, tn } from '../../../texts/translate.js'
import { Button, IconButton } from '../../../ui/button.js'
import { ChoiceField } from '../../../ui/choice-field.js'
import type { MappingTarget } from './mapping.js'
import {
  correctCell,
  errorsCsv,
  leaveOut,
  type RowResult,
  type Sheet,
  type ShownRow,
  shownRows,
} from './sheet.js'
import type { Import } from './use-import.js'

const resultTitles: Readonly<Record<RowResult, () => string>> = {
  failed: () => t('Wrong'),
  created: () => t('Created'),
  updated: () => t('Updated'),
  unchanged: () => t('Unchanged'),
  leftOut: () => t('Left out'),
  unchecked: () => t('Not checked'),
}

type Group = RowResult | 'all'

interface RowsProps {
  readonly job: Import
  readonly outcome: ImportOutcome
  readonly sheet: Sheet
  readonly targets: readonly MappingTarget[]
  readonly isDone: boolean
}

/** Rows that are drawn at first, and more by each press. */
const rowsAtOnce = 50

export const ImportRows = (props: RowsProps) => {
  const { job, outcome, sheet, isDone } = props
  const rows = shownRows(sheet, job.corrections, outcome)
  const [chosen, setGroup] = useState<Group>()
  const [count, setCount] = useState(rowsAtOnce)
  const sizeOf = (group: Group) =>
    group === 'all' ? rows.length : rows.filter(({ result }) => result === group).length
  const groups = (['all', ...Object.keys(resultTitles)] as Group[]).filter(
    (group) => group === 'all' || sizeOf(group) > 0,
  )
  const first = groups.includes('failed') ? 'failed' : 'all'
  const group = chosen && groups.includes(chosen) ? chosen : first
  const shown = rows.filter(({ result }) => group === 'all' || result === group)
  const section = useRef<HTMLElement>(null)
  // The input of a cell disappears when its row is right.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement && activeElement !== document.body) return
    const next = section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(next ?? section.current)?.focus()
  }, [outcome])
  return (
    <section
      ref={section}
      class="import-rows"
      tabIndex={-1}
      aria-label={t('Check the rows')}
      aria-busy={job.progress !== undefined}
    >
      {groups.length > 2 && (
        <ChoiceField
          label={t('Rows')}
          value={group}
          onChange={(next) => {
            setGroup(next)
            setCount(rowsAtOnce)
          }}
          choices={groups.map((each) => [
            each,
            `${each === 'all' ? t('All') : resultTitles[each]()} (${formatCount(sizeOf(each))})`,
          ])}
        />
      )}
      {!sheet.isComplete && (
        <p class="notice warning">
          {t(
            'The file has too many rows to be corrected here. Correct the rows with errors in a spreadsheet, and import them again.',
          )}
        </p>
      )}
      {outcome.truncated && (
        <p class="faint">
          {tn(
            outcome.errors.length,
            'There are more than {count} error.',
            'There are more than {count} errors.',
          )}
        </p>
      )}
      <RowsTable
        {...props}
        rows={shown.slice(0, count)}
        canCorrect={!isDone && !job.isWriting && sheet.isComplete}
      />
      <div class="actions">
        {shown.length > count && (
          <Button onClick={() => setCount(count + rowsAtOnce)}>{t('Show more')}</Button>
        )}
        {sizeOf('failed') > 0 && (
          <Button
            icon="download"
            onClick={() => {
              const csv = errorsCsv(sheet.headers, rows, t('Error'))
              const name = job.file!.name.replace(/\.\w+$/, '')
              // The mark says to spreadsheets that the file is UTF-8.
              saveFile(new Blob(['\ufeff', csv], { type: 'text/csv' }), `${name}-errors.csv`)
            }}
          >
            {t('Download the rows with errors')}
          </Button>
        )}
      </div>
    </section>
  )
}

interface TableProps extends Omit<RowsProps, 'isDone'> {
  readonly rows: readonly ShownRow[]
  readonly canCorrect: boolean
}

const RowsTable = ({ job, outcome, sheet, targets, rows, canCorrect }: TableProps) => {
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set())
  const { columns } = outcome
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length))
  const places = Array.from({ length: width }, (_, at) => at)
  const toggle = (number: number) => {
    const next = new Set(editing)
    if (!next.delete(number)) next.add(number)
    setEditing(next)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section class="table-scroll" aria-label={t('Rows')} tabIndex={0}>
      <table class="table import-table" aria-label={t('Rows of the file')}>
        <thead>
          <tr>
            <th scope="col">{t('Row')}</th>
            <th scope="col">{t('Result')}</th>
            {places.map((at) => (
              <th key={at} scope="col" dir="auto">
                {columns[at]?.header ?? t('No header')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ImportRowLine
              key={row.number}
              {...{ row, columns, places, targets, canCorrect }}
              isEditing={editing.has(row.number)}
              onEdit={() => toggle(row.number)}
              onLeaveOut={(isOut) => job.correct(leaveOut(job.corrections, row.number, isOut))}
              onCorrect={(at, text) =>
                job.correct(correctCell(job.corrections, sheetRow(sheet, row), at, text))
              }
              onCheck={() => job.check()}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const sheetRow = ({ rows }: Sheet, { number }: ShownRow) =>
  rows.find((row) => row.number === number)!

interface LineProps {
  readonly row: ShownRow
  readonly columns: ImportOutcome['columns']
  readonly places: readonly number[]
  readonly targets: readonly MappingTarget[]
  readonly canCorrect: boolean
  /** Each cell is an input, and not only those that are wrong. */
  readonly isEditing: boolean
  readonly onEdit: () => void
  readonly onLeaveOut: (isOut: boolean) => void
  readonly onCorrect: (at: number, text: string) => void
  readonly onCheck: () => void
}

const ImportRowLine = (props: LineProps) => {
  const { row, columns, places, targets, canCorrect, isEditing } = props
  const { number, cells, result, before, errors } = row
  const isOut = result === 'leftOut'
  const placed = (at: number) =>
    errors.filter(({ column }) => column !== null && column === columns[at]?.header)
  // Errors of the whole row, and of fields that have no column.
  const others = errors.filter(
    ({ column }) => column === null || !columns.some(({ header }) => header === column),
  )
  return (
    <tr class={result === 'leftOut' ? 'left-out' : undefined}>
      <th scope="row">
        <span class="number">{formatCount(number)}</span>
        {canCorrect && (
          <>
            {!isOut && (
              <IconButton
                icon="edit"
                label={t('Edit row {number}', { number })}
                aria-pressed={isEditing}
                onClick={props.onEdit}
              />
            )}
            <IconButton
              icon={isOut ? 'add' : 'close'}
              label={
                isOut
                  ? t('Import row {number} after all', { number })
                  : t('Leave out row {number}', { number })
              }
              onClick={() => props.onLeaveOut(!isOut)}
            />
          </>
        )}
      </th>
      <td>
        <span class={`badge import-${result}`}>{resultTitles[result]()}</span>
        {others.map(({ column, message }, at) => (
          <span key={at} class="field-error" dir="auto">
            {targets.find(({ name }) => name === column)?.label ?? column} {message}
          </span>
        ))}
      </td>
      {places.map((at) => (
        <ImportCell
          key={at}
          label={t('{label}, row {number}', { label: columns[at]?.header ?? '', number })}
          cell={cells[at] ?? null}
          before={result === 'updated' ? before[columns[at]?.field ?? ''] : undefined}
          messages={placed(at).map(({ message }) => message)}
          isInput={canCorrect && !isOut && (isEditing || placed(at).length > 0)}
          onCorrect={(text) => props.onCorrect(at, text)}
          onCheck={props.onCheck}
        />
      ))}
    </tr>
  )
}

interface CellProps {
  readonly label: string
  readonly cell: string | null
  /** What the record has now, if the row changes it. */
  readonly before: string | null | undefined
  readonly messages: readonly string[]
  readonly isInput: boolean
  readonly onCorrect: (text: string) => void
  readonly onCheck: () => void
}

const ImportCell = ({ label, cell, before, messages, isInput, ...props }: CellProps) => {
  const isWrong = messages.length > 0
  const error = isWrong && (
    <span class="field-error" dir="auto">
      {messages.join(' ')}
    </span>
  )
  if (isInput) {
    return (
      <td>
        <input
          class="input"
          dir="auto"
          aria-label={isWrong ? `${label}: ${messages.join(' ')}` : label}
          aria-invalid={isWrong}
          value={cell ?? ''}
          onInput={({ currentTarget }) => props.onCorrect(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Enter' && props.onCheck()}
        />
        {error}
      </td>
    )
  }
  return (
    <td dir="auto">
      {before === undefined ? (
        cell
      ) : (
        <>
          <del>{before ?? '–'}</del> <ins>{cell ?? '–'}</ins>
        </>
      )}
      {error}
    </td>
  )
}
