/** The form of an error: its envelope, its items, its code and target. */
import { items, type Json, members } from './json.js'
import { type Exchange, withStatus } from './service.js'
import { demand, demandEqual } from './verdicts.js'

export interface Failure {
  readonly status: number
  /** Undefined where several codes are right. */
  readonly code?: string | undefined
  readonly target?: string | undefined
}

const texts = ['type', 'title', 'detail', 'instance', 'message', 'code'] as const
const categories = ['VALIDATION', 'BUSINESS_LOGIC', 'SECURITY', 'SYSTEM']

/** The first item of the errors of a response; without members if there is none. */
export const firstError = ({ json }: Exchange): Json => members(items(members(json)['errors'])[0])

/** The exchange, which must be this failure in the published envelope. */
export const demandFailure = (exchange: Exchange, { status, code, target }: Failure): void => {
  withStatus(exchange, status)
  const type = exchange.headers.get('content-type') ?? 'nothing'
  demand(/^application\/json\b/.test(type), `The content type must be JSON; got ${type}.`)
  const body = members(exchange.json)
  demandEqual('status', body['status'], 'failure')
  demand(typeof body['message'] === 'string', "An error must have a 'message'.")
  demand(typeof body['timestamp'] === 'string', "An error must have a 'timestamp'.")
  const errors = items(body['errors']).map(members)
  demand(errors.length > 0, "An error must have a list 'errors' that is not empty.")
  for (const error of errors) {
    for (const name of texts) {
      demand(typeof error[name] === 'string', `An item of 'errors' must have a text '${name}'.`)
    }
    demandEqual('status of the item', error['status'], status)
    demand(categories.includes(String(error['category'])), `Unknown category ${error['category']}.`)
    demand('target' in error, "An item of 'errors' must have a 'target', which may be null.")
    demandEqual('properties.code', members(error['properties'])['code'], error['code'])
  }
  if (code !== undefined) demandEqual('The code', errors[0]!['code'], code)
  if (target !== undefined) demandEqual('The target', errors[0]!['target'], target)
}
