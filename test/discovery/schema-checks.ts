/**
 * Compiles published schemas. Compiling is expensive, so each schema is compiled once per worker.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../http/use-people.js'

const ajv = new Ajv2020({ strict: false, allErrors: true })
// The types of this package name its default export only under another module system.
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

/** A schema of its own, which refers to nothing outside itself. */
export const compileSchema = (schema: Json): ValidateFunction => ajv.compile(schema)

type Checker = (schema: Json) => ValidateFunction

const componentReference = /"#\/components\/schemas\/([^"/]+)"/g

/**
 * Registers each component as a schema of its own: Ajv keeps those compiled, while it would compile
 * a reference into a surrounding document again for each schema.
 */
const createChecker = (components: Readonly<Record<string, Json>>, prefix: string): Checker => {
  const withOwnNames = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replace(componentReference, `"${prefix}$1"`))
  for (const [name, schema] of Object.entries(components)) {
    ajv.addSchema(withOwnNames(schema), `${prefix}${name}`)
  }
  const compiled = new Map<string, ValidateFunction>()
  return (schema) => {
    const key = JSON.stringify(schema)
    const check = compiled.get(key) ?? ajv.compile(withOwnNames(schema))
    compiled.set(key, check)
    return check
  }
}

/** By document, and by the text of its components: services of one sample publish the same. */
const byDocument = new WeakMap<object, Checker>()
const byComponents = new Map<string, Checker>()

const checkerOfDocument = (document: Json): Checker => {
  const components = document.components?.schemas ?? {}
  const key = JSON.stringify(components)
  const checker =
    byComponents.get(key) ?? createChecker(components, `document-${byComponents.size}-`)
  byComponents.set(key, checker)
  byDocument.set(document, checker)
  return checker
}

/** Validates a value with a schema that refers to the components of a document. */
export const checkerOf = (schema: Json, document: Json): ValidateFunction =>
  (byDocument.get(document) ?? checkerOfDocument(document))(schema)
