/** The form of a surface: it changes the record, or a part of it. */
import { EditForm } from '../../forms/edit-form.js'
import { readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { ErrorNotice, Loading } from '../../ui/notices.js'
import { fillPath } from '../../workflow/interaction.js'
import type { SurfacePanelProps } from './record-props.js'

export const RecordSurfaceForm = (props: SurfacePanelProps) => {
  const { surface, resource, id, record, onSaved, onCancel } = props
  const shape = useLoad(surface.schemaUrl, () => readSchema(surface.schemaUrl))
  if (shape.error) return <ErrorNotice error={shape.error} onRetry={shape.reload} />
  if (!shape.data) return <Loading />
  return (
    <EditForm
      resource={resource}
      id={id}
      method={surface.method === 'PATCH' ? 'PATCH' : 'PUT'}
      path={fillPath(surface.path, id)}
      shape={shape.data}
      record={record.row!}
      etag={record.etag}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  )
}
