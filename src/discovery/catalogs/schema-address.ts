/** The id and the URL of the schema of an operation's request or response. */

import type { Endpoint } from '../openapi/endpoints.js'
import type { SchemaType } from '../schemas/schema-forms.js'

/**
 * `<path>|<method>|<schemaType>|internal:<bool>|idField:<f>|readOnly:<bool>`; the path as
 * published.
 */
export const schemaIdOf = (
  { path, operation, resource }: Endpoint,
  schemaType: SchemaType,
  contextPath: string,
): string =>
  `${contextPath}${path}|${operation.method.toLowerCase()}|${schemaType}|internal:false|idField:${resource.idField}|readOnly:${resource.readOnly}`

export const schemaUrlOf = (
  { path, operation, resource }: Endpoint,
  schemaType: SchemaType,
  contextPath: string,
): string => {
  const query = new URLSearchParams({
    path: `${contextPath}${path}`,
    operation: operation.method.toLowerCase(),
    schemaType,
    idField: resource.idField,
    readOnly: String(resource.readOnly),
  })
  return `${contextPath}/schemas/filtered?${query}`
}
