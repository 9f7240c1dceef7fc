/** Prints the files of an application. */

import type { SourceTable } from '../database/catalog/source-tables.js'
import type { ApplicationPlan, EntityPlan } from './application-plan.js'
import { claim, kebabCase } from './names.js'
import type { ColumnPlan } from './plan-columns.js'
import { planResource, type ResourcePlan } from './plan-resource.js'
import { call, calledIn, name, type Printable, print } from './print-code.js'
import { printEntity } from './print-entity.js'
import { printImports } from './print-imports.js'

export interface PrintedFile {
  /** Path below the folder of the application. */
  readonly path: string
  readonly text: string
  /**
   * `generated` files are written anew by `--update`, unless they were changed by hand; the others
   * are the user's once they are there.
   */
  readonly owner: 'generated' | 'user'
}

export interface PrintOptions {
  /** First part of a resource's key: `sales` of `sales.orders`. */
  readonly groupOf: (table: SourceTable) => string
  readonly title: string
}

export const printFiles = (
  { entities }: ApplicationPlan,
  { groupOf, title }: PrintOptions,
): readonly PrintedFile[] => {
  const fileNames = fileNamesOf(entities)
  const keyOf = (entity: EntityPlan): string => `${groupOf(entity.table)}.${fileNames.get(entity)}`
  return [
    ...entities.map((entity) => ({
      path: `entities/${fileNames.get(entity)}.ts`,
      text: printEntity(entity),
      owner: 'generated' as const,
    })),
    { path: 'schema.ts', text: printSchema(entities, fileNames), owner: 'generated' },
    ...entities.map((entity) => ({
      path: `resources/${fileNames.get(entity)}.ts`,
      text: printResource(planResource(entity, keyOf)),
      owner: 'user' as const,
    })),
    { path: 'app.ts', text: printApplication(entities, fileNames, title), owner: 'user' },
  ]
}

type FileNames = ReadonlyMap<EntityPlan, string>

const fileNamesOf = (entities: readonly EntityPlan[]): FileNames => {
  const taken = new Set<string>()
  return new Map(
    entities.map((entity) => {
      const file = kebabCase(entity.table.name)
      return [
        entity,
        claim(taken, file, kebabCase(`${entity.table.schema}_${entity.table.name}`), file),
      ]
    }),
  )
}

const printSchema = (entities: readonly EntityPlan[], fileNames: FileNames): string => {
  const imports = entities.map(
    (entity) => `import { ${entity.name} } from './entities/${fileNames.get(entity)}.ts'`,
  )
  const start = 'export const schema = '
  const members = Object.fromEntries(entities.map((entity) => [entity.name, name(entity.name)]))
  return [
    '// Written by `corollary introspect`.',
    "import { defineSchema } from 'corollary'",
    ...imports,
    '',
    start + print(call('defineSchema', members as Printable), '', start.length),
    '',
    '/** For editors: the targets of relations. */',
    "declare module 'corollary' {",
    '  interface EntityNames {',
    ...entities.map((entity) => `    ${entity.name}: true`),
    '  }',
    '}',
    '',
  ].join('\n')
}

const resourceIdentifier = (entity: EntityPlan): string => `${entity.name}Resource`

const printResource = ({ entity, members }: ResourcePlan): string => {
  const start = `export const ${resourceIdentifier(entity)} = `
  const functions = calledIn(members)
  return [
    ...(functions.length === 0 ? [] : [printImports(functions)]),
    "import { schema } from '../schema.ts'",
    '',
    start + print(call('schema.resource', entity.name, members), '', start.length),
    '',
  ].join('\n')
}

/** Example of a tenant, in the form of its column type. */
const exampleTenant = ({ factory }: ColumnPlan): string =>
  factory === 'uuid' ? '00000000-0000-0000-0000-000000000001' : '1'

const printCallers = (tenant: ColumnPlan): string => {
  const caller = {
    id: 'developer',
    title: 'Developer',
    tenant: exampleTenant(tenant),
    authorities: [],
  }
  const start = 'const callers = '
  return [
    '// Acts for one tenant while authentication is off: name one of yours.',
    start + print([caller], '', start.length),
  ].join('\n')
}

const printApplication = (
  entities: readonly EntityPlan[],
  fileNames: FileNames,
  title: string,
): string => {
  const imports = entities.map(
    (entity) =>
      `import { ${resourceIdentifier(entity)} } from './resources/${fileNames.get(entity)}.ts'`,
  )
  const tenant = entities
    .map((entity) => entity.tenant)
    .find((column) => typeof column === 'object')
  const members = {
    title,
    ...(tenant ? { callers: name('callers') } : {}),
    resources: entities.map((entity) => name(resourceIdentifier(entity))),
  }
  return [
    "import { defineApplication } from 'corollary'",
    ...imports,
    '',
    ...(tenant ? [printCallers(tenant), ''] : []),
    `export default ${print(call('defineApplication', members), '', 15)}`,
    '',
  ].join('\n')
}
