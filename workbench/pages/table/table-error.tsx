/** Says why a table could not be read. Criteria that the service refused can be removed there. */
import { refusedCriteria, withoutCriteria } from '../../filter/refused-criteria.js'
import type { CorollaryError } from '../../service/connection.js'
import { tn } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { ErrorNotice } from '../../ui/notices.js'
import { noteOnRows } from './rows/rows.js'
import type { Table } from './use-table.js'
import { changeTableState } from './views/table-state.js'

interface TableErrorProps extends Pick<Table, 'rows' | 'state' | 'retry'> {
  readonly error: CorollaryError
  /** The element that has the focus when the notice and its button are gone. */
  readonly area: { readonly current: HTMLElement | null }
}

export const TableError = ({ error, rows, state, retry, area }: TableErrorProps) => {
  const { filter } = state
  const refused = refusedCriteria(error, filter)
  const remove = () => {
    area.current?.focus()
    changeTableState({ filter: withoutCriteria(filter, refused) })
  }
  return (
    <ErrorNotice error={error} note={noteOnRows(rows)} onRetry={retry}>
      {refused.length > 0 && (
        <Button onClick={remove}>
          {tn(refused.length, 'Remove this criterion', 'Remove these {count} criteria')}
        </Button>
      )}
    </ErrorNotice>
  )
}
