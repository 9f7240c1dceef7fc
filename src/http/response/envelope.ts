/**
 * Prints the envelopes of responses. Data is JSON text already, printed from texts of the database.
 */

import type { AppError } from '../../foundation/errors/app-error.js'
import { errorPage, errorTable } from '../../foundation/errors/error-codes.js'
import { defined } from '../../foundation/json/defined.js'
import type { Translator } from '../../foundation/text/messages.js'
import { Phrase, printJson, type Unprinted } from '../../foundation/text/placeholders.js'
import type { Failure, Success } from '../../wire/envelope.js'
import type { LinksText } from './links.js'

export const jsonType = 'application/json; charset=utf-8'

const head: Pick<Success, 'status' | 'message'> = {
  status: 'success',
  message: 'Request processed successfully.',
}

/** Everything before the data. */
export const successHead = `${JSON.stringify(head).slice(0, -1)},"data":`

/** Everything after the data. */
export const successTail = (links: LinksText, now: Date): string => {
  const _links = links === '' ? '' : `,"_links":{${links}}`
  return `${_links},"timestamp":"${now.toISOString()}"}`
}

export const success = (data: string, links: LinksText, now: Date): string =>
  `${successHead}${data}${successTail(links, now)}`

export interface FailureContext {
  readonly contextPath: string
  /** The path of the request. */
  readonly instance: string
  readonly traceId: string
  readonly now: Date
  /** Into the language of the client. */
  readonly texts: Translator
}

/** RFC 9457 items in the envelope of a failure. */
export const failure = (
  error: AppError,
  { contextPath, instance, traceId, now, texts }: FailureContext,
): string => {
  const body: Unprinted<Failure> = {
    status: 'failure',
    message: error.text,
    errors: error.problems.map(({ code, message, target, properties }) => {
      const { status, category, title } = errorTable[code]
      return {
        type: errorPage(contextPath, code),
        title: new Phrase(title),
        status,
        detail: message,
        instance,
        message,
        category,
        code,
        target: target ?? null,
        properties: { ...defined({ code, target, traceId }), ...properties },
      }
    }),
    timestamp: now.toISOString(),
  }
  return printJson(body, texts)
}
