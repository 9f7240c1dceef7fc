/** The error answers of an operation. */
import { type ErrorCode, errorPage, errorTable } from '../foundation/errors.js'
import type { JsonSchema } from '../foundation/json-schema.js'
import { refTo } from './components.js'

/** One response for each status, with an example for each code. */
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
      .map(([status, own]) => [
        String(status),
        {
          description: own.map((code) => errorTable[code].title).join('; '),
          content: {
            'application/json': {
              schema: refTo('Failure'),
              examples: Object.fromEntries(
                own.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
              ),
            },
          },
        },
      ]),
  )
}

const failureExample = (code: ErrorCode, contextPath: string): unknown => {
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

/** An example of each error, to be referred to. */
export const errorExamples = (contextPath: string): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    (Object.keys(errorTable) as ErrorCode[]).map((code) => [
      code,
      { value: failureExample(code, contextPath) },
    ]),
  )
