/** The path of a request, and the headers that must name the same host (RFC 9112, 3.2). */
import type { FastifyRequest } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'

/** Headers that must not be repeated, because readers disagree on which one counts. */
const singleHeaders = ['Host', 'Authorization'] as const

/** `rawHeaders` alternates names and values; Node drops repeated ones from `headers`. */
const countHeader = (rawHeaders: readonly string[], name: string): number => {
  const lowerName = name.toLowerCase()
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]!
    if (header.length === name.length && header.toLowerCase() === lowerName) count++
  }
  return count
}

const origin = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]*/i

/** The path of a request in origin form or absolute form, without its query. */
export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => {
  const path = url.split('?', 1)[0]!
  return path.startsWith('/') ? path : path.replace(origin, '')
}

const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host : undefined

/**
 * @throws AppError URI_TOO_LONG; INVALID_PARAMETER if the host or the caller of the request is
 * ambiguous
 */
export const checkRequestHead = ({ raw, headers }: FastifyRequest, maxUrlBytes: number): void => {
  // Each character is a byte that the client sent.
  if ((raw.url?.length ?? 0) > maxUrlBytes) {
    throw new AppError(problem('targetTooLong', { limit: maxUrlBytes }))
  }
  for (const name of singleHeaders) {
    if (countHeader(raw.rawHeaders, name) > 1) {
      throw new AppError(problem('headerRepeated', { name }))
    }
  }
  const { host, 'transfer-encoding': coding } = headers
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new AppError(problem('transferCodingUnsupported'))
  }
  if (host === undefined) {
    if (raw.httpVersion === '1.0') return
    throw new AppError(problem('hostMissing'))
  }
  const [address, scheme] = origin.exec(raw.url ?? '') ?? []
  if (address === undefined || hostOf(address) === hostOf(`${scheme}://${host}`)) return
  throw new AppError(problem('hostMismatch'))
}
