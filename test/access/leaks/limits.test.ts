/** Limits count what the caller sees: hidden rows make no answer too large. */

import { describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { paths } from '../../http/use-people.js'
import { commonRows, otherHiddenRows } from './twin-rows.js'
import { type Ask, shown, useTwins } from './twins.js'

const settings = {
  'platform.query.all.max': 200,
  'platform.pagination.max-offset': 200,
  'platform.export.max-rows': 200,
  'platform.stats.max-buckets': 60,
}
const twins = useTwins([commonRows], [commonRows, otherHiddenRows], people.resources, settings)

const url = paths.absences
const histogram = { filter: {}, field: 'startsOn', mode: 'HISTOGRAM', bucketSize: 'MONTH' }
/** Over the limit for one who sees all rows, within it for one department. */
const asks: Readonly<Record<string, Ask>> = {
  all: { method: 'GET', url: `${url}/all` },
  'a deep page': { method: 'POST', url: `${url}/filter?page=30&size=10`, body: {} },
  'a deep page of options': {
    method: 'POST',
    url: `${url}/options/filter?page=30&size=10`,
    body: {},
  },
  'an export': { method: 'POST', url: `${url}/export`, body: {} },
}
const other: Readonly<Record<string, Ask>> = {
  'an export that is cut': { method: 'POST', url: `${url}/export`, body: { maxRows: 100 } },
  'a histogram': { method: 'POST', url: `${url}/stats/distribution`, body: histogram },
}

describe('a limit', () => {
  for (const [name, ask] of Object.entries({ ...asks, ...other })) {
    test(`${name}: is met by visible rows only`, async () => {
      const [first, second] = await Promise.all(twins.pair.map((twin) => twin.send(ask, 'leader')))
      expect(first!.statusCode, first!.body).toBe(200)
      expect(shown(second!)).toEqual(shown(first!))
    })
  }

  for (const [name, ask] of Object.entries(asks)) {
    test(`${name}: is met by all rows for one who sees them`, async () => {
      expect((await twins.pair[0].send(ask, 'everything')).statusCode).toBe(422)
    })
  }
})
