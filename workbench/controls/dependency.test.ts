import { expect, test } from 'vitest'
import type { Field } from '../service/shape.js'
import { changeValue, dependency } from './dependency.js'

const field = (name: string, more: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'number', controlType: 'select', order: 0, schema: {} },
  nullable: true,
  ...more,
})

const source = (dependsOn: readonly string[], requireDependencies = false) => ({
  ...{ key: 'k', type: 'LIGHT_LOOKUP', filterEndpoint: '/f', byIdsEndpoint: '/b', dependsOn },
  requireDependencies,
  search: { enabled: true, minLength: 0 },
  pageSize: 20,
})

test('options of a source are filtered by the field that they depend on, once it has a value', () => {
  const manager = field('managerId', {
    endpoint: '/f',
    dependentField: 'departmentId',
    optionSource: source(['departmentId']),
  })
  expect(dependency(manager, {})).toEqual({ filter: {}, missing: undefined })
  expect(dependency(manager, { departmentId: 3 }).filter).toEqual({ departmentId: 3 })
})

test('options of a source wait for a field that it requires, and are filtered by it', () => {
  const manager = field('managerId', {
    endpoint: '/f',
    dependentField: 'departmentId',
    optionSource: source(['departmentId'], true),
  })
  expect(dependency(manager, {})).toEqual({ filter: {}, missing: 'departmentId' })
  expect(dependency(manager, { departmentId: 3, other: 1 })).toEqual({
    filter: { departmentId: 3 },
    missing: undefined,
  })
})

test('a hint names the field of the form whose value the source gets', () => {
  const manager = field('leadId', {
    endpoint: '/f',
    dependentField: 'unitId',
    optionSource: source(['departmentId'], true),
  })
  expect(dependency(manager, { unitId: 3 }).filter).toEqual({ departmentId: 3 })
  expect(dependency(manager, {}).missing).toBe('unitId')
})

test('options of a resource are filtered by a field that has a value, and listed without it', () => {
  const city = field('cityId', { endpoint: '/cities', dependentField: 'countryId' })
  expect(dependency(city, {})).toEqual({ filter: {}, missing: undefined })
  expect(dependency(city, { countryId: 'PT' }).filter).toEqual({ countryId: 'PT' })
})

test('a change clears the fields that depend on it, and those that depend on them', () => {
  const fields = [
    field('country'),
    field('region', { dependentField: 'country', resetOnDependentChange: true }),
    field('cities', { dependentField: 'region', resetOnDependentChange: true, multiple: true }),
    field('language', { dependentField: 'country' }),
  ]
  const values = { country: 'PT', region: 1, cities: [2, 3], language: 'pt' }
  expect(changeValue(fields, values, 'country', 'BR')).toEqual({
    ...{ country: 'BR', region: null, cities: [], language: 'pt' },
  })
  expect(changeValue(fields, { region: 1 }, 'region', 2)).toEqual({ region: 2 })
})
