/** Limits count visible rows: hidden rows never make a response too large. */

import { describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { paths } from '../../http/use-people.js'
import { commonRows, otherHiddenRows } from './twin-rows.js'
import { shown, type TestRequest, useTwins } from './twins.js'

const settings = {
  'platform.query.all.max': 200,
  'platform.pagination.max-offset': 100,
  'platform.export.max-rows': 200,
  'platform.stats.max-buckets': 60,
}
const twins = useTwins([commonRows], [commonRows, otherHiddenRows], people.resources, settings)

const url = paths.absences
const histogram = { filter: {}, field: 'startsOn', mode: 'HISTOGRAM', bucketSize: 'MONTH' }
/** Over the limit for a caller who sees all rows, within it for one department. */
const requests: Readonly<Record<string, TestRequest>> = {
  all: { method: 'GET', url: `${url}/all` },
  'a deep page': { method: 'POST', url: `${url}/filter?page=15&size=10`, body: {} },
  'a deep page of options': {
    method: 'POST',
    url: `${url}/options/filter?page=15&size=10`,
    body: {},
  },
  'an export': { method: 'POST', url: `${url}/export`, body: {} },
}
const other: Readonly<Record<string, TestRequest>> = {
  'an export that is cut': { method: 'POST', url: `${url}/export`, body: { maxRows: 100 } },
  'a histogram': { method: 'POST', url: `${url}/stats/distribution`, body: histogram },
}

describe('limits and row access', () => {
  for (const [name, request] of Object.entries({ ...requests, ...other })) {
    test(`${name}: the limit counts visible rows only`, async () => {
      const [first, second] = await Promise.all(
        twins.pair.map((twin) => twin.send(request, 'leader')),
      )
      expect(first!.statusCode, first!.body).toBe(200)
      expect(shown(second!)).toEqual(shown(first!))
    })
  }

  for (const [name, request] of Object.entries(requests)) {
    test(`${name}: the limit counts all rows for a caller who sees them`, async () => {
      expect((await twins.pair[0].send(request, 'everything')).statusCode).toBe(422)
    })
  }
})
