/** The error responses of an operation, and their examples. */
import { type ErrorCode, errorPage, errorTable } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { Failure } from '../../wire/envelope.js'
import { eachReference } from '../schemas/components.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { errorHeaders } from './error-headers.js'

/** One response per status, with an example for each code. */
export const errorResponses = (
  codes: readonly ErrorCode[],
): Readonly<Record<string, JsonSchema>> => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => errorTable[code].title).join('; '),
          ...errorHeaders(codes),
          content: {
            'application/json': {
              schema: schemaOf(Failure),
              examples: Object.fromEntries(
                codes.map((code) => [code, { $ref: `${examplePrefix}${code}` }]),
              ),
            },
          },
        },
      ]),
  )
}

const failureExample = (code: ErrorCode, contextPath: string): Failure => {
  const { status, category, title } = errorTable[code]
  const message = `${title}.`
  return {
    status: 'failure',
    message,
    errors: [
      {
        type: errorPage(contextPath, code),
        title,
        status,
        detail: message,
        instance: '/',
        message,
        category,
        code,
        target: null,
        properties: { code, traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
      },
    ],
    timestamp: '2026-03-20T15:45:00.123Z',
  }
}

const examplePrefix = '#/components/examples/'

/** Adds the errors that a description refers to. */
export const addErrors = (description: unknown, errors: Set<ErrorCode>): void =>
  eachReference(description, (reference) => {
    if (!reference.startsWith(examplePrefix)) return
    errors.add(reference.slice(examplePrefix.length) as ErrorCode)
  })

/** An example of each error, in the order of the table. */
export const errorExamples = (
  errors: ReadonlySet<ErrorCode>,
  contextPath: string,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    (Object.keys(errorTable) as ErrorCode[])
      .filter((code) => errors.has(code))
      .map((code) => [code, { value: failureExample(code, contextPath) }]),
  )
