/** Criteria that a form leaves blank have no effect, wherever a filter payload is read. */
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, paths, usePeople } from '../use-people.js'

const people = usePeople()
const strict = usePeople({ 'platform.filter.in.empty-list': 'nothing' })
const { employees } = paths

const blank = {
  fullName: '',
  status: [],
  statusNotIn: [],
  departmentIds: [],
  salaryBetween: [null, null],
  hiredOnBetween: { startDate: null, endDate: null },
  lastReviewBetween: ['', ''],
}

/** Each way to send a filter, and its results. */
const routes: Readonly<Record<string, (filter: object) => readonly [string, object]>> = {
  filter: (filter) => ['/filter?size=5', filter],
  cursor: (filter) => ['/filter/cursor?size=5', filter],
  locate: (filter) => ['/locate?id=7', filter],
  options: (filter) => ['/options/filter?size=5', filter],
  'an option source': (filter) => ['/option-sources/departments/options/filter', { filter }],
  'statistics by group': (filter) => [
    '/stats/group-by',
    { filter, field: 'status', metric: { operation: 'COUNT' } },
  ],
  'a time series': (filter) => [
    '/stats/timeseries',
    { filter, field: 'hiredOn', granularity: 'MONTH', metric: { operation: 'COUNT' } },
  ],
  'a histogram': (filter) => [
    '/stats/distribution',
    { filter, field: 'salary', mode: 'HISTOGRAM', bucketCount: 4 },
  ],
  export: (filter) => ['/export', { filters: filter, format: 'json', fields: ['id'] }],
}

/** The results without cursors and times. */
const foundIn = (body: string): Json => {
  const answer = JSON.parse(body)
  const { next: _, prev: __, ...data } = answer.data ?? answer
  return { ...data, _links: undefined }
}

describe.each(Object.entries(routes))('%s', (_, requestOf) => {
  const find = async (filter: object, service = people) => {
    const [url, body] = requestOf(filter)
    const answer = await service.send('POST', employees + url, body)
    expect({ url, status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 })
    return foundIn(answer.body)
  }

  test('blank criteria have no effect', async () => {
    expect(await find(blank)).toEqual(await find({}))
    const searched = { code: 'E000007' }
    expect(await find({ ...blank, ...searched })).toEqual(await find(searched))
  })

  test('an empty list for IN matches nothing where the setting says so', async () => {
    const { status: _status, departmentIds: _ids, ...others } = blank
    expect(await find(others, strict)).toEqual(await find({}, strict))
    const [url, body] = requestOf({ ...others, status: [] })
    const answer = await strict.send('POST', employees + url, body)
    if (url.startsWith('/locate')) {
      expectFailure(answer, { status: 404, code: 'RESOURCE_NOT_FOUND' })
      return
    }
    const none = await find({ salaryBetween: ['99999999999', null] }, strict)
    expect(foundIn(answer.body)).toEqual(none)
  })
})
