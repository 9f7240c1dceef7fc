import { describe, expect, test } from 'vitest'
import {
  limitTexts,
  mayWrite,
  membersOf,
  type OpenApi,
  operationsOf,
  type Parameter,
  requestUrl,
  resolve,
  typeText,
} from './openapi.js'

const document: OpenApi = {
  paths: { '/a': { get: { operationId: 'a', responses: {} }, parameters: {} as never } },
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: {
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
          parent: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
        },
        required: ['children'],
      },
      Loop: { $ref: '#/components/schemas/Loop' },
      'with/slash': { type: 'string', format: 'date' },
    },
  },
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('API descriptions', () => {
  test('operations are those of HTTP methods', () => {
    expect(operationsOf(document).map(({ path, method }) => `${method} ${path}`)).toEqual([
      'GET /a',
    ])
  })

  test('references are followed, circles end', () => {
    expect(resolve(document, ref('with~1slash'))).toMatchObject({ format: 'date' })
    expect(resolve(document, ref('Loop'))).toEqual({})
    expect(resolve(document, ref('gone'))).toEqual({})
    const [children] = membersOf(document, ref('Node'))
    expect(membersOf(document, children!.schema).map(({ name }) => name)).toEqual([
      'children',
      'parent',
    ])
  })

  test.each([
    [ref('Node'), 'Node'],
    [{ type: 'array', items: ref('Node') }, 'Node[]'],
    [{ anyOf: [ref('Node'), { type: 'null' }] }, 'Node | null'],
    [{ type: ['string', 'null'], format: 'date' }, 'date | null'],
    [{ enum: ['A', 1] }, '"A" | 1'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ const: 'success' }, '"success"'],
    [{ properties: {} }, 'object'],
    [{}, 'any'],
    [ref('Loop'), 'any'],
  ])('the type of %j is %s', (schema, expected) => {
    expect(typeText(document, schema)).toBe(expected)
  })

  test('members of all parts, of items and of choices', () => {
    const part = { properties: { a: { type: 'string' } }, required: ['a'] }
    const whole = { allOf: [part, ref('Node')] }
    expect(
      membersOf(document, whole).map(({ name, isRequired }) => `${name} ${isRequired}`),
    ).toEqual(['a true', 'children true', 'parent false'])
    expect(membersOf(document, { type: 'array', items: part })).toHaveLength(1)
    expect(membersOf(document, { anyOf: [{ type: 'null' }, part] })).toHaveLength(1)
    expect(membersOf(document, { type: 'string' })).toEqual([])
  })

  test('limits', () => {
    expect(limitTexts(document, { minimum: 0, maxLength: 5, default: 'x' })).toEqual([
      ...['≥ 0', 'length ≤ 5', '= "x"'],
    ])
  })

  test.each([
    ['GET', 'hr.employees.byId', false],
    ['POST', 'hr.employees.filter', false],
    ['POST', 'hr.employees.optionSource.managers', false],
    ['POST', 'hr.employees.create', true],
    ['POST', 'hr.employees.action.approve', true],
    ['POST', 'hr.employees.action.filter-out', true],
    ['POST', 'own.route', true],
    ['DELETE', 'hr.employees.delete', true],
  ])('%s %s may write: %s', (method, operationId, expected) => {
    expect(mayWrite({ method, path: '', operation: { operationId, responses: {} } })).toBe(expected)
  })

  test('values of parameters are encoded; empty ones are left out', () => {
    const parameters: readonly Parameter[] = [
      { name: 'id', in: 'path' },
      { name: 'sort', in: 'query', schema: { type: 'array' } },
      { name: 'page', in: 'query', schema: { type: 'integer' } },
      { name: 'If-Match', in: 'header' },
    ]
    expect(
      requestUrl('/x/{id}/y', parameters, {
        ...{ 'path id': 'a/b c', 'query sort': 'a\nb,desc\n', 'query page': '' },
        'header If-Match': '"1"',
      }),
    ).toBe('/x/a%2Fb%20c/y?sort=a&sort=b%2Cdesc')
  })
})
