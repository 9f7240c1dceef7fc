import { defineApplication, defineEntity, defineSchema, integer } from 'corollary'
import { expect, test } from 'vitest'
import { welcome } from './welcome.js'

const notes = defineEntity('notes', { id: integer({ primaryKey: true, generated: true }) })
const resource = defineSchema({ notes }).resource('notes', {
  key: 'office.notes',
  response: { id: '.' },
  filter: {},
  defaultSort: ['id'],
})
const printed = (
  callers: readonly { id: string; tenant?: string }[],
  isOpen = true,
  resources = [resource],
): string => {
  const declared = callers.map((caller) => ({ title: caller.id, authorities: [], ...caller }))
  const application = defineApplication({
    title: 'Notes',
    resources,
    callers: declared,
  })
  const url = 'http://127.0.0.1:8080'
  const close = () => Promise.resolve()
  return welcome(application, { url, workbench: undefined, database: 'it', isOpen, close })
}

test('the request that a start prints names a caller where there are tenants', () => {
  expect(printed([])).toContain(
    `curl -s -X POST 'http://127.0.0.1:8080/api/office/notes/filter?size=3' -H 'Content-Type: application/json' -d '{}'`,
  )
  expect(printed([{ id: 'ann' }])).not.toContain('X-Development-Caller')
  expect(printed([{ id: 'ann' }, { id: 'bob', tenant: 'acme' }])).toContain(
    "-H 'X-Development-Caller: bob' -d",
  )
  expect(printed([{ id: 'bob', tenant: 'acme' }], false)).not.toContain('bob')
})

test('a start lists at most 20 resources, and where the others are', () => {
  expect(printed([])).toContain('\nResources:\n  /api/office/notes\n\n')
  const all = printed([], true, Array(137).fill(resource))
  expect(all.match(/^ {2}\/api\/office\/notes$/gm)).toHaveLength(20)
  expect(all).toContain('\n137 resources:\n')
  expect(all).toContain('\n  and 117 more: http://127.0.0.1:8080/docs\n')
})
