/** What the tab of a surface shows: a form, or records of another resource. */
import { catalog } from '../../app/catalog.js'
import { addresses } from '../../app/router.js'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import { t } from '../../texts/translate.js'
import { Empty } from '../../ui/notices.js'
import { describeReason } from '../../workflow/reasons.js'
import { NarrowedTable } from '../table/narrowed-table.js'
import { RecordSurfaceForm } from './surface-form.js'
import { isForm, type RecordSurface, relatedFilter, resourceOfPath } from './surfaces.js'
import type { LoadedRecord } from './use-record.js'

export interface SurfacePanelProps {
  readonly surface: RecordSurface
  readonly resource: ResourceEntry
  readonly id: Id
  readonly record: LoadedRecord
  /** A form was saved. */
  readonly onSaved: () => void
  readonly onCancel: () => void
  readonly onChanged: () => void
}

export const SurfacePanel = (props: SurfacePanelProps) => {
  const { surface, record } = props
  if (!surface.availability.allowed) {
    return (
      <Empty title={t('{title} is not available.', { title: surface.title })}>
        <p>{describeReason(surface.availability, record.shape)}</p>
      </Empty>
    )
  }
  return isForm(surface) ? <RecordSurfaceForm {...props} /> : <RelatedRecords {...props} />
}

const RelatedRecords = ({ surface, record }: SurfacePanelProps) => {
  const resource = resourceOfPath(catalog.value?.resources ?? [], surface.path)
  const filter = relatedFilter(surface, record.row!)
  if (!resource) return <Empty title={t('The caller may not see these records.')} />
  if (!filter) {
    return (
      <Empty title={t('These records cannot be narrowed to this one.')}>
        <a href={addresses.table(resource.resourceKey)}>{resource.title}</a>
      </Empty>
    )
  }
  return <NarrowedTable resource={resource} filter={filter} title={surface.title} />
}
