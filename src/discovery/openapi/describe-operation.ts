/** Describes an operation: its parameters, its request and its responses. */
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { targetsOf } from '../../model/types/reach.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { deprecatedKeywords } from '../schemas/deprecated.js'
import { operationIdOf, type Published } from '../schemas/published.js'
import { dryRunErrors } from './dry-run.js'
import { errorResponses } from './error-responses.js'
import { operationDocs } from './operation-docs.js'
import { bodyErrors, commonErrors, operationErrors } from './operation-errors.js'
import { textsOf } from './operation-texts.js'
import { parametersOf } from './parameters.js'
import { takesReadToken } from './read-token.js'
import { requestBodyOf } from './request-body.js'
import type { SecurityOptions } from './security.js'
import { successResponses } from './success-responses.js'

/** @param schemas by name; bodies and envelopes of the operation are added */
export const describeOperation = (
  published: Published,
  options: SecurityOptions,
  schemas: Record<string, JsonSchema>,
): JsonSchema => {
  const { resource, operation } = published
  const deprecation = resource.deprecated.operations.get(operation.id)
  const isPublic = resource.guards.get(operation)?.isPublic
  const requestBody = requestBodyOf(published, schemas)
  return {
    operationId: operationIdOf(published),
    ...(deprecation ? deprecatedKeywords(deprecation) : {}),
    tags: [resource.key],
    ...textsOf(published),
    // Anonymous callers are allowed too.
    ...(isGuarded(options) && isPublic ? { security: [{}, { bearer: [] }] } : {}),
    parameters: parametersOf(operationDocs[operation.name].parameters, published),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...successResponses(published, schemas),
      ...errorResponses(errorsOf(published, options)),
    },
  }
}

const isGuarded = ({ settings }: SecurityOptions): boolean =>
  settings['platform.auth.mode'] !== 'none'

const errorsOf = (published: Published, options: SecurityOptions): readonly ErrorCode[] => {
  const { resource, operation } = published
  const { callers = [] } = options
  const takesCaller = callers.length > 0 && !isGuarded(options)
  const hasHeaders = takesCaller || resource.entity.tenant || takesReadToken(published)
  return [
    ...operationErrors[operation.name].filter((code) => mayOccur(code, resource)),
    // Operations that ignore a body check its media type and size nevertheless.
    ...(operation.method === 'GET' ? [] : bodyErrors),
    ...commonErrors,
    ...dryRunErrors(published),
    ...(hasComputedFields(resource) ? expressionErrors : []),
    ...(hasHeaders ? headerErrors : []),
  ]
}

const mayOccur = (code: ErrorCode, { acceptsIdempotencyKeys }: ResourceModel): boolean =>
  acceptsIdempotencyKeys || !code.startsWith('IDEMPOTENCY_')

/** A computed field may fail for one of the records that an operation reads or returns. */
const expressionErrors: readonly ErrorCode[] = ['EXPRESSION_FAILED']

const hasComputedFields = (resource: ResourceModel): boolean =>
  targetsOf(resource).some((target) => target.type === 'column' && target.column.computed)

/** A header may name an unknown development caller, or what cannot be a tenant or a token. */
const headerErrors: readonly ErrorCode[] = ['INVALID_PARAMETER']
