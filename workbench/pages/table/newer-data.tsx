/** Says that the data has changed since the rows were read. */

import { isOutdated } from '../../service/data-versions.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import type { RowSet } from './rows.js'

export const NewerData = ({ resource, rows }: { resource: ResourceEntry; rows: RowSet }) => {
  const isNewer = isOutdated(resource, rows.dataVersion) && !rows.isLoading
  return (
    <div role="status" class="newer-data">
      {isNewer && (
        <p>
          {t('The data has changed.')}{' '}
          <Button kind="quiet" icon="refresh" onClick={rows.reload}>
            {t('Refresh')}
          </Button>
        </p>
      )}
    </div>
  )
}
