/** The form that creates a record. */
import { useScreen } from '../../app/screen.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { ResourceHeader } from '../resource-header.js'

export const CreatePage = ({ resource }: { resource: ResourceEntry }) => {
  useScreen({ resourceKey: resource.resourceKey, operations: ['create'] })
  return (
    <div class="page">
      <ResourceHeader resource={resource} />
    </div>
  )
}
