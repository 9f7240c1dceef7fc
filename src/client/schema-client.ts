/** The schemas of one resource, and checks of bodies against them. */
import { type BodyError, type BodySchema, checkBody } from './check-body.js'
import { forms } from './forms.js'
import type { CallOptions } from './options.js'
import type { Result } from './result.js'
import type { SchemaDocument } from './schema.js'
import type { Transport } from './transport.js'

/** The operation, by method and path below the resource, whose request or response is described. */
export type SchemaPlace = readonly [
  method: 'get' | 'post' | 'put' | 'patch',
  path: string,
  of: 'request' | 'response',
]

const places = {
  list: ['get', '/all', 'response'],
  detail: ['get', '/{id}', 'response'],
  filter: ['post', '/filter', 'request'],
  create: ['post', '', 'request'],
  update: ['put', '/{id}', 'request'],
} as const satisfies Readonly<Record<string, SchemaPlace>>
export type SchemaName = keyof typeof places

/** Shapes whose bodies can be checked. */
export type CheckedShape = 'create' | 'update'

export class SchemaClient {
  readonly #transport: Transport
  readonly #path: string
  /** Schemas of the bodies that were checked. */
  readonly #checked = new Map<CheckedShape, Promise<Result<BodySchema>>>()

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  read<D = SchemaDocument>(
    of: SchemaName | SchemaPlace,
    options?: CallOptions,
  ): Promise<Result<D>> {
    const [operation, path, schemaType] = typeof of === 'string' ? places[of] : of
    const query = { path: `${this.#path}${path}`, operation, schemaType }
    const request = { method: 'GET', path: '/schemas/filtered', query, options } as const
    return this.#transport.send(request, forms.document)
  }

  /** Loads the schema at the first call, and keeps it. */
  async check(
    shape: CheckedShape,
    body: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Result<readonly BodyError[]>> {
    const loading = this.#checked.get(shape) ?? this.read<BodySchema>(shape, options)
    this.#checked.set(shape, loading)
    const result = await loading
    if (result.ok) return { ...result, data: checkBody(result.data, body) }
    this.#checked.delete(shape)
    return result
  }
}
