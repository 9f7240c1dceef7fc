/** The shapes of schemas, as the typed client reads them. */
export {
  type Field,
  type FieldOption,
  itemTypes,
  readShape,
  type SchemaDocument,
  type Shape,
  type ShapeRule,
} from '../../src/client/schema.js'
