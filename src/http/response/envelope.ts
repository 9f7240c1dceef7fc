/** The envelopes of answers. Data comes as JSON text: it was printed once, from what the database sent. */
import type { AppError } from '../../foundation/errors/app-error.js'
import { errorPage, errorTable } from '../../foundation/errors/error-codes.js'
import type { Hrefs } from './links.js'

export const jsonType = 'application/json; charset=utf-8'

const printLinks = (links: Hrefs | undefined): string => {
  if (!links || Object.keys(links).length === 0) return ''
  const objects = Object.fromEntries(
    Object.entries(links).map(([rel, hrefs]) => [
      rel,
      typeof hrefs === 'string' ? { href: hrefs } : hrefs.map((href) => ({ href })),
    ]),
  )
  return `,"_links":${JSON.stringify(objects)}`
}

export const successHead = '{"status":"success","message":"Request processed successfully.","data":'

export const successTail = (links: Hrefs | undefined, now: Date): string =>
  `${printLinks(links)},"timestamp":"${now.toISOString()}"}`

export const success = (data: string, links: Hrefs | undefined, now: Date): string =>
  `${successHead}${data}${successTail(links, now)}`

export interface FailureContext {
  readonly contextPath: string
  /** Path of the request. */
  readonly instance: string
  readonly traceId: string
  readonly now: Date
}

/** RFC 9457 items in the envelope of a failure. */
export const failure = (
  error: AppError,
  { contextPath, instance, traceId, now }: FailureContext,
): string =>
  JSON.stringify({
    status: 'failure',
    message: error.message,
    errors: error.problems.map(({ code, message, target, properties }) => {
      const { status, category, title } = errorTable[code]
      return {
        type: errorPage(contextPath, code),
        title,
        status,
        detail: message,
        instance,
        message,
        category,
        code,
        target: target ?? null,
        properties: { code, ...(target === undefined ? {} : { target }), traceId, ...properties },
      }
    }),
    timestamp: now.toISOString(),
  })
