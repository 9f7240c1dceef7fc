import type { Capabilities } from '../../../../src/wire/catalogs/capabilities.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import type { Shape } from '../../../service/shape.js'
import type { Columns } from '../columns/use-columns.js'
import type { SelectionControl } from '../grid/select-cell.js'
import type { ReplacedRows } from '../rows/replaced-rows.js'

/** The table whose cells are changed. */
export interface EditedTable {
  readonly resource: ResourceEntry
  readonly capabilities: Capabilities | undefined
  readonly shape: Shape | undefined
  readonly rows: ReplacedRows
  readonly columns: Pick<Columns, 'shown'>
  readonly selected: { readonly control: SelectionControl }
}
