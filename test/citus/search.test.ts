/** Searches on a cluster, in tables of each placement. */
import { type Resource, search } from 'corollary'
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import { adviseIndexes } from '../../src/advice/advise-indexes.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { citus } from '../../src/database/engines/citus/citus.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { describeSearches } from '../http/filter/searches.js'
import { emptyClusterDatabase, hasCluster } from '../support/cluster.js'
import {
  plainForm,
  type SearchForm,
  searchRows,
  searchTables,
  tenantForm,
} from '../support/search-contract.js'

/** Tables without tenants, which are placed by this SQL. */
const placed = (placement: string): SearchForm => ({
  ...plainForm,
  open: async (rows) => {
    const database = await emptyClusterDatabase()
    await database.client.query(`${searchTables}${rows}`)
    await database.client.query(placement)
    return database
  },
})

const onEachNode = ['companies', 'people', 'notes']
  .map((table) => `select create_reference_table('${table}')`)
  .join(';')

describe.runIf(hasCluster)('a cluster', () => {
  describeSearches('searches in rows of tenants, and in shared ones', tenantForm)
  describeSearches('searches in tables on every node', placed(onEachNode))
  describeSearches('searches in tables of the coordinator', placed(''))

  test('the recommended indexes are created on the shards, and searches are the same with them', async () => {
    const { api, callers, open } = tenantForm
    const texts = ['name', 'nickname'] as const
    const filter = {
      words: search(texts),
      plain: search(texts, { accents: 'ignore' }),
      ranked: search(texts, { using: 'fullText', configuration: 'simple' }),
    }
    const { data } = api
    const resource: Resource = { ...api, data: { ...data, key: 'search.indexed', filter } }
    const { client, connection, close } = await open('')
    await client.query(searchRows)
    const advise = async (): Promise<readonly string[]> => {
      const diagnostics = new Diagnostics()
      const model = compileModel([resource], diagnostics)
      const catalog = await readCatalog(client, tablesOf(model.entities), citus)
      adviseIndexes(model, catalog, diagnostics)
      return diagnostics.all.map(({ message }) => /(CREATE .*;)$/.exec(message)![1]!)
    }
    const find = async (): Promise<readonly (readonly number[])[]> => {
      const service = await createTestService({ resources: [resource], connection, callers })
      const found = []
      for (const payload of [{ words: 'ann' }, { plain: 'nusta' }, { ranked: 'ann*' }]) {
        const response = await service.app.inject({
          ...{ method: 'POST', url: '/api/search/indexed/filter' },
          ...{ headers: { authorization: 'Bearer staff' }, payload },
        })
        found.push(response.json().data.content.map(({ id }: { id: number }) => id))
      }
      await service.close()
      return found
    }
    try {
      const before = await find()
      expect(before).toEqual([[1, 2, 3, 4], [2], [1, 2, 4]])
      const scripts = await advise()
      expect(scripts.filter((script) => script.includes('people USING gin'))).toHaveLength(5)
      // One by one, as psql sends them.
      for (const statement of scripts.flatMap((script) => script.split(/; ?/)))
        if (statement !== '') await client.query(statement)
      expect(await advise()).toEqual([])
      expect(await find()).toEqual(before)
    } finally {
      await close()
    }
  })
})
