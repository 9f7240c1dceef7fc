/** The form of a surface, which changes the record or a part of it. */
import { EditForm } from '../../forms/edit-form.js'
import { readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { Loaded } from '../../ui/notices.js'
import { fillPath } from '../../workflow/interaction.js'
import type { SurfacePanelProps } from './record-props.js'

export const RecordSurfaceForm = (props: SurfacePanelProps) => {
  const { surface, resource, id, record, onSaved, onCancel } = props
  const shape = useLoad(surface.schemaUrl, () => readSchema(surface.schemaUrl))
  return (
    <Loaded load={shape}>
      {(data) => (
        <EditForm
          {...{ resource, id, onSaved, onCancel }}
          method={surface.method === 'PATCH' ? 'PATCH' : 'PUT'}
          path={fillPath(surface.path, id)}
          shape={data}
          recordShape={record.shape}
          record={record.row!}
          etag={record.etag}
        />
      )}
    </Loaded>
  )
}
