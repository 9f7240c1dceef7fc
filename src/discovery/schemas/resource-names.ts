/** How the documents name a resource and its group: English titles, before they are translated. */
import { fieldLabel } from '../../model/labels.js'
import type { ResourceModel } from '../../model/types/resource-model.js'

export const resourceTitle = ({ title, name }: ResourceModel): string => title ?? fieldLabel(name)
export const recordTitle = (resource: ResourceModel): string =>
  resource.recordTitle ?? resourceTitle(resource)
export const groupTitle = (group: string): string => fieldLabel(group)

/** `/api/human-resources/employees` is the group `api-human-resources-employees`. */
export const resourceGroup = ({ path }: ResourceModel): string => path.slice(1).replaceAll('/', '-')
