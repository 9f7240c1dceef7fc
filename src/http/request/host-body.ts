/**
 * The body of a request that a host has already read, such as NestJS with `rawBody`. Its parsed
 * form would not do: numbers lose digits in it.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './media-types.js'

type RawRequest = FastifyRequest['raw'] & { readonly rawBody?: unknown }

export const readBodiesOfHosts = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { readableDidRead, rawBody }: RawRequest = request.raw
    if (!readableDidRead) return done(null, payload)
    if (Buffer.isBuffer(rawBody)) return done(null, streamOf(rawBody))
    if (!hasBody(request)) return done(null, streamOf())
    const message =
      'The host has read the body of the request: mount the service before parsers of bodies, or let them keep the bytes as request.rawBody.'
    done(new Error(message))
  })
}

const streamOf = (...bytes: readonly Buffer[]): Readable =>
  Readable.from(bytes, { objectMode: false })
