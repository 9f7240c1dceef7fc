/**
 * The body of a request that a host has already read, such as NestJS with `rawBody`. Its parsed
 * form would not do: numbers lose digits in it.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './media-types.js'

type RawRequest = FastifyRequest['raw'] & { readonly rawBody?: unknown }

export const readBodiesOfHosts = (app: FastifyInstance): void => {
  app.addHook('preParsing', async (request) => {
    const { readableDidRead, rawBody }: RawRequest = request.raw
    if (!readableDidRead) return undefined
    if (Buffer.isBuffer(rawBody)) return Readable.from([rawBody], { objectMode: false })
    if (!hasBody(request)) return Readable.from([], { objectMode: false })
    throw new Error(
      'The host has read the body of the request: mount the service before parsers of bodies, or let them keep the bytes as request.rawBody.',
    )
  })
}
