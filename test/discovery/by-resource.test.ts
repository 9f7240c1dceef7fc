/** What is published of a resource is made when it is used: an application may have hundreds. */
import { expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { createDiscovery } from '../../src/discovery/discovery.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { createTranslator } from '../../src/foundation/text/messages.js'
import { compileModel } from '../../src/model/compile/compile.js'
import type { ResourceModel } from '../../src/model/types/resource-model.js'
import { readSettings } from '../../src/server/compose/read-settings.js'

test('the schema of a resource needs the operations of no other resource', () => {
  const read = new Set<string>()
  const watched = (resource: ResourceModel): ResourceModel =>
    new Proxy(resource, {
      get: (target, name) => {
        if (name === 'operations') read.add(target.key)
        return Reflect.get(target, name)
      },
    })
  const model = compileModel(people.resources, new Diagnostics())
  const { settings } = readSettings({ environment: {} })
  const discovery = createDiscovery(
    { ...model, resources: model.resources.map(watched) },
    settings,
    {
      title: 'People',
      version: '1',
      facts: {
        startedAt: new Date(0),
        corollary: '1',
        database: { version: '18', kind: 'server' },
        languages: ['en'],
        callers: [],
        choosesTenant: () => false,
      },
    },
  )
  expect(read).toEqual(new Set())
  const reader = { translate: createTranslator({}, 'en'), mayRead: () => true }
  const path = '/api/human-resources/departments/filter'
  const request = { path, operation: 'post', schemaType: 'request' } as const
  const others = { includeInternalSchemas: false, idField: undefined, readOnly: undefined }
  discovery.schema({ ...request, ...others }, reader)
  discovery.columnLabels('human-resources.departments', reader.translate)
  expect(read).toEqual(new Set(['human-resources.departments']))
})
