/** Which resource the options of a field are read from. */
import { CorollaryError, createClient, type Field, type Resources, untyped } from 'corollary/client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createOptionReader, type OptionReader, readLabels } from './field-options.js'

const field: Field = {
  ...{ name: 'customerId', label: 'Customer', type: 'text', controlType: 'select', order: 1 },
  ...{ schema: {}, nullable: false, endpoint: '/api/sales/customers/options/filter' },
}

/** A reader whose service refuses the first `failures` requests for its catalog. */
const readerOf = ({ resources, failures = 0 }: { resources: string[]; failures?: number }) => {
  const sent: string[] = []
  let refused = 0
  const fetch = async (url: string): Promise<Response> => {
    const { pathname } = new URL(url)
    sent.push(pathname)
    if (pathname !== '/schemas/resources') {
      return Response.json({ content: [{ id: 2, label: 'Serrano' }], last: true })
    }
    if (refused < failures) {
      refused++
      return new Response('', { status: 503 })
    }
    return Response.json({
      resources: resources.map((name) => ({
        ...{ resourceKey: `sales.${name}`, resourcePath: `/api/sales/${name}` },
      })),
    })
  }
  const client = createClient<Resources>({ baseUrl: 'http://service', fetch })
  return { sent, reader: createOptionReader(untyped(client), 'sales.orders') }
}

test('options are read from the resource of their address', async () => {
  const { reader, sent } = readerOf({ resources: ['orders', 'customers'] })
  expect((await reader.page(field)).options).toEqual([{ value: 2, label: 'Serrano' }])
  expect(sent.at(-1)).toBe('/api/sales/customers/options/filter')
})

test('options of a resource that is not published are not those of the form itself', async () => {
  const { reader, sent } = readerOf({ resources: ['orders'] })
  await expect(reader.page(field)).rejects.toThrow(
    "The service publishes no resource with the options of 'customerId'.",
  )
  expect(sent).toEqual(['/schemas/resources'])
})

test('a catalog that could not be read is read again', async () => {
  const { reader } = readerOf({ resources: ['customers'], failures: 1 })
  await expect(reader.page(field)).rejects.toThrow()
  expect((await reader.page(field)).options).toHaveLength(1)
})

describe('labels of values', () => {
  beforeEach(() => void vi.useFakeTimers())

  /** A reader that fails with these errors before it finds the first option. */
  const failing = (...codes: string[]) => {
    const attempts: number[] = []
    const byValues = async () => {
      attempts.push(Date.now())
      const code = codes.shift()
      if (code) throw new CorollaryError({ code, message: 'No.', isRepeatable: true })
      return [{ value: 1, label: 'Ada' }]
    }
    return { attempts, reader: { byValues } as unknown as OptionReader }
  }

  test('a value without an option is its own label', async () => {
    const { reader } = failing()
    const labels = await readLabels(reader, field, [1, 2], new AbortController().signal)
    expect([...labels]).toEqual([
      [1, 'Ada'],
      [2, '2'],
    ])
  })

  test('labels are read again after errors that another attempt may not have', async () => {
    const { reader, attempts } = failing('NETWORK_ERROR', 'SERVICE_UNAVAILABLE')
    const reading = readLabels(reader, field, [1], new AbortController().signal)
    await vi.runAllTimersAsync()
    expect([...(await reading)]).toEqual([[1, 'Ada']])
    const [first, second, third] = attempts as [number, number, number]
    expect(second - first).toBeGreaterThan(0)
    expect(third - second).toBeGreaterThan(second - first)
  })

  test('other errors are final, and values are their own labels', async () => {
    const { reader, attempts } = failing('ACCESS_DENIED')
    const labels = await readLabels(reader, field, [1], new AbortController().signal)
    expect([...labels]).toEqual([[1, '1']])
    expect(attempts).toHaveLength(1)
  })

  test('nothing is read any more when the field has left the screen', async () => {
    const { reader, attempts } = failing('NETWORK_ERROR', 'NETWORK_ERROR')
    const end = new AbortController()
    const reading = readLabels(reader, field, [1], end.signal)
    await vi.advanceTimersByTimeAsync(0)
    end.abort()
    expect([...(await reading)]).toEqual([])
    expect(attempts).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
