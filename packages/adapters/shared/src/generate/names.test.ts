import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ResourcePages } from '../pages.js'
import { componentName, variableName, withCodeNames } from './names.js'

const codeNames = (names: readonly string[], ...reserved: readonly string[]) =>
  withCodeNames(
    names.map((name) => ({ name }) as ResourcePages),
    ({ component, variable }) => reserved.includes(component) || reserved.includes(variable),
  ).map(({ code }) => code)

test('names of resources become names of components and variables', () => {
  expect(['order-lines', 'absence-requests', 'x.y', '2024-sales'].map(componentName)).toEqual([
    ...['OrderLines', 'AbsenceRequests', 'XY', 'N2024Sales'],
  ])
  expect(variableName('order-lines')).toBe('orderLines')
})

test('a name that another resource has, or that is reserved, gets a suffix', () => {
  expect(codeNames(['a-1', 'a1', 'class', 'a.1'], 'class')).toEqual([
    { component: 'A1', variable: 'a1', file: 'a-1' },
    { component: 'A1Resource', variable: 'a1Resource', file: 'a1' },
    { component: 'ClassResource', variable: 'classResource', file: 'class' },
    { component: 'A1Resource2', variable: 'a1Resource2', file: 'a-1-resource' },
  ])
})

test('names of files differ by more than case, which some file systems ignore', () => {
  const names = ['orders', 'Orders', 'ORDERS', 'orders-resource']
  expect(codeNames(names).map(({ file }) => file)).toEqual([
    ...['orders', 'Orders-resource', 'ORDERS-resource2', 'orders-resource-resource'],
  ])
})

test('any names become different identifiers, and files in the folder', () => {
  const part = fc.oneof(fc.string({ unit: fc.constantFrom(...'aAb1-_./ é') }), fc.string())
  fc.assert(
    fc.property(fc.uniqueArray(part, { maxLength: 8 }), (names) => {
      const codes = codeNames(names, 'a', 'A1')
      for (const { component, variable, file } of codes) {
        expect(component).toMatch(/^[A-Z][A-Za-z\d]*$/)
        expect(variable).toMatch(/^[a-z][A-Za-z\d]*$/)
        expect(file).toMatch(/^[\w-]*$/)
      }
      const distinct = (texts: readonly string[]) => expect(new Set(texts).size).toBe(names.length)
      distinct(codes.map(({ component }) => component))
      distinct(codes.map(({ variable }) => variable))
      distinct(codes.map(({ file }) => file.toLowerCase()))
    }),
  )
})
