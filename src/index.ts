/** The public surface. A test holds the list. */
export type {
  Action,
  ActionKind,
  ActionOptions,
  ActionShape,
  ShapeBody,
  ShapeValues,
  Structure,
} from './contract/actions.js'
export { listOf, objectOf, refersTo } from './contract/actions.js'
export type {
  ActionCall,
  ActionCallOf,
  BulkCallOf,
  CollectionCall,
  ResourceAccess,
  WriteCall,
  WriteCallOf,
} from './contract/calls.js'
export type { Column, CompositeKey, FileColumn, FileValue } from './contract/column.js'
export {
  arrayOf,
  asText,
  bigint,
  boolean,
  byteLength,
  compositeKey,
  date,
  decimal,
  duration,
  enumOf,
  file,
  float,
  instant,
  integer,
  json,
  localDateTime,
  money,
  text,
  time,
  uuid,
  version,
} from './contract/columns.js'
export { ApiResource, ResourceIntent, UiSurface, WorkflowAction } from './contract/decorators.js'
export type { DevelopmentCaller } from './contract/development-caller.js'
export {
  defineEntity,
  type Entity,
  type RowAccess,
  type SoftDelete,
  type VisibleRows,
} from './contract/entity.js'
export { computed, now, sql, today } from './contract/expressions.js'
export type { FileOptionsOfService, UploadedFile } from './contract/files.js'
export type { FilterField } from './contract/filter/definition.js'
export { DELETED, type DeletedField } from './contract/filter/deleted.js'
export type { Combined } from './contract/filter/expressions.js'
export {
  BETWEEN,
  BETWEEN_EXCLUSIVE,
  ENDS_WITH,
  EQUAL,
  GREATER_OR_EQUAL,
  GREATER_THAN,
  IN,
  IN_LAST_DAYS,
  IN_NEXT_DAYS,
  IS_FALSE,
  IS_NOT_NULL,
  IS_NULL,
  IS_TRUE,
  LESS_OR_EQUAL,
  LESS_THAN,
  LIKE,
  NOT_BETWEEN,
  NOT_EQUAL,
  NOT_IN,
  NOT_LIKE,
  ON_DATE,
  OUTSIDE_RANGE,
  SIZE_EQ,
  SIZE_GT,
  SIZE_LT,
  STARTS_WITH,
} from './contract/filter/operations.js'
export { every, none, type RelatedFilter, some } from './contract/filter/related.js'
export { type SearchField, search } from './contract/filter/search.js'
export type { FilterOperation } from './contract/filter/table.js'
export type { AvailabilityRule, Guard, Guards, RuleFacts } from './contract/guards.js'
export type { FieldHints, JsonLogic } from './contract/hints.js'
export type { ActionTypes, Patch } from './contract/members.js'
export type { OptionSource, StaticOption } from './contract/option-sources.js'
export type { Principal } from './contract/principal.js'
export {
  type BelongsTo,
  belongsTo,
  type EntityNames,
  type HasMany,
  type HasOne,
  hasMany,
  hasOne,
  type ManyToMany,
  manyToMany,
  type Owns,
  owns,
} from './contract/relations.js'
export type {
  CreateType,
  FilterType,
  IntentType,
  Resource,
  ResponseType,
  UpdateType,
} from './contract/resource.js'
export type { ResourceClass } from './contract/resource-spec.js'
export type { ResourceNames, ResourceOf, SpecTypes } from './contract/resource-types.js'
export type {
  Route,
  RouteAccess,
  RouteCall,
  RouteContext,
  RouteRequest,
} from './contract/routes.js'
export { and, type Condition, not, or, type Rule } from './contract/rules.js'
export { defineSchema, type Schema } from './contract/schema.js'
export type { IntentOf } from './contract/shape-values.js'
export {
  type Count,
  count,
  type Ids,
  ids,
  type List,
  list,
  type Owned,
  owned,
} from './contract/shapes.js'
export {
  category,
  type MetricOperation,
  measure,
  reference,
  type StatsField,
  series,
} from './contract/stats.js'
export { AppError } from './foundation/errors/app-error.js'
export { ContractError, type Diagnostic } from './foundation/errors/diagnostics.js'
export type { ErrorCode } from './foundation/errors/error-codes.js'
export { StartError } from './foundation/errors/start-error.js'
export { readMessages } from './foundation/files/catalog-files.js'
export type { FailureResponse, HostRequest } from './http/hosts/host-requests.js'
export {
  type Application,
  defineApplication,
  type PrepareContext,
  type Progress,
} from './server/compose/application.js'
export { createServer, type RunningServer } from './server/compose/create-server.js'
export { createService, type Service, type StartOptions } from './server/compose/create-service.js'
export type { BulkItem, BulkOutcome } from './wire/bulk.js'
