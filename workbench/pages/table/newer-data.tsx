/** Says that the data has changed since the rows were read, if the rows do not show the change. */
import { isOutdated } from '../../service/data-versions.js'
import { t, tn } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import type { Table } from './use-table.js'

export const NewerData = ({ resource, rows, live }: Table) => {
  const isNewer = isOutdated(resource, rows.dataVersion) && !rows.isLoading
  const text =
    live.state === 'off'
      ? isNewer && t('The data has changed.')
      : live.others > 0 &&
        tn(live.others, 'Another record has changed.', '{count} other records have changed.')
  return (
    <div role="status" class="newer-data">
      {text && (
        <p>
          {text}{' '}
          <Button kind="quiet" icon="refresh" onClick={rows.reload}>
            {t('Refresh')}
          </Button>
        </p>
      )}
    </div>
  )
}
