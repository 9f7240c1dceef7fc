/** Spans of a service in a process that has an SDK of OpenTelemetry. */
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { until } from '../faults/fault-service.js'
import { employees, useObserved } from './use-observed.js'
import { type ReadableSpan, useSpans } from './use-spans.js'

const spans = useSpans()
const service = useObserved()

const skills = '/api/human-resources/skills'
const absences = '/api/human-resources/absence-requests'

/** The span of a request, once it has ended, and those below it. */
const traceOf = async (route: string) => {
  const isRequest = ({ attributes }: ReadableSpan) => attributes['http.route'] === route
  await until(async () => spans().some(isRequest))
  const request = spans().find(isRequest)!
  const id = request.spanContext().traceId
  return {
    request,
    others: spans().filter((span) => span.spanContext().traceId === id && span !== request),
  }
}

const parentOf = ({ parentSpanContext }: ReadableSpan) => parentSpanContext?.spanId

test('a read is a SERVER span with a CLIENT span for its query, by the conventions', async () => {
  const response = await service.send('GET', `${employees}/1`)
  const route = `${employees}/:id`
  const { request, others } = await traceOf(route)
  expect(request).toMatchObject({ name: `GET ${route}`, kind: SpanKind.SERVER })
  expect(request.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': route,
    'http.response.status_code': 200,
    'url.scheme': 'http',
  })
  expect(request.status.code).toBe(SpanStatusCode.UNSET)
  // The id of the request is the id of its trace.
  expect(response.headers.get('x-request-id')).toBe(request.spanContext().traceId)
  expect(others).toHaveLength(1)
  const [query] = others
  expect(query).toMatchObject({ name: 'SELECT employees', kind: SpanKind.CLIENT })
  expect(parentOf(query!)).toBe(request.spanContext().spanId)
  expect(query!.attributes).toMatchObject({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'employees',
    'db.response.returned_rows': 1,
  })
  expect(query!.attributes['db.query.text']).toContain('$1')
})

test('a request continues the trace of its caller, and its flags decide whether it is recorded', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  const ask = (flags: string) =>
    service.send('GET', `${skills}/1`, undefined, {
      traceparent: `00-${traceId}-${parent}-${flags}`,
      tracestate: 'vendor=value',
    })
  expect((await ask('00')).headers.get('x-request-id')).toBe(traceId)
  expect((await ask('01')).headers.get('x-request-id')).toBe(traceId)
  const { request, others } = await traceOf(`${skills}/:id`)
  expect(request.spanContext().traceId).toBe(traceId)
  expect(request.spanContext().traceState?.get('vendor')).toBe('value')
  expect(parentOf(request)).toBe(parent)
  expect(others).toHaveLength(1)
})

test('a write is one span for its round trip, named by what it writes', async () => {
  const body = { code: 'SECRET1', name: 'SECRET2', category: 'SECRET3' }
  expect((await service.send('POST', skills, body)).status).toBe(201)
  const { others } = await traceOf(skills)
  expect(others.map(({ name }) => name)).toEqual(['INSERT skills'])
  expect(others[0]!.attributes['db.operation.batch.size']).toBeGreaterThan(1)
  const printed = JSON.stringify(
    spans().map(({ name, attributes, events }) => [name, attributes, events]),
  )
  expect(printed).not.toContain('SECRET')
})

test('an error of the client is not an error of the span, a refused write is one of its query', async () => {
  const body = { code: 'TWICE', name: 'twice', category: 'x' }
  await service.send('POST', skills, body)
  await traceOf(skills)
  const before = spans().length
  expect((await service.send('POST', skills, body)).status).toBe(409)
  await until(async () => spans().length > before + 1)
  const [query, request] = spans().slice(before)
  expect(request!.status.code).toBe(SpanStatusCode.UNSET)
  expect(request!.attributes['http.response.status_code']).toBe(409)
  expect(query!.status.code).toBe(SpanStatusCode.ERROR)
  expect(query!.attributes).toMatchObject({
    'error.type': '23505',
    'db.response.status_code': '23505',
  })
})

test('an error of the service is an error of the span, with its code', async () => {
  await service.database.client.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before insert on skills for each row execute function refuse()`)
  const body = { code: 'ERR', name: 'err', category: 'x' }
  expect((await service.send('POST', skills, body)).status).toBe(500)
  const { request } = await traceOf(skills)
  expect(request.status.code).toBe(SpanStatusCode.ERROR)
  expect(request.attributes['error.type']).toBe('INTERNAL_ERROR')
  await service.database.client.query('drop trigger refuse on skills')
})

test('a path that does not exist has no route, and no path in its span', async () => {
  await service.send('GET', '/nowhere/SECRET')
  await until(async () => spans().length > 0)
  const [span] = spans()
  expect(span!.name).toBe('GET')
  expect(JSON.stringify(span!.attributes)).not.toContain('SECRET')
})

test('an action and an export are INTERNAL spans, and their queries are below them', async () => {
  const { rows } = await service.database.client.query(
    `select id from absence_requests where state = 'SUBMITTED' limit 1`,
  )
  const id = Number(rows[0].id)
  const approved = await service.send('POST', `${absences}/actions/bulk-approve`, { ids: [id] })
  expect(approved.status, await approved.text()).toBe(200)
  const { request, others } = await traceOf(`${absences}/actions/bulk-approve`)
  const action = others.find(({ name }) => name.startsWith('action '))!
  expect(action.kind).toBe(SpanKind.INTERNAL)
  expect(parentOf(action)).toBe(request.spanContext().spanId)

  const exported = await service.send('POST', `${employees}/export`, { format: 'csv' })
  await exported.text()
  const stream = await traceOf(`${employees}/export`)
  const part = stream.others.find(({ name }) => name.startsWith('export '))!
  expect(part.kind).toBe(SpanKind.INTERNAL)
  const queries = stream.others.filter(({ kind }) => kind === SpanKind.CLIENT)
  expect(queries.length).toBeGreaterThan(2)
  for (const query of queries) expect(parentOf(query)).toBe(part.spanContext().spanId)
})

test('work of the service itself begins no trace', async () => {
  const before = spans().length
  const metrics = await service.metrics()
  const skill = { code: 'untraced', name: 'Untraced', category: 'x' }
  expect((await service.send('POST', '/api/human-resources/skills', skill)).status).toBe(201)
  await until(async () => {
    const folds = (await service.metrics()).get('dataset_folds_total')!
    return (
      folds.values.get('{result="done"}')! >
      metrics.get('dataset_folds_total')!.values.get('{result="done"}')!
    )
  })
  const ownSpans = spans()
    .slice(before)
    .filter((span) => span.kind === SpanKind.CLIENT && parentOf(span) === undefined)
  expect(ownSpans).toEqual([])
  expect(trace.getActiveSpan()).toBeUndefined()
})
