/**
 * Compiles contracts into the model. Reports every problem instead of stopping at the first. What
 * cannot be resolved is left out, so a model is usable only if nothing was reported.
 */
import type { Resource } from '../../contract/resource.js'
import { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { EntityModel } from '../types/entity-model.js'
import type { Model, ResourceModel } from '../types/resource-model.js'
import { checkRoutes } from './check-routes.js'
import type { DatabaseTypes } from './compile-columns.js'
import { compileEntities } from './compile-entities.js'
import { compileOptionSources } from './compile-option-sources.js'
import { compileResource } from './compile-resource.js'
import { compileRowRules, type RowRules } from './compile-row-rules.js'
import { compileSurfaces } from './compile-surfaces.js'
import { checkTypeOfTenants } from './compile-tenants.js'
import { readEntities, readResource } from './read-declaration.js'

/** Compiles entities alone, to learn which tables they are of. Problems are not reported. */
export const entitiesOf = (resources: readonly Resource[]): readonly EntityModel[] => {
  const schemas = new Set(resources.map((resource) => (resource as Partial<Resource>).schema))
  return [...schemas].flatMap((schema) => {
    const declared = readEntities(schema?.entities ?? {}, new Diagnostics())
    return [...compileEntities(declared, new Diagnostics(), () => undefined).values()]
  })
}

/**
 * `typeOf` knows the database types of columns, once the catalog is read: values are compared by
 * them.
 */
export const compileModel = (
  resources: readonly Resource[],
  diagnostics: Diagnostics,
  typeOf: DatabaseTypes = () => undefined,
): Model => {
  const bySchema = new Map<object, ReadonlyMap<string, EntityModel>>()
  const rules: RowRules[] = []
  const compiled: { readonly model: ResourceModel; readonly data: Resource['data'] }[] = []
  for (const [index, resource] of resources.entries()) {
    const { schema, data } = resource as Partial<Resource>
    if (!schema || !data) {
      const message =
        'It is not a resource; make one with `resource` of a schema, or an instance of a resource class.'
      diagnostics.error('KEY_INVALID', `resources[${index}]`, message)
      continue
    }
    const entities = bySchema.get(schema) ?? compileSchema(schema, rules, diagnostics, typeOf)
    bySchema.set(schema, entities)
    const sound = readResource(data, index, diagnostics)
    const model = sound && compileResource(sound, entities, diagnostics)
    if (model) compiled.push({ model, data: sound })
  }
  if (resources.length === 0) {
    diagnostics.error('KEY_INVALID', 'resources', 'No resource is declared; declare at least one.')
  }
  const models = compiled.map(({ model }) => model)
  checkUnique(models, 'key', diagnostics)
  checkUnique(models, 'path', diagnostics)
  checkRoutes(models, diagnostics)
  const entities = [...bySchema.values()].flatMap((ofSchema) => [...ofSchema.values()])
  checkTypeOfTenants(entities, diagnostics)
  return {
    entities,
    rowRules: new Map(rules.flatMap((ofSchema) => [...ofSchema])),
    // Last, because sources and surfaces may refer to other resources.
    resources: compiled.map(({ model, data }) => ({
      ...model,
      optionSources: compileOptionSources(data.optionSources ?? {}, model, models, diagnostics),
      surfaces: compileSurfaces(data.surfaces ?? {}, model, models, diagnostics),
    })),
  }
}

const compileSchema = (
  schema: Resource['schema'],
  rules: RowRules[],
  diagnostics: Diagnostics,
  typeOf: DatabaseTypes,
): ReadonlyMap<string, EntityModel> => {
  const declared = readEntities(schema.entities, diagnostics)
  const entities = compileEntities(declared, diagnostics, typeOf)
  rules.push(compileRowRules(entities, declared, diagnostics))
  return entities
}

const checkUnique = (
  resources: readonly ResourceModel[],
  property: 'key' | 'path',
  diagnostics: Diagnostics,
): void => {
  const seen = new Set<string>()
  for (const resource of resources) {
    const value = resource[property]
    if (seen.has(value)) {
      const at = `${resource.name}.${property}`
      diagnostics.error('DUPLICATE', at, `Another resource already has the ${property} '${value}'.`)
    }
    seen.add(value)
  }
}
