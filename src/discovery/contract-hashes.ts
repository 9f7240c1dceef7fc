/**
 * Hashes of what operations take and return, member by member. A client sends the hash that it was
 * built with, and so a service knows what has changed since, although it keeps no older contract.
 */
import { hash } from 'node:crypto'
import { canonicalJson } from '../foundation/json/canonical-json.js'
import type { JsonSchema } from '../foundation/json/json-schema.js'
import type { Settings } from '../foundation/settings/settings.js'
import { integerRanges } from '../model/kinds/kinds.js'
import type { ResourceModel } from '../model/types/resource-model.js'
import {
  type ContractFile,
  type ContractPart,
  contractHash,
  contractParts,
  nameLength,
  typeLength,
} from '../wire/contract.js'
import { endpointsOf } from './openapi/endpoints.js'
import { schemasOf } from './openapi/openapi.js'
import { inlined, type Schemas } from './schemas/components.js'

interface ContractMember {
  readonly name: string
  /** A request must have it, or a response always has it. */
  readonly isRequired: boolean
}

/** The members of a part by their tokens: the digest of the name, and the one of the type. */
export type PartMembers = ReadonlyMap<string, ContractMember>

export interface OperationContract {
  /** What a client sends that was built with this contract. */
  readonly hash: string
  readonly parts: Readonly<Record<ContractPart, PartMembers>>
}

/** Members of a part; the hash of a larger one has a single token. */
const maxMembers = 300

const digest = (text: string, length: number): string =>
  hash('sha256', text, 'base64url').slice(0, length)

/** Keywords that say nothing about the form of a value. */
const isAnnotation = (keyword: string): boolean =>
  /^(title|description|examples?|deprecated|\$comment|x-.*)$/.test(keyword)

/** Limits of the types of the database, which the contract does not declare. */
const typeLimits: ReadonlySet<unknown> = new Set([
  ...Object.values(integerRanges).flatMap((range) => Object.values(range ?? {})),
  ...[Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
])

const isTypeLimit = (keyword: string, value: unknown): boolean =>
  (keyword === 'minimum' || keyword === 'maximum') && typeLimits.has(value)

/** A schema without annotations. Members of an object may have the names of annotations. */
const formOf = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(formOf)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).filter(
    ([keyword, value]) => !isAnnotation(keyword) && !isTypeLimit(keyword, value),
  )
  return Object.fromEntries(
    members.map(([keyword, value]) => [
      keyword,
      keyword === 'properties' ? formsOf(value as JsonSchema) : formOf(value),
    ]),
  )
}

const formsOf = (properties: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, formOf(schema)]))

/** What stands for the members of a part that has too many, or none by name. */
const wholeName = '*'

const membersOf = (shape: JsonSchema | undefined, schemas: Schemas): PartMembers => {
  if (!shape) return new Map()
  const schema = inlined(shape, schemas) as ObjectSchema
  const { properties = {}, required = [] } = schema
  const entries = Object.entries(properties)
  const isWhole = entries.length === 0 || entries.length > maxMembers
  const listed = isWhole ? [[wholeName, schema] as const] : entries
  return new Map(
    listed
      .map(([name, member]): [string, ContractMember] => {
        const isRequired = required.includes(name)
        const form = canonicalJson([isRequired, formOf(member)])
        return [`${digest(name, nameLength)}${digest(form, typeLength)}`, { name, isRequired }]
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

const textOf = (members: PartMembers): string => [...members.keys()].join('')

/** The contracts of the operations of a resource, by their ids. */
export const operationContracts = (
  resource: ResourceModel,
  settings: Settings,
): ReadonlyMap<string, OperationContract> => {
  const schemas = schemasOf(withoutDataset(resource))
  return new Map(
    shapesOf(resource, settings).map(({ operation, shapes }) => {
      const parts = {
        request: membersOf(shapes.request, schemas),
        response: membersOf(shapes.response, schemas),
      }
      const sent = contractHash(contractParts.map((part) => textOf(parts[part])))
      return [operation.id, { hash: sent, parts }]
    }),
  )
}

/** Whether the service knows dataset versions depends on its database. */
const withoutDataset = ({ dataset: _, ...resource }: ResourceModel): ResourceModel => resource

/** Each option source has operations of its own, which belong to one operation. */
const shapesOf = (resource: ResourceModel, settings: Settings) =>
  endpointsOf(withoutDataset(resource), settings).filter(({ source }) => source === undefined)

/** The file that clients are built with. Operations with the same shape share its hash. */
export const contractFile = (
  resources: readonly ResourceModel[],
  settings: Settings,
): ContractFile => {
  const hashes = new Map<string, number>()
  const placeOf = (text: string): number => {
    const place = hashes.get(text) ?? hashes.size
    hashes.set(text, place)
    return place
  }
  const operations = resources.flatMap((resource) => {
    const contracts = operationContracts(resource, settings)
    return shapesOf(resource, settings).map(({ operation, path }) => {
      const { parts } = contracts.get(operation.id)!
      const places = contractParts.map((part) => placeOf(textOf(parts[part])))
      return [`${operation.method} ${path}`, places] as const
    })
  })
  return { hashes: [...hashes.keys()], operations: Object.fromEntries(operations) }
}
