/** Every URL in every published document works, with any context path, for any caller. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { isNightly } from '../support/effort.js'
import {
  type Caller,
  callerNames,
  callers,
  openDocuments,
  readEverything,
  Walk,
} from './addresses.js'
import { sampleNames, useSample } from './use-discovery.js'

/** A context path changes URLs in the same way for each caller. */
const contextPaths: readonly (readonly [string, readonly Caller[]])[] = [
  ['', callerNames],
  ['/hr/v1', isNightly ? callerNames : ['clerk']],
]

describe.each(sampleNames)('URLs of %s', (name) => {
  describe.each(contextPaths)("with the context path '%s'", (contextPath, names) => {
    const settings = { ...openDocuments, 'platform.http.context-path': contextPath }
    const sample = useSample(name, settings, { callers, contextPath })

    test.each(names)('every published URL works for the caller %s', async (caller) => {
      const walk = new Walk(sample, contextPath, caller)
      const ids = await readEverything(walk)
      for (const address of walk.addresses.keys()) await walk.follow(address, ids)
      const { documents, addresses, dead } = walk
      console.info(
        `${name} '${contextPath}' ${caller}: ${addresses.size} addresses in ${documents} documents`,
      )
      expect(dead).toEqual([])
      expect(addresses.size).toBeGreaterThan(100)
    })
  })
})

/** The last one equals the start of the resources' paths. */
describe.each(['/hr/v1', '/api'])("the context path '%s' in a query", (contextPath) => {
  const sample = useSample('movies', { 'platform.http.context-path': contextPath }, { contextPath })
  const path = '/api/cinema/movies'

  test.each([`${contextPath}${path}/{key}`, `${path}/{id}`])(
    'a path may be sent with or without it: %s',
    async (sent) => {
      const query = new URLSearchParams({ path: sent, operation: 'get' })
      const { endpoints } = (await sample.get(`${contextPath}/schemas/catalog?${query}`)).json()
      expect(endpoints.map((endpoint: Json) => endpoint.path)).toEqual([
        `${contextPath}${path}/{id}`,
      ])
      const schema = await sample.get(`${contextPath}/schemas/filtered?${query}`)
      expect(schema.statusCode).toBe(200)
    },
  )
})
