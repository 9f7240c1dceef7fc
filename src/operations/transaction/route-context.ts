/** The context of code that the application runs beside its resources. */
import type { RouteContext } from '../../contract/routes.js'
import type { Caller, Reading, Services } from '../context.js'
import { refuse, transactFreely } from './transact.js'

export const createRouteContext = (
  services: Services,
  caller: Caller,
  { clock, signal }: Pick<Reading, 'clock'> & Pick<RouteContext, 'signal'>,
): RouteContext => ({
  principal: caller.principal,
  now: clock.now,
  signal,
  // A view is made at its first use: a route that reads nothing needs none.
  transaction: async (work) => {
    const { principal, view } = caller
    return transactFreely({ ...services, principal, view, clock, signal }, work)
  },
  refuse,
})
