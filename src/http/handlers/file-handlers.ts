/** Handlers of the files of records. */
import type { FastifyReply } from 'fastify'
import { findFile } from '../../operations/files/read-file.js'
import { deleteFile, type FileTarget, uploadFile } from '../../operations/files/upload-file.js'
import { sendStream } from '../connections/send-stream.js'
import { readRange } from '../request/byte-range.js'
import { readIfMatch } from '../request/entity-tags.js'
import { closeAfterError, readSentFile } from '../request/sent-file.js'
import { addPrivateCaching, isUnchanged } from '../response/conditional.js'
import { attachment } from '../response/content-disposition.js'
import { type Exchange, type Handlers, notModified } from './exchange.js'
import { requestedId } from './record-handlers.js'
import { sendRecord } from './record-response.js'

const fieldOf = ({ request }: Exchange): string => (request.params as { field: string }).field

const targetOf = (exchange: Exchange): FileTarget => {
  const { call, operation, request } = exchange
  const precondition = readIfMatch(request, call.resource)
  return { operation, id: requestedId(exchange), field: fieldOf(exchange), precondition }
}

export const fileHandlers = {
  uploadFile: async (exchange) => {
    const { call, reply, request } = exchange
    const upload = async () => uploadFile(call, targetOf(exchange), readSentFile(request))
    return sendRecord(exchange, await closeAfterError(reply, upload()))
  },

  downloadFile: async (exchange) => {
    const { call, reply, request } = exchange
    const file = await findFile(call, requestedId(exchange), fieldOf(exchange))
    const tag = `"${file.sha256}"`
    describeFile(reply, tag)
    if (isUnchanged(request, tag)) return notModified(reply)
    const range = readRange(request, file.size, tag) ?? { start: 0, end: file.size }
    const { start, end } = range
    const isPart = end - start < file.size
    reply
      .code(isPart ? 206 : 200)
      .type(file.type)
      .header('Content-Length', end - start)
      .header('Content-Disposition', attachment(file.name))
    if (isPart) reply.header('Content-Range', `bytes ${start}-${end - 1}/${file.size}`)
    if (request.method === 'HEAD') return reply.send()
    const bytes = call.files.stored.read(file.id, range)
    return sendStream(reply, call.settings, bytes, bytes)
  },

  deleteFile: async (exchange) =>
    sendRecord(exchange, await deleteFile(exchange.call, targetOf(exchange))),
} satisfies Handlers

/** What a file contains is not the service's: it never runs with the rights of its origin. */
const describeFile = (reply: FastifyReply, tag: string): void => {
  addPrivateCaching(reply)
  reply
    .header('ETag', tag)
    .header('Accept-Ranges', 'bytes')
    // Ranges are those of the stored bytes.
    .header('Cache-Control', 'private, no-cache, no-transform')
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
}
