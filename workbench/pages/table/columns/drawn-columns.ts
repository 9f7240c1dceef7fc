/**
 * Chooses the columns of a wide table that are in the document: the first one, and those in view.
 */
import type { WorkbenchCell } from '../../../../src/client/workbench-extension.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { ownCell } from '../../../service/extension.js'
import type { Shape } from '../../../service/shape.js'
import type { Range } from '../rows/windowing.js'
import { isPlainText } from './cell.js'
import type { Column } from './columns.js'

/** A column that is drawn, or the space of columns that are not. */
export interface DrawnColumn {
  readonly key: string
  readonly width: number
  /** Index among the shown columns. */
  readonly index: number
  readonly column: Column | undefined
  readonly isPlain: boolean
  /** Draws the cells of the column, if the application does. */
  readonly draw: WorkbenchCell | undefined
  /** The cell needs a column number, because columns before it are not drawn. */
  readonly needsNumber: boolean
}

export const drawnColumns = (
  columns: readonly Column[],
  { shape, resource }: { readonly shape: Shape; readonly resource: ResourceEntry },
  { start, end }: Range,
): readonly DrawnColumn[] => {
  const needsNumber = start > 1 || end < columns.length
  const draw = (column: Column, index: number): DrawnColumn => ({
    ...{ key: column.field.name, width: column.width, index, column, needsNumber },
    // The label names the record of the row, even if it is also the label of another record.
    isPlain: column.field.name === resource.labelField || isPlainText(column.field, shape),
    draw: ownCell(resource.resourceKey, column.field.name),
  })
  const space = (key: string, left: readonly Column[]): readonly DrawnColumn[] => {
    const width = left.reduce((sum, column) => sum + column.width, 0)
    const unused = {
      ...{ index: -1, column: undefined, isPlain: false },
      draw: undefined,
      needsNumber,
    }
    return left.length === 0 ? [] : [{ key, width, ...unused }]
  }
  return [
    ...columns.slice(0, 1).map(draw),
    ...space('before', columns.slice(1, start)),
    ...columns.slice(start, end).map((column, place) => draw(column, start + place)),
    ...space('after', columns.slice(end)),
  ]
}
