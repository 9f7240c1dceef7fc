/** The request body of a batch, as it is published. */
import { anyOf, type JsonSchema } from '../../foundation/json/json-schema.js'
import { atomicities } from '../../wire/batch.js'
import { entityTagsPattern } from '../../wire/headers.js'
import { componentName, refTo } from './components.js'
import { bodyOf, oneOf } from './fixed-bodies.js'
import type { Published } from './published.js'

export const batchBody = ({ resource, settings }: Published): JsonSchema => {
  const items = [
    ...(resource.create ? [createItem(resource)] : []),
    ...(resource.update ? [updateItem(resource)] : []),
  ]
  return bodyOf(
    {
      atomicity: { ...oneOf(atomicities), default: 'ATOMIC' },
      items: {
        type: 'array',
        items: items.length === 1 ? items[0] : anyOf(...items),
        ...{ minItems: 1, maxItems: settings['platform.batch.max-items'] },
      },
    },
    ['items'],
  )
}

const createItem = (resource: Published['resource']): JsonSchema =>
  itemOf({ operation: oneOf(['CREATE']), data: refTo(componentName(resource, 'Create')) }, [])

/** `version` is the number that outcomes have, or an entity tag. */
const updateItem = (resource: Published['resource']): JsonSchema =>
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
