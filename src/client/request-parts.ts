/** The parts of requests that many methods share. */
import type {
  CallOptions,
  ConditionalOptions,
  CreateOptions,
  DeleteOptions,
  TryOptions,
  WriteOptions,
} from './options.js'
import type { WireRequest } from './transport.js'

export type RequestParts = Omit<WireRequest, 'path'>

export type GetOptions = CallOptions & Partial<ConditionalOptions>

export const below = (segment: unknown): string => `/${encodeURIComponent(String(segment))}`

export const read = (options: GetOptions): RequestParts => ({
  method: 'GET',
  headers: { 'If-None-Match': options.ifNoneMatch },
  options,
})

/** Without an idempotency key, such a request must not be sent twice. */
export const creating = (body: unknown, options: WriteOptions & CreateOptions): RequestParts => ({
  method: 'POST',
  body,
  creates: true,
  headers: { 'Idempotency-Key': options.idempotencyKey, 'If-Match': options.ifMatch },
  query: trying(options),
  options,
})

const trying = ({ dryRun }: TryOptions) => ({ dryRun: dryRun || undefined })

export const write = (
  method: 'PUT' | 'PATCH' | 'DELETE',
  options: WriteOptions,
  body?: unknown,
): RequestParts => ({
  method,
  body,
  headers: { 'If-Match': options.ifMatch },
  query: trying(options),
  options,
})

export const remove = ({ permanent, ...options }: DeleteOptions, body?: unknown): RequestParts => ({
  ...write('DELETE', options, body),
  query: { ...trying(options), permanent: permanent || undefined },
})
