/** The catalog of surfaces: references to operations and their schemas. */
import Type from 'typebox'
import { Availability } from '../availability.js'
import { integer, nullable, oneOf, text, type Wire } from '../forms.js'
import { scope, subject } from './subject.js'

export const Surface = Type.Object(
  {
    id: text,
    resourceKey: text,
    kind: oneOf(['FORM', 'PARTIAL_FORM', 'VIEW', 'READ_PROJECTION']),
    scope,
    title: text,
    description: nullable(text),
    intent: text,
    operationId: text,
    path: text,
    method: text,
    schemaId: text,
    schemaUrl: text,
    responseCardinality: oneOf(['OBJECT', 'COLLECTION', 'PAGE', 'VOID']),
    availability: Availability,
    order: integer,
    tags: Type.Array(text),
    /**
     * For an operation of another resource: the filter field that takes the value of a field of the
     * record, so that the operation returns what belongs to the record.
     */
    recordFilter: nullable(Type.Object({ field: text, valueField: text })),
  },
  { $id: 'Surface' },
)
export type Surface = Wire<typeof Surface>

export const SurfaceCatalog = Type.Object(
  { ...subject, surfaces: Type.Array(Surface) },
  { $id: 'SurfaceCatalog' },
)
export type SurfaceCatalog = Wire<typeof SurfaceCatalog>
