import { expect, test } from 'vitest'
import { serviceKey } from './preferences.js'

test.for([
  ['recent', undefined, '', 'recent'],
  ['recent', undefined, '/hr', 'recent/hr'],
  ['table', 'employees', '', 'table.employees'],
  ['table', 'employees', '/hr', 'table/hr.employees'],
] as const)('%s of %s in the context %j is stored under %s', ([name, resource, context, key]) => {
  expect(serviceKey(name, resource, context)).toBe(key)
})
