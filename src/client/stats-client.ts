/** The client of the statistics of one resource. */
import { forms } from './forms.js'
import type { CallOptions } from './options.js'
import type { Result } from './result.js'
import type {
  GroupBy,
  GroupByRequest,
  Histogram,
  HistogramRequest,
  Terms,
  TermsRequest,
  TimeSeries,
  TimeSeriesRequest,
} from './stats.js'
import type { Transport } from './transport.js'

export class StatsClient<Names extends string, Filter> {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, resourcePath: string) {
    this.#transport = transport
    this.#path = `${resourcePath}/stats`
  }

  groupBy(
    request: GroupByRequest<Names, Filter>,
    options?: CallOptions,
  ): Promise<Result<GroupBy<Names>>> {
    return this.#post('group-by', request, options)
  }

  timeSeries(
    request: TimeSeriesRequest<Names, Filter>,
    options?: CallOptions,
  ): Promise<Result<TimeSeries<Names>>> {
    return this.#post('timeseries', request, options)
  }

  distribution(
    request: TermsRequest<Names, Filter>,
    options?: CallOptions,
  ): Promise<Result<Terms<Names>>>
  distribution(
    request: HistogramRequest<Names, Filter>,
    options?: CallOptions,
  ): Promise<Result<Histogram<Names>>>
  distribution(
    request: TermsRequest<Names, Filter> | HistogramRequest<Names, Filter>,
    options?: CallOptions,
  ): Promise<Result<Terms<Names> | Histogram<Names>>> {
    return this.#post('distribution', request, options)
  }

  #post<T>(
    endpoint: string,
    request: object,
    options: CallOptions | undefined,
  ): Promise<Result<T>> {
    const path = `${this.#path}/${endpoint}`
    const body = { filter: {}, ...request }
    return this.#transport.send({ method: 'POST', path, body, options }, forms.statistics)
  }
}
