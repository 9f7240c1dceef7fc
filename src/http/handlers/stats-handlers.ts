/** Handlers of statistics. */
import type { Call } from '../../operations/context.js'
import { distribution, groupBy, timeSeries } from '../../operations/read/read-stats.js'
import type { StatsResult } from '../../operations/stored-statistics/statistic.js'
import { acceptedAgeMs } from '../request/accepted-age.js'
import { success } from '../response/envelope.js'
import { printLinks } from '../response/links.js'
import { enabledLinks, type Handler, type Handlers, sendJson, versioned } from './exchange.js'

const handle =
  (read: (call: Call, sent: unknown, acceptedMs?: number) => Promise<StatsResult>): Handler =>
  async (exchange) => {
    const { call, contextPath, links, operation, reply, request } = exchange
    const { json, datasetVersion, age } = await read(call, request.body, acceptedAgeMs(request))
    if (age) reply.header('Age', age.seconds)
    const schemaOf = (schemaType: string) => {
      const path = `${call.resource.path}${operation.path}`
      const query = new URLSearchParams({ path, operation: 'post', schemaType })
      return `${contextPath}/schemas/filtered?${query}`
    }
    const all = printLinks({
      filter: `${links.base}/filter`,
      schema: [schemaOf('request'), schemaOf('response')],
    })
    const body = success(json, enabledLinks(exchange, all), call.clock.now)
    return sendJson(versioned(reply, datasetVersion), body)
  }

export const statsHandlers = {
  statsGroupBy: handle(groupBy),
  statsTimeSeries: handle(timeSeries),
  statsDistribution: handle(distribution),
} satisfies Handlers
