/** The statistics of a resource over the filtered set. */
import { useScreen } from '../../app/screen.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { ResourceHeader } from '../resource-header.js'

export const DashboardPage = ({ resource }: { resource: ResourceEntry }) => {
  const { resourceKey } = resource
  useScreen({ resourceKey, operations: ['statsGroupBy', 'statsTimeSeries', 'statsDistribution'] })
  return (
    <div class="page">
      <ResourceHeader resource={resource} />
    </div>
  )
}
