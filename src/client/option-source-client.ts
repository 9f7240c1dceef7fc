/** The client of one option source of a resource. */

import type { Option } from '../wire/options.js'
import type { Page } from '../wire/page.js'
import { forms } from './forms.js'
import type {
  CallOptions,
  ConditionalOptions,
  OptionId,
  OptionSourceIdsOptions,
  OptionSourceRequest,
} from './options.js'
import type { ConditionalResult, Result } from './result.js'
import type { Transport } from './transport.js'

export class OptionSourceClient<Sorts extends string, Filter> {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, resourcePath: string, key: string) {
    this.#transport = transport
    this.#path = `${resourcePath}/option-sources/${encodeURIComponent(key)}/options`
  }

  filter(
    request: OptionSourceRequest<Sorts | 'id' | 'label', Filter> = {},
  ): Promise<Result<Page<Option<OptionId>>>> {
    const { page, size, signal: _signal, headers: _headers, ...body } = request
    const path = `${this.#path}/filter`
    const query = { page, size }
    return this.#transport.send(
      { method: 'POST', path, query, body, options: request },
      forms.optionPage,
    )
  }

  byIds(
    ids: readonly OptionId[],
    options: ConditionalOptions,
  ): Promise<ConditionalResult<readonly Option<OptionId>[]>>
  byIds(
    ids: readonly OptionId[],
    options?: OptionSourceIdsOptions<Filter>,
  ): Promise<Result<readonly Option<OptionId>[]>>
  byIds(
    ids: readonly OptionId[],
    options: CallOptions & Partial<ConditionalOptions> & OptionSourceIdsOptions<Filter> = {},
  ): Promise<ConditionalResult<readonly Option<OptionId>[]>> {
    const { filter, ifNoneMatch } = options
    const path = `${this.#path}/by-ids`
    // A query separates ids by commas, and a text may contain one.
    const fitsQuery = filter === undefined && ids.every((id) => typeof id !== 'string')
    const request = fitsQuery
      ? ({ method: 'GET', path, query: { ids: ids.join() } } as const)
      : ({ method: 'POST', path, body: { ids, filter } } as const)
    const headers = { 'If-None-Match': ifNoneMatch }
    return this.#transport.sendConditional({ ...request, headers, options }, forms.list)
  }
}
