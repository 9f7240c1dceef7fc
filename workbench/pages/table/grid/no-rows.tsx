/** Explains why a table is empty, and what to do about it. */
import { addresses } from '../../../browser/router.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { t } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { Empty } from '../../../ui/notices.js'
import type { RowSet } from '../rows/rows.js'
import { changeTableState, type TableState } from '../views/table-state.js'

interface NoRowsProps {
  readonly resource: ResourceEntry
  readonly rows: RowSet
  readonly state: TableState
  readonly size: number
}

export const NoRows = ({ resource, rows, state, size }: NoRowsProps) => {
  const { total = 0 } = rows
  if (total > 0) {
    const last = Math.ceil(total / size) - 1
    return (
      <Empty title={t('This page is behind the end.')}>
        <Button onClick={() => changeTableState({ page: last })}>{t('To the last page')}</Button>
      </Empty>
    )
  }
  if (Object.keys(state.filter).length > 0) {
    return (
      <Empty title={t('No record matches the filter.')}>
        <Button onClick={() => changeTableState({ filter: {} })}>{t('Clear the filter')}</Button>
      </Empty>
    )
  }
  return (
    <Empty title={t('There are no records yet, or you may not see any.')}>
      {resource.canonicalOperations['create'] && (
        <a class="button primary" href={addresses.create(resource.resourceKey)}>
          {t('New')}
        </a>
      )}
    </Empty>
  )
}
