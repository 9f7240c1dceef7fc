/** The service of the sales sample, with its callers and few orders. */
import { expect } from 'vitest'
import sales from '../../examples/sales/app.js'
import type { Json, Method } from '../http/use-people.js'
import { fewSalesDatabase } from '../support/database.js'
import { useService } from '../support/use-service.js'

const callers = Object.fromEntries(
  (sales.callers ?? []).map(({ id, authorities }) => [id, { authorities }]),
)

export const useSales = () => {
  const { get, send, rows } = useService({
    resources: sales.resources,
    callers,
    database: fewSalesDatabase,
  })
  const dataOf = async (caller: string, path: string, body?: object): Promise<Json> => {
    const response = body
      ? await send(caller, 'POST', `/api/sales/${path}`, body)
      : await get(caller, `/api/sales/${path}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }
  return {
    ...{ get, send, rows, dataOf },
    /** Sends a write, and returns its status and record. */
    write: async (caller: string, method: Method, path: string, body?: object) => {
      const { statusCode, body: text } = await send(caller, method, `/api/sales/${path}`, body)
      return { status: statusCode, data: text === '' ? undefined : JSON.parse(text).data }
    },
    /** The status of a refused request, and the code and target of each error. */
    refusal: async (caller: string, method: Method, path: string, body?: object) => {
      const response = await send(caller, method, `/api/sales/${path}`, body)
      const { errors } = response.json()
      return [response.statusCode, ...errors.map(({ target, message }: Json) => [target, message])]
    },
  }
}
