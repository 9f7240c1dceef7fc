/** The content of a surface's tab: a form, or records of another resource. */

import { addresses } from '../../browser/router.js'
import { catalog } from '../../service/catalog.js'
import { readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { t } from '../../texts/translate.js'
import { later } from '../../ui/later.js'
import { Empty, Loaded } from '../../ui/notices.js'
import { describeReason } from '../../ui/reasons.js'
import { NarrowedTable } from '../table/grid/narrowed-table.js'
import type { SurfacePanelProps } from './record-props.js'
import { isForm, relatedFilter, resourceOfPath } from './surfaces.js'

const RecordSurfaceForm = later(async () => (await import('../forms.js')).RecordSurfaceForm)

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
  const schemaUrl = resource?.schemas.filter ?? undefined
  const filterShape = useLoad(schemaUrl, () => readSchema(schemaUrl!))
  if (!resource) return <Empty title={t('The caller may not see these records.')} />
  const notNarrowed = (
    <Empty title={t('These records cannot be narrowed to this one.')}>
      <a href={addresses.table(resource.resourceKey)}>{resource.title}</a>
    </Empty>
  )
  if (!schemaUrl) return notNarrowed
  return (
    <Loaded load={filterShape}>
      {(shape) => {
        const filter = relatedFilter(surface, record.row!, shape)
        if (!filter) return notNarrowed
        return <NarrowedTable resource={resource} filter={filter} title={surface.title} />
      }}
    </Loaded>
  )
}
