/** Cases of large and deep results: pages by cursor, large pages, exports. */
import { fetchOnce, type HttpRequest, type NextRequest } from '../load.js'
import { base, type Case, type CaseContext, counted, createRandom, post } from './case.js'
import type { CursorPages } from './peers/peer.js'

const cursorOf = (body: string): string | undefined => /"next":"([^"]+)"/.exec(body)?.[1]

const cursorPage = (after: string | undefined, size: number) =>
  post(`${base}/filter/cursor?sort=salary&size=${size}${after ? `&after=${after}` : ''}`, {})

const depths = [0, 100_000, 900_000]
const walkSize = 200

/** Cursors by server and depth. */
const walked = new Map<string, Promise<string | undefined>>()

/** The cursor of a depth. A walk there takes a while, so each server walks once. */
const cursorAt = (depth: number, url: string): Promise<string | undefined> => {
  const key = `${url} ${depth}`
  const found = walked.get(key) ?? walkTo(depth, url)
  walked.set(key, found)
  return found
}

const walkTo = async (depth: number, url: string): Promise<string | undefined> => {
  const nearer = depths.findLast((walkedDepth) => walkedDepth < depth)
  if (nearer === undefined) return undefined
  let after = await cursorAt(nearer, url)
  for (let rows = nearer; rows < depth; rows += walkSize) {
    const { text } = await fetchOnce(url, cursorPage(after, walkSize))
    after = cursorOf(text)
  }
  return after
}

interface Pages {
  readonly page: (after: string | undefined, size: number) => HttpRequest
  readonly next: (body: string) => string | undefined
}

/** Each connection walks on with pages of its own size, so that no request is like another. */
const walkFrom = (start: string | undefined, { page, next }: Pages): NextRequest => {
  const positions = new Map<number, string | undefined>()
  return (connection, response) => {
    const position = response === undefined ? positions.get(connection) : next(response)
    positions.set(connection, position)
    return page(position ?? start, 16 + connection)
  }
}

/** A peer may skip rows, which saves the walk. */
export const walkPeer = async (
  depth: number,
  { url }: CaseContext,
  cursors: CursorPages,
): Promise<NextRequest> => {
  const start =
    depth === 0 ? undefined : cursors.next((await fetchOnce(url, cursors.before(depth))).text)
  return walkFrom(start, cursors)
}

/** Sort keys with an index. */
const sorts = ['fullName', 'salary', 'hiredOn']

const absences = '/api/human-resources/absence-requests'

const dayMs = 86_400_000

export const walkCases = (employees: number): readonly Case[] => [
  ...depths
    .filter((depth) => depth < employees)
    .map(
      (depth): Case => ({
        id: `d-${depth}`,
        name: `cursor pages from row ${depth} on`,
        servers: ['bare', 'service'],
        goals: {},
        readsBodies: true,
        depth,
        like: 'd-0',
        requests: async ({ url }) =>
          walkFrom(await cursorAt(depth, url), { page: cursorPage, next: cursorOf }),
      }),
    ),
  {
    id: 'm',
    name: 'pages of 200 rows',
    servers: ['bare', 'service'],
    goals: { bare: 0.95 },
    requests: () => {
      const random = createRandom(17)
      const pages = Math.floor(Math.min(employees, 100_000) / 200)
      return counted(() => {
        const sort = sorts[Math.floor(random() * sorts.length)]!
        const direction = random() < 0.5 ? 'asc' : 'desc'
        const page = Math.floor(random() * pages)
        return post(`${base}/filter?size=200&page=${page}&sort=${sort},${direction}`, {})
      })
    },
  },
  {
    id: 'n',
    name: 'page of rows that a relation makes visible',
    servers: ['equal', 'secured'],
    goals: { equal: 0.95 },
    requests: ({ restricted }) =>
      counted((index) => {
        const day = new Date(Date.UTC(2024, 0, 1) + (index % 700) * dayMs)
        const body = { startsOnBetween: [day.toISOString().slice(0, 10), null] }
        return post(`${absences}/filter?size=20&page=${Math.floor(index / 700)}`, body, restricted)
      }),
  },
  ...(['csv', 'xlsx'] as const).map(
    (format): Case => ({
      id: `k-${format}`,
      name: `export of all rows, ${format}`,
      servers: ['bare', 'service'],
      goals: { bare: 0.9 },
      single: true,
      hasLines: format === 'csv',
      // An archive contains the time; the texts are compared beside the cases.
      isUnique: true,
      requests: () => counted(() => post(`${base}/export`, { format })),
    }),
  ),
]
