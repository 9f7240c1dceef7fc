import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exchanges } from './exchanges.js'
import { actAs } from './identity.js'
import { optionLabel, requestLabels } from './option-labels.js'
import type { Field } from './shape.js'

const field: Field = {
  ...{ name: 'x', label: 'x', type: 'number', controlType: 'select', order: 0, schema: {} },
  ...{ nullable: true, endpoint: '/departments/options/filter' },
}

/** Responses by caller; a caller without one has no network. */
const responses = new Map<string, string>()
/** The callers of the requests. */
const callers: string[] = []
let respond: () => void
let gate: Promise<void>

beforeEach(() => {
  gate = new Promise((resolve) => {
    respond = resolve
  })
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    const caller = headers.get('x-development-caller')!
    callers.push(caller)
    await gate
    const body = responses.get(caller)
    if (body === undefined) throw new TypeError('no network')
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => actAs(undefined))

const labelsOf = (caller: string): readonly unknown[] => {
  actAs(caller)
  return [optionLabel(field, 1), optionLabel(field, 2)]
}

test('labels belong to the caller who asked, and are read again after a failure', async () => {
  responses.set('hr', JSON.stringify([{ id: 1, label: 'Secret of HR', extra: null }]))
  const request = (caller: string): void => {
    actAs(caller)
    requestLabels(field, [1, 2])
  }
  request('hr')
  await expect.poll(() => callers.length === 1).toBe(true)
  actAs('employee')
  respond()
  await expect.poll(() => labelsOf('hr')[0] !== undefined).toBe(true)
  expect(labelsOf('hr')).toEqual(['Secret of HR', '2'])
  expect(labelsOf('employee')).toEqual([undefined, undefined])

  request('employee')
  await expect.poll(() => exchanges.value.some(({ status }) => status === 0)).toBe(true)
  expect(labelsOf('employee')).toEqual([undefined, undefined])
  responses.set('employee', JSON.stringify([{ id: 1, label: 'Sales', extra: null }]))
  request('employee')
  await expect.poll(() => labelsOf('employee')[0] !== undefined).toBe(true)
  expect(labelsOf('employee')).toEqual(['Sales', '2'])
  request('employee')
  request('hr')
  await Promise.resolve()
  expect(callers).toEqual(['hr', 'employee', 'employee'])
})
