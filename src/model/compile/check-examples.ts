/**
 * Validates the examples of a contract against its shapes: a wrong example would mislead. Examples
 * of filters are validated by the filter reader, in `query/filter/check-filter-examples.ts`.
 */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import type { ResourceModel } from '../types/resource-model.js'
import type { WriteShapeModel } from '../types/write-model.js'
import { unknownName } from '../unknown-name.js'

export const checkExamples = (resource: ResourceModel, diagnostics: Diagnostics): void => {
  const at = `${resource.name}.examples`
  const shapes = { create: resource.create, update: resource.update }
  for (const [operation, shape] of Object.entries(shapes)) {
    for (const [name, example] of Object.entries(resource.examples[operation] ?? {})) {
      const exampleAt = `${at}.${operation}.${name}`
      if (shape) checkBody(shape, example.value, exampleAt, diagnostics)
      else
        diagnostics.error('EXAMPLE_INVALID', exampleAt, `The resource has no ${operation} shape.`)
    }
  }
  for (const [name, example] of Object.entries(resource.examples['response'] ?? {})) {
    checkMembers(example.value, resource.response.keys(), `${at}.response.${name}`, diagnostics)
  }
}

const checkMembers = (
  value: unknown,
  memberNames: Iterable<string>,
  at: string,
  diagnostics: Diagnostics,
): value is Record<string, unknown> => {
  if (!isJsonObject(value)) {
    diagnostics.error('EXAMPLE_INVALID', at, 'The value is not an object.')
    return false
  }
  const names = [...memberNames]
  for (const member of Object.keys(value)) {
    if (names.includes(member)) continue
    const message = unknownName('field', member, names, ' in the shape')
    diagnostics.error('EXAMPLE_INVALID', at, message)
  }
  return true
}

const checkBody = (
  shape: WriteShapeModel,
  value: unknown,
  at: string,
  diagnostics: Diagnostics,
): void => {
  if (!checkMembers(value, shape.fields.keys(), at, diagnostics)) return
  for (const field of shape.fields.values()) {
    const member = value[field.name]
    if (member === undefined || member === null) {
      if (field.required) diagnostics.error('EXAMPLE_INVALID', at, `'${field.name}' is missing.`)
      continue
    }
    if (field.type !== 'column' && !Array.isArray(member)) {
      const items = field.type === 'links' ? 'ids' : 'items'
      diagnostics.error('EXAMPLE_INVALID', at, `'${field.name}' must be a list of ${items}.`)
      continue
    }
    if (field.type === 'owned') {
      for (const [index, item] of (member as unknown[]).entries()) {
        checkBody(field.items.create, item, `${at}.${field.name}[${index}]`, diagnostics)
      }
      continue
    }
    for (const item of field.type === 'links' ? (member as unknown[]) : [member]) {
      const reading = field.reader.read(item, 'UTC')
      if ('fault' in reading) {
        diagnostics.error('EXAMPLE_INVALID', at, `'${field.name}' ${reading.fault}.`)
      }
    }
  }
}
