import { expect, test } from 'vitest'
import { allowed, denied } from '../../../src/wire/availability.js'
import type { Capability } from '../../../src/wire/catalogs/capabilities.js'
import { accessOf } from './access.js'

const operation = (availability: Capability['availability'], supported = true) =>
  ({ supported, availability }) as Capability

test('operations are allowed, decided for each record, or denied with a reason', () => {
  const missing = denied('missing-authority', { requiredAuthorities: ['hr:write'] })
  const operations = {
    delete: operation(denied('resource-context-required')),
    create: operation(missing),
    filter: operation(allowed),
    view: operation(allowed),
    export: operation(denied('operation-not-supported'), false),
  }
  const actions = [
    { title: 'Approve', availability: missing },
    { title: 'Close', availability: denied('too-late') },
  ]
  expect(accessOf({ operations }, actions)).toEqual({
    allowed: ['Filter'],
    byRecord: ['Delete'],
    denied: [
      { reason: 'Needs hr:write.', titles: ['Create', 'Approve'] },
      { reason: 'Too late.', titles: ['Close'] },
    ],
  })
})
