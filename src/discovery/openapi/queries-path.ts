/** `POST /queries`, for the API description. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { QueriesBody, QueriesResponse } from '../../wire/queries.js'
import { named } from '../schemas/components.js'
import { bodyOf, membersOf } from '../schemas/fixed-bodies.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { errorResponses } from './error-responses.js'
import { examplesOf } from './examples.js'
import { bodyErrors, commonErrors } from './operation-errors.js'
import { countParameters, tenantParameters } from './parameters.js'
import { readTokenParameters, replicaHeaders } from './read-token.js'

export const queriesTag = {
  name: 'platform-queries',
  description: 'Several requests that read, answered from one snapshot of the database.',
}

/** With a path that exists. */
const exampleOf = (path: string) => ({
  queries: [{ name: 'first', path: `${path}/filter`, query: { size: 5 }, body: {} }],
})

/**
 * @param schemas by name; the body is added
 * @param resources whose records the queries may read; the first is that of the example
 */
export const queriesPath = (
  settings: Settings,
  schemas: Record<string, JsonSchema>,
  resources: readonly ResourceModel[],
): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> => {
  const maxItems = settings['platform.queries.max']
  const contextPath = settings['platform.http.context-path']
  const [first] = resources
  const { queries } = membersOf(QueriesBody, {})
  const members = bodyOf({ queries: { ...queries, maxItems } }, ['queries'])
  const body = named('QueriesBody', members, schemas)
  const response = schemaOf(QueriesResponse)
  return {
    [`${contextPath}/queries`]: {
      post: {
        operationId: 'platform-queries.run',
        tags: [queriesTag.name],
        summary: 'Answer several requests from one snapshot of the database',
        description:
          'Each query is a `POST` that reads: a filter, a cursor, a position, options or statistics. It passes the checks of its route, and its result has the status and the body of its response. A query that fails does not affect the others.',
        parameters: [
          ...countParameters(resources),
          ...tenantParameters(resources),
          ...readTokenParameters(settings),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: body,
              examples: first
                ? { default: { value: exampleOf(`${contextPath}${first.path}`) } }
                : {},
            },
          },
        },
        responses: {
          200: {
            description: 'The results by the names of the queries.',
            headers: replicaHeaders(settings),
            content: {
              'application/json': {
                schema: response,
                examples: examplesOf(undefined, response, schemas),
              },
            },
          },
          ...errorResponses([
            'LIMIT_EXCEEDED',
            'INVALID_PARAMETER',
            ...bodyErrors,
            ...commonErrors,
          ]),
        },
      },
    },
  }
}
