/** The request body of a batch, and its outcome, as they are published. */
import { anyOf, type JsonSchema } from '../../foundation/json/json-schema.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { atomicities, batchItemOf, batchOutcomeOf } from '../../wire/batch.js'
import { entityTagsPattern } from '../../wire/headers.js'
import { componentName, refTo, type Schemas } from './components.js'
import { bodyOf, oneOf } from './fixed-bodies.js'
import type { Published } from './published.js'
import { schemaOf } from './wire-shapes.js'

export const batchBody = ({ resource, settings }: Published): JsonSchema => {
  return bodyOf(
    {
      atomicity: { ...oneOf(atomicities), default: 'ATOMIC' },
      items: {
        type: 'array',
        items: refTo(componentName(resource, 'BatchItem')),
        ...{ minItems: 1, maxItems: settings['platform.batch.max-items'] },
      },
    },
    ['items'],
  )
}

/** The items of a batch and of its outcome, by component name. */
export const batchShapes = (resource: ResourceModel): Schemas => {
  const items = itemShapes(resource)
  const names = Object.keys(items)
  if (names.length === 0) return {}
  const outcome = componentName(resource, 'BatchOutcome')
  const outcomeItem = componentName(resource, 'BatchOutcomeItem')
  const id = { type: [resource.idReader.schema['type'], 'null'].flat() }
  const record = anyOf(refTo(componentName(resource, 'Response')), { type: 'null' })
  return {
    ...items,
    [componentName(resource, 'BatchItem')]: anyOf(...names.map(refTo)),
    [outcome]: schemaOf(batchOutcomeOf(refTo(outcomeItem))),
    [outcomeItem]: schemaOf(batchItemOf(id, record)),
  }
}

const itemShapes = (resource: ResourceModel): Schemas => ({
  ...(resource.create ? { [componentName(resource, 'BatchCreate')]: createItem(resource) } : {}),
  ...(resource.update ? { [componentName(resource, 'BatchUpdate')]: updateItem(resource) } : {}),
})

const createItem = (resource: ResourceModel): JsonSchema =>
  itemOf({ operation: oneOf(['CREATE']), data: refTo(componentName(resource, 'Create')) }, [])

/** `version` is the number that outcomes have, or an entity tag. */
const updateItem = (resource: ResourceModel): JsonSchema =>
  itemOf(
    {
      operation: oneOf(['UPDATE']),
      id: resource.idReader.schema,
      version: { type: ['integer', 'string'], pattern: entityTagsPattern },
      data: refTo(componentName(resource, 'Update')),
    },
    ['id', ...(resource.requireVersion ? ['version'] : [])],
  )

const itemOf = (
  members: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => bodyOf(members, ['operation', ...required, 'data'])
