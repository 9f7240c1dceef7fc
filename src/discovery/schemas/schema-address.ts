/** Where the schema of one side of an operation is, and what it is called. */
import type { Endpoint, SchemaType } from '../catalogs/endpoints.js'

/** `<path>|<method>|<schemaType>|internal:<bool>|idField:<f>|readOnly:<bool>`; the path as published. */
export const schemaIdOf = (
  { path, operation, resource }: Endpoint,
  schemaType: SchemaType,
  contextPath: string,
): string =>
  `${contextPath}${path}|${operation.method.toLowerCase()}|${schemaType}|internal:false|idField:${resource.idField}|readOnly:${resource.readOnly}`

/** Where the schema is. */
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
