/** A row of a table of records. It is drawn again only if one of its properties differs. */
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { language } from '../../../browser/locale.js'
import { exactValue, formatValue, isNumeric } from '../../../fields/format.js'
import { nameOf, shortId } from '../../../fields/label.js'
import { unitOf } from '../../../fields/measure.js'
import type { Id, ResourceEntry } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import type { Field, Shape } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'
import { Icon } from '../../../ui/icons.js'
import { OwnCell } from '../../../ui/own-cell.js'
import { Cell, cutText } from '../columns/cell.js'
import type { DrawnColumn } from '../columns/drawn-columns.js'
import type { LiveRow } from '../rows/live-rows.js'
import type { CellMark, RowMarks } from './cells.js'

/** Functions and values are stable: a row with the same properties is not drawn again. */
interface TableRowProps {
  readonly resource: ResourceEntry
  readonly row: Row
  readonly shape: Shape
  readonly columns: readonly DrawnColumn[]
  readonly index: number
  /** Index among the lines of the table, which are rows and headers of groups. */
  readonly line: number
  /** Index among the lines of all pages. */
  readonly number: number
  /** The row has the focus while the table has it. */
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly marks: RowMarks | undefined
  /** The change of the row since the table was read; undefined without one. */
  readonly change: LiveRow | undefined
  /** Undefined if rows cannot be selected. */
  readonly onToggle: ((index: number, options: { extends: boolean }) => void) | undefined
  readonly hrefOf: (id: Id) => string
  readonly onOpen: (row: Row) => void
  readonly onClick: (index: number, event: MouseEvent) => void
}

export const TableRow = (props: TableRowProps) => {
  const { row, shape, columns, marks } = props
  const cells = useMemo(
    () => columns.map((drawn) => dataCell(drawn, row, shape, marks?.get(drawn.key))),
    [columns, row, shape, marks, language.value],
  )
  return useMemo(() => drawRow(props, cells), [cells, ...Object.values(props)])
}

const drawRow = (props: TableRowProps, cells: readonly VNode[]) => {
  const { resource, row, index, line, number, isActive, isOpen, isSelected, change, onToggle } =
    props
  const { hrefOf, onOpen, onClick } = props
  const id = row[resource.idField] as Id
  const name = nameOf(resource, row, id)
  return (
    <tr
      data-row={index}
      data-line={line}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={number + 2}
      // A row that gets the focus has no name by itself.
      aria-label={name}
      aria-current={isOpen ? 'true' : undefined}
      class={
        [isSelected && 'selected', isOpen && 'open', change && (change.isGone ? 'gone' : 'changed')]
          .filter(Boolean)
          .join(' ') || undefined
      }
      title={change && describeChange(change)}
      onClick={(event) => {
        if (isPlainClick(event)) onClick(index, event)
      }}
    >
      <td class="lead">
        {onToggle && (
          <input
            type="checkbox"
            class="check"
            tabIndex={-1}
            checked={isSelected}
            aria-label={t('Select {name}', { name })}
            onClick={(event) => onToggle(index, { extends: event.shiftKey })}
          />
        )}
        <a
          class="open-link"
          href={hrefOf(id)}
          tabIndex={-1}
          aria-label={t('Open {name}', { name })}
          title={t('Open')}
          onClick={(event) => {
            if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onOpen(row)
          }}
        >
          <Icon name="open" />
        </a>
      </td>
      {cells}
      <td />
    </tr>
  )
}

const describeChange = ({ isGone }: LiveRow): string =>
  isGone
    ? t('It was deleted, or the caller may not see it.')
    : t('It has changed since the table was read.')

/** Returns true for clicks outside of controls that do not end a selection of text. */
const isPlainClick = (event: MouseEvent): boolean =>
  !(event.target as Element).closest('a, button, input, label, select, textarea') &&
  (getSelection()?.isCollapsed ?? true)

/** Number of characters that fit every column. Longer texts may be cut. */
const shortText = 12

/** Returns the text of a cell that may be cut, or that is rounded. */
const titleOf = (field: Field, value: unknown, text: string): string | undefined =>
  unitOf(field) !== undefined
    ? exactValue(field, value)
    : text.length > shortText
      ? text
      : undefined

/**
 * Draws a cell. Most are plain text and need no component, because a table has thousands of cells.
 */
const dataCell = (
  drawn: DrawnColumn,
  row: Row,
  shape: Shape,
  mark: CellMark | undefined,
): VNode => {
  const { key, column, index, isPlain } = drawn
  if (!column) return <td key={key} />
  const { field } = column
  const value = row[field.name]
  const isText = isPlain && value !== null && value !== undefined && value !== ''
  const whole = isText ? cutText(formatValue(field, value)) : undefined
  const text = field.format === 'uuid' && whole !== undefined ? shortId(whole) : whole
  const usual = text ?? <Cell field={field} row={row} shape={shape} />
  return (
    <td
      key={key}
      class={
        [index === 0 && 'first', isNumeric(field) && 'numeric', mark?.class]
          .filter(Boolean)
          .join(' ') || undefined
      }
      aria-colindex={drawn.needsNumber ? index + 2 : undefined}
      dir={isText && !isNumeric(field) ? 'auto' : undefined}
      title={isText ? titleOf(field, value, whole!) : undefined}
      {...mark?.attributes}
    >
      {mark?.content ??
        (drawn.draw ? (
          <OwnCell draw={drawn.draw} value={value} row={row}>
            {usual}
          </OwnCell>
        ) : (
          usual
        ))}
    </td>
  )
}

/** Stands for a row that is being read. */
export const SkeletonRow = ({ columns }: { columns: readonly DrawnColumn[] }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus by itself
  <tr aria-hidden="true" class="unread">
    <td class="lead" />
    {columns.map(({ key, index }) => (
      <td key={key} class={index === 0 ? 'first' : undefined}>
        <span class="skeleton" />
      </td>
    ))}
    <td />
  </tr>
)

/** Stands for rows that are not drawn. */
export const GapRow = ({ height, span }: { height: number; span: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus by itself
  <tr aria-hidden="true" class="gap">
    <td colSpan={span} style={{ height: `${height}px` }} />
  </tr>
)
