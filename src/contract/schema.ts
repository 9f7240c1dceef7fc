/** The only place where relation targets are resolved; an unknown one does not compile. */
import type { Entities } from './paths.js'
import type { Relation } from './relations.js'
import type { Resource, ResourceData, ResourceFactory } from './resource.js'

type UnknownTargets<S extends Entities> = {
  [E in keyof S]: {
    [K in keyof S[E]['fields']]: S[E]['fields'][K] extends infer R extends Relation
      ? R['to'] extends keyof S
        ? never
        : { readonly unknownTarget: R['to']; readonly entity: E; readonly field: K }
      : never
  }[keyof S[E]['fields']]
}[keyof S]

export interface Schema<S extends Entities = Entities> {
  readonly entities: S
  readonly resource: ResourceFactory<S>
}

/**
 * Joins entities into a schema; its `resource` declares what the API shows of them.
 *
 * @example
 * export const people = defineSchema({ employees, departments, skills })
 * export const skillsApi = people.resource('skills', { key: 'human-resources.skills', … })
 */
export const defineSchema = <const S extends Entities>(
  entities: S &
    ([UnknownTargets<S>] extends [never] ? unknown : { readonly error: UnknownTargets<S> }),
): Schema<S> => {
  const schema: Schema<S> = {
    entities,
    resource: ((entity: string, spec: Omit<ResourceData, 'entity'>): Resource<S> => ({
      schema,
      data: { ...spec, entity },
    })) as ResourceFactory<S>,
  }
  return schema
}
