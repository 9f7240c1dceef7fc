/**
 * Publishes the shapes of `src/wire`: a shape with an `$id` is a component, and other schemas refer
 * to it.
 */
import type { TSchema } from 'typebox'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { Availability } from '../../wire/availability.js'
import { ItemError } from '../../wire/batch.js'
import { BulkOutcome } from '../../wire/bulk.js'
import { Action, ActionCatalog } from '../../wire/catalogs/actions.js'
import { Capabilities } from '../../wire/catalogs/capabilities.js'
import { ResourceCatalog, ResourceEntry } from '../../wire/catalogs/resources.js'
import { SchemaCatalog } from '../../wire/catalogs/schema-catalog.js'
import { ServiceDescription } from '../../wire/catalogs/service.js'
import { Surface, SurfaceCatalog } from '../../wire/catalogs/surfaces.js'
import { ErrorItem, Failure, Link, Links, StatsLinks } from '../../wire/envelope.js'
import { HistoryEntry } from '../../wire/history.js'
import { ImportColumn, ImportOutcome, ImportRow, ImportRowError } from '../../wire/import.js'
import { Pageable, Position, Sort } from '../../wire/page.js'
import { QueriesResponse, Query, QueryResult } from '../../wire/queries.js'
import {
  DistributionResponse,
  GroupByResponse,
  Metric,
  TimeSeriesResponse,
} from '../../wire/stats-responses.js'
import { DeadLetter, DeadLetters } from '../../wire/webhooks.js'
import { refTo, type Schemas } from './components.js'

const nameOf = (schema: object): string | undefined =>
  '$id' in schema ? String(schema.$id) : undefined

/** The schema of a shape: a reference, where the shape is a component. */
export const schemaOf = (shape: TSchema): JsonSchema => {
  const name = nameOf(shape)
  return name === undefined ? definitionOf(shape) : refTo(name)
}

/** `required` comes after the members, as in the schemas of contracts. */
const definitionOf = (shape: TSchema): JsonSchema => {
  const { $id: _, required, ...keywords }: JsonSchema = { ...shape }
  const ordered = required === undefined ? keywords : { ...keywords, required }
  return Object.fromEntries(
    Object.entries(ordered).map(([name, value]) => [name, publishedValue(value)]),
  )
}

const publishedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(publishedValue)
  return typeof value === 'object' && value !== null ? schemaOf(value) : value
}

/** The components that are the same for every resource. */
export const wireSchemas: Schemas = Object.fromEntries(
  [
    ...[Link, Links, StatsLinks, ErrorItem, Failure],
    ...[Sort, Pageable, Position, BulkOutcome, ItemError, HistoryEntry],
    ...[Metric, GroupByResponse, TimeSeriesResponse, DistributionResponse],
    ...[Availability, Surface, SurfaceCatalog, Action, ActionCatalog, Capabilities],
    ...[SchemaCatalog, ResourceEntry, ResourceCatalog, ServiceDescription],
    ...[ImportColumn, ImportRow, ImportRowError, ImportOutcome],
    ...[DeadLetter, DeadLetters],
    ...[Query, QueryResult, QueriesResponse],
  ].map((shape) => [nameOf(shape), definitionOf(shape)]),
)
