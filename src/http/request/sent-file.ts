/** Reads the head of an upload, and its bytes as they arrive. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { SentFile } from '../../operations/files/upload-file.js'
import { bytesOfHost } from './body.js'

/** @throws AppError INVALID_PARAMETER, UNSUPPORTED_MEDIA_TYPE */
export const readSentFile = ({ headers, raw }: FastifyRequest): SentFile => {
  if (headers['content-range'] !== undefined) throw new AppError(problem('filePartial'))
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  if (encoding !== 'identity') throw new AppError(problem('contentEncodingUnsupported'))
  return {
    name: readFileName(headers['content-disposition']),
    type: mediaTypeOf(headers['content-type']),
    size: length === undefined ? undefined : Number(length),
    bytes: () => arriving(raw),
  }
}

/** Media type without parameters; undefined for a text that is none (RFC 9110, 8.3.1). */
const mediaTypeOf = (contentType = ''): string | undefined =>
  /^\s*([\w!#$%&'*+.^`|~-]{1,127}\/[\w!#$%&'*+.^`|~-]{1,127})\s*(;|$)/
    .exec(contentType)?.[1]
    ?.toLowerCase()

/** Leaving the loop must not destroy the request: its response is still to be sent. */
async function* arriving(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  if (raw.readableDidRead) {
    yield bytesOfHost(raw)
    return
  }
  try {
    yield* raw.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw raw.destroyed && !raw.complete ? new ClientGone() : error
  }
}

/** After an error, the client may still be sending. */
export const closeAfterError = async <T>(reply: FastifyReply, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    reply.header('Connection', 'close')
    throw error
  }
}

/** The parameters of `Content-Disposition` (RFC 6266). */
const parameters = /;\s*([\w!#$&+.^`|~-]+\*?)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]*)/g

const maxNameLength = 255

/** @throws AppError INVALID_PARAMETER */
const readFileName = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const values = new Map(
    [...header.matchAll(parameters)].map(([, name, value]) => [name!.toLowerCase(), value!]),
  )
  const extended = values.get('filename*')
  const plain = values.get('filename')
  const name = extended === undefined ? plain && unquoted(plain) : decoded(extended)
  return name === undefined ? undefined : safeName(name)
}

/** Many clients send UTF-8, which Node reads as Latin 1. */
const unquoted = (value: string): string => {
  const text = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
  const bytes = Buffer.from(text, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

/** `UTF-8'en'na%C3%AFve.txt` (RFC 8187) */
const decoded = (value: string): string => {
  const [, encoded] = /^utf-8'[\w-]*'(.*)$/i.exec(value) ?? []
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // Not percent-encoded.
  }
  throw new AppError(problem('fileNameInvalid'))
}

/** The last part of a path, without characters that are invisible or turn the text around. */
const safeName = (name: string): string | undefined => {
  const last = name.split(/[/\\]/).at(-1)!
  const visible = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  return [...visible].slice(0, maxNameLength).join('') || undefined
}
