/** What `/metrics` counts, and that the documents, dashboards and rules name what it has. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openStream } from '../changes/event-source.js'
import { until } from '../faults/fault-service.js'
import { employees, useObserved } from './use-observed.js'

const service = useObserved({
  PLATFORM_DATASET_VERSION_FOLD_MS: '100',
  PLATFORM_DATABASE_POOL_SIZE: '7',
})

/** These are there if webhooks are declared. */
const isOfWebhooks = (name: string): boolean => name.startsWith('`webhook_')

/** The values that a request adds to metrics, by metric and labels. */
const added = async (work: () => Promise<unknown>) => {
  const before = await service.metrics()
  await work()
  const after = await service.metrics()
  return (name: string, labels: string): number =>
    (after.get(name)?.values.get(labels) ?? 0) - (before.get(name)?.values.get(labels) ?? 0)
}

const filter = (body: object) => service.send('POST', `${employees}/filter`, body)

test('requests are counted by method, route and status, with their duration', async () => {
  const count = await added(async () => {
    await service.send('GET', `${employees}/1`)
    await service.send('GET', `${employees}/2`)
    await service.send('GET', `${employees}/999999`)
    await service.send('GET', '/nowhere/1')
  })
  const route = `route="${employees}/:id"`
  const name = 'http_request_duration_seconds'
  expect(count(name, `_count{method="GET",${route},status="200"}`)).toBe(2)
  expect(count(name, `_bucket{le="+Inf",method="GET",${route},status="200"}`)).toBe(2)
  expect(count(name, `_sum{method="GET",${route},status="200"}`)).toBeGreaterThan(0)
  expect(count(name, `_count{method="GET",${route},status="404"}`)).toBe(1)
  expect(count(name, '_count{method="GET",route="unknown",status="404"}')).toBe(1)
  expect(count('http_errors_total', '{code="RESOURCE_NOT_FOUND"}')).toBe(1)
  expect(count('http_errors_total', '{code="ROUTE_NOT_FOUND"}')).toBe(1)
})

test('queries are counted with their duration and rows', async () => {
  const count = await added(() => service.send('GET', `${employees}/by-ids?ids=1,2,3`))
  // The service itself runs queries at the same time.
  expect(count('database_query_duration_seconds', '_count{}')).toBeGreaterThanOrEqual(1)
  expect(count('database_rows_returned_total', '{}')).toBeGreaterThanOrEqual(3)
  expect(count('database_connection_wait_seconds', '_count{pool="requests"}')).toBeGreaterThan(0)
})

test('queries that fail are counted by SQLSTATE, unmet requirements are not', async () => {
  const body = { code: 'twice', name: 'twice', category: 'x' }
  const count = await added(async () => {
    for (const status of [201, 409]) {
      const response = await service.send('POST', '/api/human-resources/skills', body)
      expect(response.status).toBe(status)
    }
    const gone = await service.send('DELETE', '/api/human-resources/skills/999999')
    expect(gone.status).toBe(404)
  })
  expect(count('database_query_errors_total', '{sqlstate="23505"}')).toBe(1)
  expect(count('database_query_errors_total', '{sqlstate="42704"}')).toBe(0)
})

test('lookups in caches are counted as hits and misses', async () => {
  const statistic = { filter: { fullName: 'a' }, field: 'status' }
  const group = () => service.send('POST', `${employees}/stats/group-by`, statistic)
  const first = await added(group)
  expect(first('cache_lookups_total', '{cache="results",result="miss"}')).toBe(1)
  expect(first('cache_lookups_total', '{cache="results",result="hit"}')).toBe(0)
  expect(first('cache_bytes', '{cache="results"}')).toBeGreaterThan(0)
  const second = await added(group)
  expect(second('cache_lookups_total', '{cache="results",result="miss"}')).toBe(0)
  expect(second('cache_lookups_total', '{cache="results",result="hit"}')).toBe(1)
  await filter({ fullName: 'a' })
  // Another page of the same set needs no new total.
  const next = () => service.send('POST', `${employees}/filter?page=1`, { fullName: 'a' })
  const third = await added(next)
  expect(third('cache_lookups_total', '{cache="totals",result="hit"}')).toBe(1)
})

test('changes that are summed up are counted', async () => {
  const folded = async () => {
    const values = (await service.metrics()).get('dataset_changes_folded_total')!.values
    return values.get('{}')!
  }
  const before = await folded()
  const body = { code: 'folded', name: 'folded', category: 'x' }
  expect((await service.send('POST', '/api/human-resources/skills', body)).status).toBe(201)
  await until(async () => (await folded()) > before)
  const metrics = await service.metrics()
  expect(metrics.get('dataset_folds_total')!.values.get('{result="done"}')).toBeGreaterThan(0)
  const last = metrics.get('dataset_last_fold_timestamp_seconds')!.values.get('{}')!
  expect(Math.abs(Date.now() / 1_000 - last)).toBeLessThan(60)
})

test('changes that streams send are counted with their delay', async () => {
  const stream = await openStream(`${service.url}${employees}/changes`)
  await stream.next()
  const count = await added(async () => {
    const body = { nickname: 'Amazing Grace' }
    expect((await service.send('PATCH', `${employees}/1/profile`, body)).status).toBe(200)
    expect(await stream.next()).toMatchObject({ type: 'change', data: { id: 1 } })
    // It is counted when the next one may be sent.
    await until(
      async () =>
        (await service.metrics()).get('change_delivery_delay_seconds')!.values.get('_count{}') ===
        1,
    )
  })
  expect(count('change_delivery_delay_seconds', '_sum{}')).toBeGreaterThan(0)
  expect((await service.metrics()).get('change_streams')!.values.get('{}')).toBe(1)
  stream.cut()
})

test('pools report their size', async () => {
  const metrics = await service.metrics()
  expect(metrics.get('database_connections_max')!.values.get('{}')).toBe(7)
  expect(metrics.get('http_requests_in_flight')!.values.get('{}')).toBe(1)
  expect(metrics.get('corollary_processes')!.values.size).toBe(1)
})

test('docs/guides/observability.md lists each metric with its type, labels and meaning', async () => {
  await service.send('GET', '/nowhere')
  const listed = readFileSync('docs/guides/observability.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name, type]) => /^`\w+`$/.test(name ?? '') && /gauge|counter|histogram/.test(type!))
    .filter(([, name]) => !isOfWebhooks(name!))
  const exposed = [...(await service.metrics())].map(([name, { type, labels, help }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ])
  expect(listed.map((row) => row.slice(1, 5)).sort()).toEqual(exposed.sort())
})

test('names of metrics have their base unit, and counters end with _total', async () => {
  const wrong = [...(await service.metrics())].filter(
    ([name, { type }]) =>
      (type === 'counter') !== name.endsWith('_total') || /_(ms|milliseconds|kb|mb)\b/.test(name),
  )
  expect(wrong).toEqual([])
})
