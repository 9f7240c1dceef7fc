/** A record: its fields, its surfaces and its actions. */
import { useScreen } from '../../app/screen.js'
import { type Id, type ResourceEntry, readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { readRecord } from '../../service/records.js'
import { ErrorNotice, Loading } from '../../ui/notices.js'
import { Value } from '../../ui/value.js'
import { ResourceHeader } from '../resource-header.js'

export const RecordPage = ({ resource, id }: { resource: ResourceEntry; id: Id }) => {
  const { resourceKey, schemas } = resource
  useScreen({ resourceKey, recordId: id, operations: ['byId', 'update', 'delete'] })
  const shape = useLoad(schemas.detail ?? undefined, () => readSchema(schemas.detail!))
  const record = useLoad(`${resourceKey} ${id}`, (signal) => readRecord(resource, id, signal))
  if (record.error) return <ErrorNotice error={record.error} onRetry={record.reload} />
  if (!shape.data || !record.data) return <Loading />
  return (
    <div class="page">
      <ResourceHeader resource={resource} />
      <dl class="facts">
        {shape.data.fields
          .filter(({ hidden, formHidden }) => !hidden && !formHidden)
          .map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                <Value field={field} row={record.data!} shape={shape.data!} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
