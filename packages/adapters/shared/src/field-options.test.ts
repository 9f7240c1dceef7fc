/** Which resource the options of a field are read from. */
import { createClient, type Field, type Resources, untyped } from 'corollary/client'
import { expect, test } from 'vitest'
import { createOptionReader } from './field-options.js'

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
