/** Every address in every published document leads somewhere, behind any context path, for any caller. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { callerNames, callers, openDocuments, readEverything, Walk } from './addresses.js'
import { sampleNames, useSample } from './use-discovery.js'

const contextPaths = ['', '/hr/v1'] as const

describe.each(sampleNames)('addresses of %s', (name) => {
  describe.each(contextPaths)("behind '%s'", (contextPath) => {
    const settings = { ...openDocuments, 'platform.http.context-path': contextPath }
    const sample = useSample(name, settings, { callers, contextPath })

    test.each(callerNames)('lead somewhere as %s', async (caller) => {
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

/** The last is also how the paths of the resources begin. */
describe.each(['/hr/v1', '/api'])("the context path '%s' in a query", (contextPath) => {
  const sample = useSample('movies', { 'platform.http.context-path': contextPath }, { contextPath })
  const path = '/api/cinema/movies'

  test.each([`${contextPath}${path}/{key}`, `${path}/{id}`])(
    'may be sent or not: %s',
    async (sent) => {
      const query = new URLSearchParams({ path: sent, operation: 'get' })
      const { endpoints } = (await sample.get(`${contextPath}/schemas/catalog?${query}`)).json()
      expect(endpoints.map((one: Json) => one.path)).toEqual([`${contextPath}${path}/{id}`])
      const schema = await sample.get(`${contextPath}/schemas/filtered?${query}`)
      expect(schema.statusCode).toBe(200)
    },
  )
})
