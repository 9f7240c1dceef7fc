/** The routes for operators of webhooks, for the API description. */
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { successOf } from '../../wire/envelope.js'
import { DeadLetters } from '../../wire/webhooks.js'
import { named } from '../schemas/components.js'
import { text } from '../schemas/schema-forms.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { errorResponses } from './error-responses.js'
import { examplesOf } from './examples.js'
import { commonErrors } from './operation-errors.js'

const tags = ['platform-webhooks']
const name = { ...{ name: 'name', in: 'path', required: true }, schema: text } as const
const errorsOf = (...codes: readonly ErrorCode[]) =>
  errorResponses(['RESOURCE_NOT_FOUND', ...codes, ...commonErrors])

/** @param schemas by name; the envelope is added */
export const webhookPaths = (
  contextPath: string,
  schemas: Record<string, JsonSchema>,
): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> => {
  const letters = `${contextPath}/webhooks/{name}/dead-letters`
  const page = named('DeadLettersSuccess', schemaOf(successOf(DeadLetters)), schemas)
  return {
    [letters]: {
      get: {
        operationId: 'platform-webhooks.deadLetters',
        tags,
        summary: 'Deliveries of a webhook that are not attempted any more',
        description:
          'Lists dead letters in pages, the oldest first. Values of changes are not returned.',
        parameters: [
          { ...name, description: 'Name of the webhook.' },
          {
            ...{ name: 'size', in: 'query', description: 'Maximum number of dead letters.' },
            schema: { type: 'integer', minimum: 1 },
          },
          {
            ...{ name: 'after', in: 'query', schema: text },
            description: '`next` of the page before; default: the first page.',
          },
        ],
        responses: {
          200: {
            description: 'Success.',
            content: {
              'application/json': { schema: page, examples: examplesOf(undefined, page, schemas) },
            },
          },
          ...errorsOf('INVALID_PARAMETER', 'CURSOR_INVALID', 'LIMIT_EXCEEDED'),
        },
      },
    },
    [`${letters}/{id}/retry`]: {
      post: {
        operationId: 'platform-webhooks.retryDeadLetter',
        tags,
        summary: 'Send a dead letter again',
        description: 'Later changes of the same record may have been sent before.',
        parameters: [
          { ...name, description: 'Name of the webhook.' },
          {
            ...{ name: 'id', in: 'path', required: true, schema: text },
            description: 'Id of the dead letter.',
          },
        ],
        responses: { 204: { description: 'It is sent soon.' }, ...errorsOf() },
      },
    },
  }
}
