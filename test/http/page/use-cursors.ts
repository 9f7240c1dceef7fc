/** Cursors for a test file: requests for a page of an iteration, and whole iterations. */
import { createTestService, type TestService } from 'corollary/testing'
import { expect } from 'vitest'
import peopleApp from '../../../examples/people/app.js'
import type { Answer, Json, People } from '../use-people.js'

export const cursorSecret = 'a secret of these tests, 32 and more'
export const invalidCursor = { status: 400, code: 'CURSOR_INVALID' } as const

export const idsOf = (content: Json): readonly number[] => content.map(({ id }: Json) => id)
export const idsOfPages = (pages: readonly Json[]) => pages.map(({ content }) => idsOf(content))

/** Requests a page of an iteration; `turn` is its `&after=…` or `&before=…`. */
export type Turn = (turn?: string) => Promise<Json>

/** From the first page to the last. */
export const walk = async (page: Turn): Promise<readonly Json[]> => {
  const pages = [await page()]
  while (pages.at(-1).next !== null) {
    pages.push(await page(`&after=${pages.at(-1).next}`))
    expect(pages.length).toBeLessThan(400)
  }
  return pages
}

/** From a page back to the first; the result starts with the first page. */
export const walkBack = async (page: Turn, from: Json): Promise<readonly Json[]> => {
  const pages = [from]
  while (pages[0].prev !== null) {
    pages.unshift(await page(`&before=${pages[0].prev}`))
    expect(pages.length).toBeLessThan(400)
  }
  return pages
}

export const askIn = ({ app }: TestService, resource: string, query: string): Promise<Answer> =>
  app.inject({
    method: 'POST',
    url: `${resource}/filter/cursor?${query}`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  })

export interface Cursors {
  ask(resource: string, query?: string, body?: unknown): Promise<Answer>
  /** `data` of a page; the request must succeed. */
  cursorPage(resource: string, query?: string, body?: unknown): Promise<Json>
  /** The iteration over `resource` with `query`. */
  of(resource: string, query: string, body?: unknown): Turn
  /** Another service on the same database. */
  serveBeside(settings: Readonly<Record<string, unknown>>): Promise<TestService>
}

export const useCursors = (people: People): Cursors => {
  const ask: Cursors['ask'] = (resource, query = '', body = {}) =>
    people.send('POST', `${resource}/filter/cursor?${query}`, body)
  const cursorPage: Cursors['cursorPage'] = async (resource, query, body) => {
    const answer = await ask(resource, query, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  return {
    ask,
    cursorPage,
    of:
      (resource, query, body = {}) =>
      (turn = '') =>
        cursorPage(resource, query + turn, body),
    serveBeside: (settings) =>
      createTestService({
        resources: peopleApp.resources,
        connection: people.service.database.connection,
        settings,
      }),
  }
}
