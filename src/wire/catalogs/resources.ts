/** The resources of a service, by API group: where each is described, and what it supports. */
import Type from 'typebox'
import { flag, mapOf, nullable, text, type Wire } from '../forms.js'

const Group = Type.Object({ group: text, title: text }, { $id: 'ResourceGroup' })

/** URLs of schemas; null where the resource does not support the operation. */
const SchemaUrls = Type.Object({
  /** Records in a list. */
  list: text,
  detail: nullable(text),
  filter: nullable(text),
  create: nullable(text),
  update: nullable(text),
})

export const ResourceEntry = Type.Object(
  {
    resourceKey: text,
    resourcePath: text,
    group: text,
    title: text,
    /** What people call one record; the title of the resource if the contract does not say it. */
    recordTitle: text,
    description: nullable(text),
    readOnly: flag,
    idField: text,
    /** Records have a version, which writes compare with `If-Match`. */
    versioned: flag,
    /** The response field that is the label of the resource's options. */
    labelField: nullable(text),
    /** The response field with the state on which operations depend; null without one. */
    stateField: nullable(text),
    /** Sort terms of the default order, such as `fullName,asc`. */
    defaultSort: Type.Array(text),
    canonicalOperations: mapOf(flag),
    schemas: SchemaUrls,
    /** Keys of the declared option sources. */
    optionSources: Type.Array(text),
    capabilitiesUrl: text,
    surfacesUrl: text,
    /** Null for a resource without workflow. */
    actionsUrl: nullable(text),
    apiDocsUrl: text,
  },
  { $id: 'ResourceEntry' },
)
export type ResourceEntry = Wire<typeof ResourceEntry>

export const ResourceCatalog = Type.Object(
  {
    /** Null in the catalog of everything. */
    group: nullable(text),
    groups: Type.Array(Group),
    resources: Type.Array(ResourceEntry),
  },
  { $id: 'ResourceCatalog' },
)
export type ResourceCatalog = Wire<typeof ResourceCatalog>
