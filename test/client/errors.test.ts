/** Refused requests, broken connections and aborts are returned as one class of errors. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CorollaryError, createClient, unwrap } from '../../src/client.js'
import { newEmployee, refused, type resources, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = () => setup.client.resource('human-resources.employees')

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** The employees of a server that sends this response. */
const employeesOf = async (answer: RequestListener, fetch = globalThis.fetch) => {
  server = createServer(answer)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = createClient<typeof resources>({ baseUrl: `http://127.0.0.1:${port}`, fetch })
  return client.resource('human-resources.employees')
}
const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)
const failureOf = (code: string) =>
  JSON.stringify({
    status: 'failure',
    message: 'No.',
    errors: [{ code, message: 'No.', target: null, properties: {} }],
  })

describe('refused requests', () => {
  test('an error has all problems of the body, the first one as its own', async () => {
    const body = { ...newEmployee(), email: 'none', fullName: '' }
    const error = refused(await employees().create(body))
    expect(error).toBeInstanceOf(CorollaryError)
    expect(error).toMatchObject({
      name: 'CorollaryError',
      code: 'VALIDATION_FAILED',
      status: 400,
      target: 'fullName',
      isRetryable: false,
      retryAfter: undefined,
    })
    expect(error.message).toBe(error.errors[0]?.message)
    expect(error.errors.map(({ target }) => target)).toEqual(['fullName', 'email'])
    expect(error.traceId).toBe(error.errors[0]?.properties['traceId'])
  })

  test('a method that the resource does not have is refused', async () => {
    // The type has no such method; a caller without types may try.
    const payslips = setup.client.resource('payroll.payslips') as unknown as ReturnType<
      typeof employees
    >
    const error = refused(await payslips.delete(1))
    expect(error).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 })
  })

  test('unwrap throws the error', async () => {
    await expect(employees().get(999_999).then(unwrap)).rejects.toBeInstanceOf(CorollaryError)
    const { data } = unwrap(await employees().get(1))
    expect(data.id).toBe(1)
  })

  test.each([
    ['seconds', '7', 7],
    ['a date', 'Fri, 20 Mar 2026 13:00:00 GMT', 3_600],
    ['a date gone by', new Date(0).toUTCString(), 0],
    ['nonsense', 'soon', undefined],
    ['a time that is longer than timers take', '99999999999', 2_147_483],
    ['a date that is later than timers take', 'Thu, 31 Dec 2099 00:00:00 GMT', 2_147_483],
  ])('retryAfter is read from %s', async (_form, header, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-20T12:00:00Z') })
    const busy = answering(503, failureOf('SERVICE_UNAVAILABLE'), { 'Retry-After': header })
    const error = refused(await (await employeesOf(busy)).get(1))
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', isRetryable: true })
    expect(error.retryAfter).toEqual(seconds)
  })
})

describe('responses that are not from the service', () => {
  const page = '<html>Please log in</html>'
  test.each([
    ['a page', answering(200, page, { 'Content-Type': 'text/html' })],
    ['other JSON', answering(200, '{"login":"/login"}')],
    ['no body', answering(200, '')],
    ['a list for a record', answering(200, '{"status":"success","data":[]}')],
    ['an envelope without data', answering(200, '{"status":"success"}')],
    ['a failure with the status of a success', answering(200, failureOf('X'))],
    ['304 without If-None-Match', answering(304, '')],
  ])('%s is INVALID_RESPONSE', async (_what, answer) => {
    const { get, create } = bound(await employeesOf(answer))
    const error = refused(await create(newEmployee()))
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE', isRetryable: false, errors: [] })
    const read = await get(1)
    expect(read.ok && !('notModified' in read && read.notModified)).toBe(false)
  })

  test.each([
    [502, true],
    [503, true],
    [504, true],
    [500, false],
    [404, false],
  ])('status %i is retryable: %s', async (status, isRetryable) => {
    const error = refused(await (await employeesOf(answering(status, page))).get(1))
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE', status, isRetryable })
    expect(error.message).toContain(String(status))
  })

  test('every method checks the structure of its response', async () => {
    const wrong = await employeesOf(answering(200, '{"status":"success","data":{}}'))
    const results = await Promise.all([
      wrong.all(),
      wrong.byIds([1]),
      wrong.filter(),
      wrong.cursor(),
      wrong.locate(1),
      wrong.options(),
      wrong.optionsByIds([1]),
      wrong.optionSource('statuses').filter(),
      wrong.optionSource('statuses').byIds([1]),
      wrong.stats.groupBy({ field: 'status' }),
      wrong.delete(1),
      wrong.deleteBatch([1]),
    ])
    expect(results.map((result) => refused(result).code)).toEqual(
      results.map(() => 'INVALID_RESPONSE'),
    )
  })
})

/** The methods, called without their object. */
const bound = (resource: Awaited<ReturnType<typeof employeesOf>>) => ({
  get: (id: number) => resource.get(id),
  create: (body: ReturnType<typeof newEmployee>) => resource.create(body),
})

describe('network errors', () => {
  const hangUp: RequestListener = (request) => request.socket.destroy()

  test('a network error is retryable', async () => {
    const error = refused(await (await employeesOf(hangUp)).get(1))
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', status: 0, isRetryable: true })
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('a network error in the middle of a response is retryable', async () => {
    const half: RequestListener = (_request, response) => {
      response.write('{"status":"success","data":[', () => response.destroy())
    }
    const error = refused(await (await employeesOf(half)).all())
    expect(error.code).toBe('NETWORK_ERROR')
  })

  test('a create after a network error is retryable only with an idempotency key', async () => {
    const gone = await employeesOf(hangUp)
    const body = newEmployee()
    expect(refused(await gone.create(body)).isRetryable).toBe(false)
    const keyed = await gone.create(body, { idempotencyKey: 'k' })
    expect(refused(keyed).isRetryable).toBe(true)
    expect(
      refused(await gone.update(1, { ...body, status: 'ACTIVE', remote: true })).isRetryable,
    ).toBe(true)
  })

  test('a create that a proxy refused with 429 is retryable', async () => {
    const limited = await employeesOf(answering(429, 'slow down'))
    expect(refused(await limited.create(newEmployee())).isRetryable).toBe(true)
  })
})

describe('aborts', () => {
  const silent: RequestListener = () => undefined

  test('a request can be aborted before and while it is sent', async () => {
    const aborted = await employees().get(1, { signal: AbortSignal.abort() })
    expect(refused(aborted)).toMatchObject({ code: 'ABORTED', status: 0, isRetryable: false })

    const controller = new AbortController()
    const waiting = (await employeesOf(silent)).get(1, { signal: controller.signal })
    controller.abort(new Error('enough'))
    const error = refused(await waiting)
    expect(error).toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } })
  })

  test("the client's signal aborts every request", async () => {
    const controller = new AbortController()
    const { signal } = controller
    const client = createClient<typeof resources>({ baseUrl: setup.baseUrl, signal })
    const people = client.resource('human-resources.employees')
    succeeded(await people.get(1, { signal: new AbortController().signal }))
    controller.abort()
    expect(refused(await people.get(1)).code).toBe('ABORTED')
    const ownSignal = { signal: new AbortController().signal }
    expect(refused(await people.get(1, ownSignal)).code).toBe('ABORTED')
  })

  test('a timeout has its own code and is retryable', async () => {
    const waiting = (await employeesOf(silent)).get(1, { signal: AbortSignal.timeout(30) })
    expect(refused(await waiting)).toMatchObject({ code: 'TIMED_OUT', isRetryable: true })
  })

  test('a request can be aborted in the middle of its response', async () => {
    const controller = new AbortController()
    const half: RequestListener = (_request, response) => {
      response.write('{"status":"success","data":[')
    }
    const abortAtBody: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      controller.abort()
      return response
    }
    const halfEmployees = await employeesOf(half, abortAtBody)
    const aborted = await halfEmployees.all({ signal: controller.signal })
    expect(refused(aborted).code).toBe('ABORTED')
  })
})

test('programming errors are thrown, not returned', async () => {
  const loop: { self?: unknown } = {}
  loop.self = loop
  await expect(employees().create(loop as never)).rejects.toBeInstanceOf(TypeError)
  const client = createClient<typeof resources>({
    baseUrl: setup.baseUrl,
    headers: () => Promise.reject(new RangeError('no token')),
  })
  await expect(client.resource('human-resources.skills').get(1)).rejects.toThrow('no token')
})
