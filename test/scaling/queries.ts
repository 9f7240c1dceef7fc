/** Queries of one snapshot, sent to a node. */
import { expect } from 'vitest'
import { type Json, paths } from '../http/use-people.js'
import type { Node } from './use-nodes.js'

const send = async (node: Node, queries: readonly object[], headers = {}): Promise<Json> => {
  const response = await node.send('POST', '/queries', { queries }, headers)
  const body = (await response.json()) as Json
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body
}

/** The response to queries with these paths. */
export const queriesOf = (node: Node, ...queried: readonly string[]): Promise<Json> =>
  send(
    node,
    queried.map((path, index) => ({ name: `q${index}`, path, body: {} })),
  )

/** The number of employees, which all queries of the request must agree about. */
export const totalOfSnapshot = async (node: Node, headers = {}): Promise<number> => {
  const filter = { path: `${paths.employees}/filter`, query: { size: 1 }, body: {} }
  const { first, counts, last } = (
    await send(
      node,
      [
        { name: 'first', ...filter },
        {
          name: 'counts',
          path: `${paths.employees}/stats/group-by`,
          body: { filter: {}, field: 'status' },
        },
        { name: 'last', ...filter },
      ],
      headers,
    )
  ).results
  const total = first.body.data.totalElements
  const counted = counts.body.data.buckets.reduce((sum: number, { count }: Json) => sum + count, 0)
  expect([counted, last.body.data.totalElements]).toEqual([total, total])
  return total
}
