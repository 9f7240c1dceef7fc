/** Reads the range of a file that a request wants (RFC 9110, 14). */
import type { FastifyRequest } from 'fastify'
import type { ByteRange } from '../../files/file-store.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'

/**
 * Returns undefined for the whole file: also for several ranges, and for a range of another version
 * of the file.
 *
 * @throws AppError RANGE_NOT_SATISFIABLE
 */
export const readRange = (
  { headers }: FastifyRequest,
  size: number,
  tag: string,
): ByteRange | undefined => {
  const { range, 'if-range': ifRange } = headers
  if (range === undefined || (ifRange !== undefined && ifRange !== tag)) return undefined
  const [, first, last] = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range) ?? []
  if (first === undefined || first + last! === '') return undefined
  const [start, end] =
    first === ''
      ? [Math.max(0, size - Number(last)), size]
      : [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)]
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  if (start < size && start < end) return { start, end }
  throw new AppError(problem('rangeUnsatisfiable', { size }), {
    headers: { 'Content-Range': `bytes */${size}` },
  })
}
