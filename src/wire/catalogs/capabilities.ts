/** What a resource, or one of its records, supports: references only, no schemas. */
import Type from 'typebox'
import { Availability } from '../availability.js'
import { count, flag, mapOf, nullable, oneOf, text, type Wire } from '../forms.js'
import { Action } from './actions.js'
import { scope, subject } from './subject.js'
import { Surface } from './surfaces.js'

const Capability = Type.Object(
  {
    id: text,
    supported: flag,
    scope,
    preferredMethod: nullable(text),
    preferredRel: nullable(text),
    availability: Availability,
    /** Of exports and imports only. */
    formats: Type.Optional(Type.Array(text)),
    maxRows: Type.Optional(count),
    /** Of exports only. */
    scopes: Type.Optional(Type.Array(text)),
    /** Of imports only; `keys` are the fields by which rows name records. */
    modes: Type.Optional(Type.Array(text)),
    keys: Type.Optional(Type.Array(text)),
    /** Of uploads and removals of files only, for each field with files. */
    fields: Type.Optional(mapOf(Availability)),
  },
  { $id: 'Capability' },
)
export type Capability = Wire<typeof Capability>

/** A filter field over the path of a field with statistics. */
const StatsFilterField = Type.Object({ field: text, operation: text }, { $id: 'StatsFilterField' })

const StatsField = Type.Object(
  {
    field: text,
    label: text,
    type: text,
    metrics: Type.Array(text),
    modes: Type.Array(text),
    /** Buckets have a label of their own beside the key. */
    keyAndLabelDistinct: flag,
    /** Filter fields over the same path: a bucket leads to its records. */
    filterFields: Type.Array(StatsFilterField),
    /** ISO 4217 code of amounts; null for other values. */
    currency: nullable(text),
    /** Seconds that statistics of all records by the field may be old; null: always current. */
    maxAgeSeconds: nullable(count),
    /** Whether requests of each kind take the field now. */
    groupByEligible: flag,
    timeSeriesEligible: flag,
    distributionTermsEligible: flag,
    distributionHistogramEligible: flag,
  },
  { $id: 'StatsField' },
)

const StatsCapability = Type.Object({
  supportLevel: oneOf(['GLOBALLY_DISABLED', 'NONE', 'PARTIAL', 'OPERATIONAL']),
  fields: Type.Array(StatsField),
})
export type StatsCapability = Wire<typeof StatsCapability>

export const Capabilities = Type.Object(
  {
    ...subject,
    canonicalOperations: mapOf(flag),
    operations: mapOf(Capability),
    surfaces: Type.Array(Surface),
    actions: Type.Array(Action),
    stats: StatsCapability,
  },
  { $id: 'Capabilities' },
)
export type Capabilities = Wire<typeof Capabilities>
