/**
 * Documents of hundreds of resources are made in steps of one resource, between which other
 * requests are served. Steps are counted, because times depend on the machine.
 */
import { expect, test } from 'vitest'
import { actionCatalog } from '../../src/discovery/catalogs/actions.js'
import { describeCatalog } from '../../src/discovery/catalogs/catalog.js'
import { resourceCatalog } from '../../src/discovery/catalogs/resources.js'
import { surfaceCatalog } from '../../src/discovery/catalogs/surfaces.js'
import { endpointsOf } from '../../src/discovery/openapi/endpoints.js'
import { describeApi, schemasOf } from '../../src/discovery/openapi/openapi.js'
import { memoize } from '../../src/foundation/functions/memoize.js'
import { type Members, printPieces } from '../../src/foundation/json/long-json.js'
import { createTranslator } from '../../src/foundation/text/messages.js'
import type { ResourceModel } from '../../src/model/types/resource-model.js'
import { allowed } from '../../src/wire/availability.js'
import { effort } from '../support/effort.js'
import { manyResources } from './many-resources.js'
import { discoveryOf, modelOf, settings } from './published.js'

const count = effort(24, 300)
const model = modelOf(manyResources(count))
const translate = createTranslator({}, 'en')

/** Resources that were used since the last call. */
const usedResources = new Set<string>()
const resources = model.resources.map(
  (resource): ResourceModel =>
    new Proxy(resource, {
      get: (target, name) => {
        if (['operations', 'response', 'surfaces', 'filter'].includes(String(name))) {
          usedResources.add(target.key)
        }
        return Reflect.get(target, name)
      },
    }),
)
const source = {
  ...{ model: { ...model, resources }, contextPath: '' },
  resources: new Map(resources.map((resource) => [resource.key, resource])),
  endpoints: (resource: ResourceModel) => endpointsOf(resource, settings),
  schemas: memoize(schemasOf),
}
const subject = { resources, resource: undefined, group: null }
const context = { decide: () => allowed, translate, resourceId: null }
const switches = { enabled: true, defaultMode: 'AUTO' } as const

const documents: Readonly<Record<string, () => Members>> = {
  'the API description': () =>
    describeApi(source.model, { title: 'Many', version: '1', settings }).describe(undefined)!,
  'the schema catalog': () => describeCatalog(source, {}),
  'the resource catalog': () => resourceCatalog(subject, source, { translate, switches }),
  'the surface catalog': () => surfaceCatalog(subject, context, source),
  'the action catalog': () => actionCatalog(subject, context, source, { maxItems: 200 }),
}

test.each(Object.entries(documents))('a step of %s describes at most one resource', (_, make) => {
  const steps = printPieces(make(), (_name, member) => member)
  const all = new Set<string>()
  const most = { resources: 0, characters: 0 }
  for (let isDone = false; !isDone; ) {
    usedResources.clear()
    const { done = false, value } = steps.next()
    for (const key of usedResources) all.add(key)
    most.resources = Math.max(most.resources, usedResources.size)
    most.characters = Math.max(most.characters, value.length)
    isDone = done
  }
  expect(all.size).toBe(count)
  expect(most.resources).toBe(1)
  expect(most.characters).toBeLessThan(65_536)
})

test('other work is done while documents are made, and each is made once', async () => {
  const discovery = discoveryOf(model)
  for (const [name, make] of Object.entries({
    'API description': () => discovery.apiDocument(undefined),
    'schema catalog': () => discovery.catalog({}),
  })) {
    let turns = 0
    let longest = 0
    let last = performance.now()
    const turn = () => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const [document, same] = await Promise.all([make(), make()])
    clearImmediate(next)
    console.info(`${name}: ${turns} turns of the loop, the longest ${Math.round(longest)} ms`)
    expect(same).toBe(document)
    expect(turns).toBeGreaterThan(10)
  }
})
