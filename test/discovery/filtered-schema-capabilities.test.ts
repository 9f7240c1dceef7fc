/** Each capability is true exactly if the operation works. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { resourcesIn, type Sample, sampleNames, useSample } from './use-discovery.js'

/** Whether each operation works, determined by calling it. */
const tried = async (sample: Sample, resource: string): Promise<Json> => {
  const [id] = await sample.idsOf(resource)
  const none = typeof id === 'number' ? 999_999_999 : 'none'
  const sources = Object.keys(sample.document.paths).filter((path) =>
    path.startsWith(`${resource}/option-sources/`),
  )
  const source = sources[0]?.replace(/by-ids$/, 'filter')
  const status = async (...request: Parameters<Sample['send']>) =>
    (await sample.send(...request)).statusCode
  const works = async (...request: Parameters<Sample['send']>) => (await status(...request)) === 200
  const reply = async (...request: Parameters<Sample['send']>) =>
    ![405, 501].includes(await status(...request))
  const stats = (name: string) =>
    reply('POST', `${resource}/stats/${name}`, { filter: {}, field: 'noSuchField' })
  return {
    create: await reply('POST', resource, { noSuchMember: 1 }),
    update: await reply('PUT', `${resource}/${none}`, {}),
    batch: await reply('POST', `${resource}/batch`),
    import: await reply('POST', `${resource}/import`),
    changes: await works('GET', `${resource}/changes?follow=false`),
    history: await reply('GET', `${resource}/${none}/history`),
    delete: await reply('DELETE', `${resource}/${none}`),
    // No sample deletes softly.
    permanentDelete: false,
    restore: false,
    options: await works('POST', `${resource}/options/filter`, {}),
    optionSources: await works(
      'POST',
      source ?? `${resource}/option-sources/any/options/filter`,
      {},
    ),
    filterExpression: false,
    byId: await works('GET', `${resource}/${id}`),
    all: await works('GET', `${resource}/all`),
    filter: await works('POST', `${resource}/filter`, {}),
    cursor: await works('POST', `${resource}/filter/cursor`, {}),
    locate: await works('POST', `${resource}/locate?id=${id}`, {}),
    export: await works('POST', `${resource}/export`, { maxRows: 1 }),
    // Neither sample has files.
    uploadFile: false,
    downloadFile: false,
    deleteFile: false,
    statsGroupBy: await stats('group-by'),
    statsTimeSeries: await stats('timeseries'),
    statsDistribution: await stats('distribution'),
  }
}

const capabilitiesOf = async (sample: Sample, resource: string): Promise<Json> =>
  (await sample.schema({ path: `${resource}/all` }))['x-ui'].resource.capabilities

const cases = [
  ...sampleNames.map((name) => [name, {}] as const),
  ['people', { 'platform.stats.enabled': false }] as const,
]

describe.each(cases)('%s with %j', (name, settings) => {
  const sample = useSample(name, settings)

  test('capabilities are true for the operations that work', async () => {
    for (const resource of resourcesIn(sample.document)) {
      const capabilities = await capabilitiesOf(sample, resource)
      expect(capabilities, resource).toEqual(await tried(sample, resource))
    }
  })
})
