/** The page of a record. */

import { addresses, navigate } from '../../browser/router.js'
import { useScreen } from '../../contract/screen.js'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import { RecordView } from './record-view.js'

export const RecordPage = ({ resource, id }: { resource: ResourceEntry; id: Id }) => {
  const { resourceKey } = resource
  useScreen({ resourceKey, recordId: id, operations: ['byId', 'history', 'update', 'delete'] })
  return (
    <div class="page">
      <RecordView
        resource={resource}
        id={id}
        onChanged={() => {}}
        onDeleted={() => navigate(addresses.table(resourceKey), { replace: true })}
      />
    </div>
  )
}
