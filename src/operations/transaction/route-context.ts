/** The context of code that the application runs beside its resources. */
import type { RouteContext } from '../../contract/routes.js'
import type { Caller, ReadContext, Services, WriteCause } from '../context.js'
import { refuse, transactFreely } from './transact.js'

export const createRouteContext = (
  services: Services,
  caller: Caller,
  {
    clock,
    signal,
    traceId,
  }: Pick<ReadContext, 'clock'> & Pick<RouteContext, 'signal'> & Pick<WriteCause, 'traceId'>,
): RouteContext => ({
  principal: caller.principal,
  now: clock.now,
  signal,
  // A view is made at its first use: a route that reads nothing needs none.
  transaction: async (work) => {
    const { principal, view } = caller
    const call = { principal, view, clock, signal, cause: { traceId }, isDryRun: false }
    return transactFreely({ ...services, ...call }, work)
  },
  refuse,
})
