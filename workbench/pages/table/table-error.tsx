/** Says why a table could not be read. Criteria that the service refused can be removed there. */
import { RemoveRefused, type RemoveRefusedProps } from '../../filter/remove-refused.js'
import { ErrorNotice } from '../../ui/notices.js'
import { noteOnRows } from './rows/rows.js'
import type { Table } from './use-table.js'
import { changeTableState } from './views/table-state.js'

type TableErrorProps = Pick<Table, 'rows' | 'state' | 'retry'> &
  Pick<RemoveRefusedProps, 'error' | 'area'>

export const TableError = ({ error, rows, state, retry, area }: TableErrorProps) => (
  <ErrorNotice error={error} note={noteOnRows(rows)} onRetry={retry}>
    <RemoveRefused
      {...{ error, area }}
      filter={state.filter}
      onChange={(filter) => changeTableState({ filter })}
    />
  </ErrorNotice>
)
