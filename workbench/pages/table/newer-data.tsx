/** Says that the data has changed since the rows were read. */

import { catalog } from '../../service/catalog.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { exchanges } from '../../service/exchanges.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { latestVersion } from './data-version.js'
import type { RowSet } from './rows.js'

export const NewerData = ({ resource, rows }: { resource: ResourceEntry; rows: RowSet }) => {
  const paths = catalog.value?.resources.map(({ resourcePath }) => resourcePath) ?? []
  const latest = latestVersion(exchanges.value, resource.resourcePath, paths)
  const isNewer =
    latest !== undefined && rows.dataVersion !== undefined && latest !== rows.dataVersion
  return (
    <div role="status" class="newer-data">
      {isNewer && !rows.isLoading && (
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
