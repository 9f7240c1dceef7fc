/** The form of a surface: it changes the record, or a part of it. */
import { useRef } from 'preact/hooks'
import { allMembers, changedMembers } from '../../forms/form-values.js'
import { RecordForm } from '../../forms/record-form.js'
import { readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { type Row, type Write, write } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { ErrorNotice, Loading } from '../../ui/notices.js'
import { toast } from '../../ui/toasts.js'
import { fillPath } from '../../workflow/interaction.js'
import type { SurfacePanelProps } from './surface-panel.js'

export const RecordSurfaceForm = (props: SurfacePanelProps) => {
  const { surface, id, record, onSaved, onCancel } = props
  const shape = useLoad(surface.schemaUrl, () => readSchema(surface.schemaUrl))
  // The version that the user edits, also when the record is read again meanwhile.
  const seen = useRef({ row: record.row!, etag: record.etag })
  if (shape.error) return <ErrorNotice error={shape.error} onRetry={shape.reload} />
  if (!shape.data) return <Loading />
  const { fields } = shape.data
  const save = async (values: Row) => {
    const method = surface.method as Write['method']
    const { row, etag } = seen.current
    const result = await write({
      method,
      path: fillPath(surface.path, id),
      body: method === 'PATCH' ? changedMembers(fields, row, values) : allMembers(fields, values),
      ifMatch: etag,
    })
    if (!result.ok) return result.error
    toast(t('Saved'))
    onSaved()
    return undefined
  }
  return (
    <RecordForm
      fields={fields}
      initial={seen.current.row}
      submitLabel={t('Save changes')}
      onSubmit={save}
      onCancel={onCancel}
    />
  )
}
