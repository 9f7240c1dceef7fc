/** Items of errors, the trace id, and private data that errors never contain. */
import { describe, expect, test } from 'vitest'
import { type Answer, newEmployee, paths, usePeople } from '../use-people.js'

const now = new Date('2026-03-20T15:45:00.123Z')
const people = usePeople({}, () => now)
const { employees, skills } = paths

describe('members of an error item', () => {
  const traceId = 'trace-1'

  test('an item with a target has exactly the documented members', async () => {
    const answer = await people.send(
      'POST',
      `${skills}?x=1`,
      { code: '', name: 'x', category: 'x' },
      {
        'x-request-id': traceId,
      },
    )
    const { message } = answer.json()
    expect(answer.json()).toEqual({
      status: 'failure',
      message: expect.stringContaining("'code'"),
      errors: [
        {
          type: expect.stringMatching(/VALIDATION_FAILED$/),
          title: expect.stringMatching(/\w/),
          status: 400,
          detail: message,
          instance: skills,
          message,
          category: 'VALIDATION',
          code: 'VALIDATION_FAILED',
          target: 'code',
          properties: { code: 'VALIDATION_FAILED', target: 'code', traceId },
        },
      ],
      timestamp: now.toISOString(),
    })
  })

  test('an item without a target has exactly the documented members', async () => {
    const answer = await people.get(`${skills}/999999?x=1`, { 'x-request-id': traceId })
    const [item] = answer.json().errors
    expect(item).toMatchObject({
      status: 404,
      instance: `${skills}/999999`,
      category: 'BUSINESS_LOGIC',
      code: 'RESOURCE_NOT_FOUND',
      target: null,
    })
    expect(item.properties).toEqual({ code: 'RESOURCE_NOT_FOUND', traceId })
  })

  test('the type of an item links to the page of errors, with an anchor for each code', async () => {
    const notFound = (await people.get(`${skills}/999999`)).json().errors[0].type
    const noRoute = (await people.get('/nope')).json().errors[0].type
    expect(new URL(notFound, 'http://service').pathname).toMatch(/errors/)
    expect(notFound).not.toBe(noRoute)
  })
})

describe('the trace id', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${trace}-b7ad6b7169203331-01`
  const made = /^[\w-]{16,64}$/

  const cases: readonly (readonly [string, Record<string, string>, string | RegExp])[] = [
    ['comes from traceparent', { traceparent }, trace],
    ['comes from X-Request-ID', { 'x-request-id': 'req-7' }, 'req-7'],
    ['comes from X-Correlation-ID', { 'x-correlation-id': 'cor-7' }, 'cor-7'],
    ['is generated when there is none', {}, made],
    ['prefers traceparent', { traceparent, 'x-request-id': 'a', 'x-correlation-id': 'b' }, trace],
    ['prefers X-Request-ID next', { 'x-request-id': 'a', 'x-correlation-id': 'b' }, 'a'],
    ['ignores a malformed traceparent', { traceparent: 'nonsense', 'x-request-id': 'a' }, 'a'],
    [
      'ignores a traceparent of zeros',
      { traceparent: traceparent.replace(trace, '0'.repeat(32)), 'x-request-id': 'a' },
      'a',
    ],
    [
      'ignores the version that W3C forbids',
      { traceparent: traceparent.replace('00-', 'ff-'), 'x-request-id': 'a' },
      'a',
    ],
    [
      'ignores a parent of zeros, which W3C forbids',
      { traceparent: traceparent.replace('b7ad6b7169203331', '0'.repeat(16)), 'x-request-id': 'a' },
      'a',
    ],
    ['does not echo an id that is too long', { 'x-request-id': 'a'.repeat(5_000) }, made],
    ['does not echo an id with spaces', { 'x-request-id': 'a b' }, made],
    ['does not echo an empty id', { 'x-request-id': '', 'x-correlation-id': 'b' }, 'b'],
  ]

  test.each(cases)('the trace id %s', async (_name, headers, expected) => {
    const success = await people.get(`${skills}/1`, headers)
    const failure = await people.get(`${skills}/999999`, headers)
    for (const answer of [success, failure]) {
      const id = String(answer.headers['x-request-id'])
      if (typeof expected === 'string') expect(id).toBe(expected)
      else expect(id).toMatch(expected)
    }
    const [item] = failure.json().errors
    expect(item.properties.traceId).toBe(failure.headers['x-request-id'])
  })

  test('each request without ids gets another trace id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await people.get('/nope')).headers['x-request-id']),
    )
    expect(new Set(ids).size).toBe(20)
  })

  test.each([
    ['204', () => people.send('OPTIONS', skills)],
    ['302', () => people.get(`${skills}/schemas`)],
    ['405', () => people.send('PUT', skills)],
    ['415', () => people.send('POST', skills, 'x', { 'content-type': 'text/plain' })],
  ])('a response of %s has the trace id', async (status, ask) => {
    const answer: Answer = await ask()
    expect(answer.statusCode).toBe(Number(status))
    expect(answer.headers['x-request-id']).toMatch(/\S/)
  })
})

describe('errors contain nothing private', () => {
  const secret = 'S3CRET-value'
  const internals =
    /\b(select|insert|update .* set|from employees|pg_|node_modules)\b|\.ts:\d|at \w+ \(/i

  const requests: readonly (readonly [string, () => Promise<Answer>])[] = [
    [
      'a unique conflict',
      async () => {
        const body = { code: secret, name: secret, category: 'x' }
        await people.send('POST', skills, body)
        return people.send('POST', skills, body)
      },
    ],
    [
      'an unknown reference',
      () =>
        people.send('POST', employees, newEmployee({ fullName: secret, managerId: 424_242_424 })),
    ],
    [
      'a value of the wrong type',
      () => people.send('POST', employees, newEmployee({ rating: secret })),
    ],
    [
      'a value that is too long',
      () => people.send('POST', employees, newEmployee({ code: secret.repeat(9) })),
    ],
    ['a filter value', () => people.send('POST', `${employees}/filter`, { salaryAtLeast: secret })],
    [
      'a check of the database',
      () =>
        people.send('POST', paths.absences, {
          employeeId: 1,
          kind: 'OTHER',
          startsOn: '2026-05-02',
          endsOn: '2026-05-01',
          days: 1,
          reason: secret,
        }),
    ],
    ['broken JSON', () => people.send('POST', skills, `{"code":"${secret}`)],
  ]

  test.each(requests)('the error for %s contains no private data', async (_name, ask) => {
    const answer = await ask()
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain(secret)
    expect(answer.body).not.toContain('424242424')
    expect(answer.body).not.toMatch(internals)
  })

  test('an unforeseen database error contains no private data', async () => {
    await people.rows(`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'cannot store %', new.name using detail = 'Failing row: ' || new.code; end $$`)
    await people.rows(
      'create trigger refuse before insert on departments for each row execute function refuse()',
    )
    const answer = await people.send('POST', paths.departments, { code: secret, name: secret })
    await people.rows('drop trigger refuse on departments')
    expect(answer.statusCode).toBe(500)
    expect(answer.json().errors).toHaveLength(1)
    expect(answer.json().errors[0]).toMatchObject({ code: 'INTERNAL_ERROR', category: 'SYSTEM' })
    expect(answer.body).not.toMatch(/S3CRET|Failing row|trigger|function|cannot store/)
  })

  test('the next request is served', async () => {
    const answer = await people.send('POST', paths.departments, { code: 'AFTER', name: 'x' })
    expect(answer.statusCode).toBe(201)
  })
})
