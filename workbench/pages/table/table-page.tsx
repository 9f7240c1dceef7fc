/** The records of a resource that match a filter. */
import { useScreen } from '../../app/screen.js'
import { type ResourceEntry, readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { readPage } from '../../service/records.js'
import { ErrorNotice, Loading } from '../../ui/notices.js'
import { Value } from '../../ui/value.js'
import { ResourceHeader } from '../resource-header.js'
import { readTableState } from './table-state.js'

export const TablePage = ({ resource }: { resource: ResourceEntry }) => {
  const { resourceKey, schemas } = resource
  useScreen({ resourceKey, operations: ['filter', 'cursor', 'locate', 'export'] })
  const { filter, sort, page, size } = readTableState()
  const shape = useLoad(schemas.list ?? undefined, () => readSchema(schemas.list!))
  const request = { filter, query: { sort, page, ...(size ? { size } : {}) } }
  const rows = useLoad(JSON.stringify([resourceKey, request]), (signal) =>
    readPage(resource, request.filter, request.query, signal),
  )
  if (rows.error) return <ErrorNotice error={rows.error} onRetry={rows.reload} />
  if (!shape.data || !rows.data) return <Loading />
  const columns = shape.data.fields.filter(({ tableHidden, hidden }) => !tableHidden && !hidden)
  return (
    <div class="page">
      <ResourceHeader resource={resource} />
      <div class="table-scroll">
        <table class="table">
          <thead>
            <tr>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.data.content.map((row) => (
              <tr key={String(row[resource.idField])}>
                {columns.map((field) => (
                  <td key={field.name}>
                    <Value field={field} row={row} shape={shape.data!} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
