/** Field infos of every shape of a resource. */
import type { ResourceModel } from '../../model/types/resource-model.js'
import { actionComponents } from './action-shapes.js'
import { actionInfos, bulkInfos, writeInfos } from './body-info.js'
import { componentName } from './components.js'
import type { ChoiceContext } from './field-choice.js'
import type { FieldInfos } from './field-info.js'
import { filterInfos } from './filter-info.js'
import { filterComponents } from './filter-shapes.js'
import { listInfos, responseInfos } from './response-info.js'
import { itemComponents, writeShapes } from './write-shapes.js'

/** Field infos of every shape of a resource, by component name. */
export const fieldInfosOf = (
  resource: ResourceModel,
  context: ChoiceContext,
): ReadonlyMap<string, FieldInfos> => {
  return new Map<string, FieldInfos>([
    [componentName(resource, 'Response'), responseInfos(resource, context)],
    ...filterComponents(resource).map(
      (component) => [component.name, filterInfos(resource, component, context)] as const,
    ),
    ...actionComponents(resource).map(
      ({ name, shape }) =>
        [componentName(resource, name), actionInfos(resource, name, shape, context)] as const,
    ),
    ...writeShapes(resource).flatMap(({ name, shape }) =>
      [{ name, shape }, ...itemComponents(resource, name, shape)].map(
        (each) =>
          [
            componentName(resource, each.name),
            writeInfos(resource, each.name, each.shape, context),
          ] as const,
      ),
    ),
    ...listInfos(resource, context),
    ...bulkInfos(resource, context),
  ])
}
