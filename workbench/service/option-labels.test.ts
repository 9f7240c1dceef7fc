import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Field } from './shape.js'

const field: Field = {
  ...{ name: 'x', label: 'x', type: 'number', controlType: 'select', order: 0, schema: {} },
  ...{ nullable: true, endpoint: '/departments/options/filter' },
}

/** Responses by caller; a caller without one has no network. */
const responses = new Map<string, string>()
const asked: string[] = []
let respond: () => void
let gate: Promise<void>

const close = () => {
  gate = new Promise((resolve) => {
    respond = resolve
  })
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

beforeEach(() => {
  close()
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    const caller = headers.get('x-development-caller')!
    asked.push(caller)
    await gate
    const body = responses.get(caller)
    if (body === undefined) throw new TypeError('no network')
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('labels belong to the caller who asked, and are read again after a failure', async () => {
  const { developmentCaller } = await import('./identity.js')
  const { optionLabel, requestLabels } = await import('./option-labels.js')
  responses.set('hr', JSON.stringify([{ id: 1, label: 'Secret of HR', extra: null }]))
  const request = async (caller: string) => {
    developmentCaller.value = caller
    requestLabels(field, [1, 2])
    await settled()
  }
  await request('hr')
  developmentCaller.value = 'employee'
  respond()
  await settled()
  expect(optionLabel(field, 1)).toBeUndefined()
  developmentCaller.value = 'hr'
  expect([optionLabel(field, 1), optionLabel(field, 2)]).toEqual(['Secret of HR', '2'])

  await request('employee')
  expect(optionLabel(field, 1)).toBeUndefined()
  responses.set('employee', JSON.stringify([{ id: 1, label: 'Sales', extra: null }]))
  await request('employee')
  expect(optionLabel(field, 1)).toBe('Sales')
  await request('employee')
  expect(asked).toEqual(['hr', 'employee', 'employee'])
})
