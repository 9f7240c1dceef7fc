/** A row of the table of records. It is drawn again only when something of it differs. */
import { useMemo } from 'preact/hooks'
import { isNumeric } from '../../fields/format.js'
import { nameOf } from '../../fields/label.js'
import type { Shape } from '../../fields/shape.js'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import type { Row } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { Icon } from '../../ui/icons.js'
import { Cell } from './cell.js'
import type { DrawnColumn } from './records-table.js'
import type { SelectionControl } from './select-cell.js'

interface TableRowProps {
  readonly resource: ResourceEntry
  readonly row: Row
  readonly shape: Shape
  readonly columns: readonly DrawnColumn[]
  readonly index: number
  /** Number in the filtered set, from 0. */
  readonly number: number
  /** It has the focus when the table has it. */
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly selection: SelectionControl | undefined
  readonly href: string
  readonly onOpen: (row: Row) => void
}

export const TableRow = (props: TableRowProps) => {
  const { resource, row, shape, columns, index, number, isActive, isOpen, isSelected } = props
  const { selection, href, onOpen } = props
  const cells = useMemo(
    () => columns.map((drawn) => <DataCell key={drawn.key} {...{ drawn, row, shape }} />),
    [columns, row, shape],
  )
  const name = nameOf(resource, row, row[resource.idField] as Id)
  return (
    <tr
      data-row={index}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={number + 2}
      aria-current={isOpen ? 'true' : undefined}
      class={[isSelected && 'selected', isOpen && 'open'].filter(Boolean).join(' ') || undefined}
      onClick={(event) => {
        if (isPlainClick(event)) onOpen(row)
      }}
    >
      <td class="lead">
        {selection && (
          <input
            type="checkbox"
            class="check"
            tabIndex={-1}
            checked={isSelected}
            aria-label={t('Select {name}', { name })}
            onClick={(event) => selection.toggle(index, { extends: event.shiftKey })}
          />
        )}
        <a
          class="open-link"
          href={href}
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

/** Not on a control of the row, and not the end of selecting text. */
const isPlainClick = (event: MouseEvent): boolean =>
  !(event.target as Element).closest('a, button, input, label') &&
  (getSelection()?.isCollapsed ?? true)

interface DataCellProps {
  readonly drawn: DrawnColumn
  readonly row: Row
  readonly shape: Shape
}

const DataCell = ({ drawn: { column, index }, row, shape }: DataCellProps) => {
  if (!column) return <td />
  const { field } = column
  const kind = [index === 0 && 'first', isNumeric(field) && 'numeric'].filter(Boolean).join(' ')
  return (
    <td class={kind || undefined} aria-colindex={index + 2}>
      <Cell field={field} row={row} shape={shape} />
    </td>
  )
}

/** The place of a row that is being read. */
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

/** The place of rows that are not drawn. */
export const GapRow = ({ height, span }: { height: number; span: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus by itself
  <tr aria-hidden="true" class="gap">
    <td colSpan={span} style={{ height: `${height}px` }} />
  </tr>
)
