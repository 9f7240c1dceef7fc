/** The sales contract for a test file, and requests to its option sources. */
import { afterAll, beforeAll, expect } from 'vitest'
import { type SalesService, startSales } from '../../support/sales.js'
import type { Answer, Headers, Json, Method } from '../use-people.js'

export const salesPath = '/api/tests/sales'

export interface Option {
  readonly id: string | number | boolean
  readonly label: string
  readonly extra: null
}

export const idsOf = (options: readonly Option[]) => options.map(({ id }) => id)
export const labelsOf = (options: readonly Option[]) => options.map(({ label }) => label)

export interface Sales {
  send(method: Method, url: string, body?: unknown, headers?: Headers): Promise<Answer>
  /** `POST …/{key}/options/filter`; a text is sent unchanged. */
  ask(key: string, query?: string, body?: unknown): Promise<Answer>
  /** The page; the request must succeed and have a dataset version. */
  page(key: string, query?: string, body?: unknown): Promise<Json>
  /** The options of all pages of three; their totals must agree. */
  walk(key: string, body?: object, query?: string): Promise<readonly Option[]>
  /** With POST. */
  byIds(key: string, ids: readonly unknown[], filter?: object): Promise<readonly Option[]>
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Json[]>
}

export const useSales = (): Sales => {
  let service: SalesService | undefined
  beforeAll(async () => {
    service = await startSales()
  })
  afterAll(() => service?.close())

  const send: Sales['send'] = (method, url, body, headers = {}) => {
    const payload = body === undefined ? {} : { payload: body as string }
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    return service!.app.inject({ method, url, headers: { ...type, ...headers }, ...payload })
  }
  const ask: Sales['ask'] = (key, query = '', body) =>
    send('POST', `${salesPath}/option-sources/${key}/options/filter${query}`, body)
  const succeeded = (answer: Answer): Json => {
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['x-data-version']).toMatch(/./)
    return answer.json()
  }
  const page: Sales['page'] = async (key, query, body) => succeeded(await ask(key, query, body))
  return {
    send,
    ask,
    page,
    walk: async (key, body = {}, query = '') => {
      const options: Option[] = []
      for (let number = 0; number < 20; number++) {
        const found = await page(key, `?size=3&page=${number}${query}`, body)
        options.push(...found.content)
        if (!found.last) continue
        expect(options).toHaveLength(found.totalElements)
        expect(new Set(idsOf(options)).size).toBe(options.length)
        return options
      }
      return expect.fail('no page is the last')
    },
    byIds: async (key, ids, filter) => {
      const url = `${salesPath}/option-sources/${key}/options/by-ids`
      return succeeded(await send('POST', url, { ids, ...(filter ? { filter } : {}) }))
    },
    rows: async (sql, values = []) => (await service!.database.client.query(sql, [...values])).rows,
  }
}
