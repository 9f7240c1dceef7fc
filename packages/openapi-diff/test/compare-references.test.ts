/** References are followed on both sides, whatever their names and targets. */
import { describe, expect, test } from 'vitest'
import { compareDocuments, type JsonObject } from '../src/index.js'
import { placesOf, sides } from './comparisons.js'

const text = { type: 'string' }
const _json = (schema: unknown) => ({ 'application/json': { schema } })
const sideNames = ['request', 'response'] as const

describe.each(sideNames)('references in a %s', (side) => {
  const { body, withSchema } = sides[side]
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const changesOf = (before: JsonObject, after: JsonObject) =>
    placesOf(compareDocuments(before, after))
  const name = (schema: unknown, more: JsonObject = {}) => ({
    type: 'object',
    properties: { name: schema, ...more },
  })

  test('references are followed on both sides', () => {
    const before = withSchema(reference('A'), { A: name(text) })
    const after = withSchema(reference('B'), { B: reference('C'), C: name({ type: 'integer' }) })
    expect(changesOf(before, after)).toEqual([`breaking ${body}.name`])
  })

  test('a reference is equivalent to its target', () => {
    expect(
      changesOf(withSchema(name(text)), withSchema(reference('A'), { A: name(text) })),
    ).toEqual([])
  })

  test('a schema may refer to itself', () => {
    const tree = (schema: unknown) => ({
      Tree: name(schema, {
        children: { type: 'array', items: reference('Tree') },
        parent: { anyOf: [reference('Tree'), { type: 'null' }] },
      }),
    })
    const [before, after] = [text, { type: 'integer' }].map((schema) =>
      withSchema(reference('Tree'), tree(schema)),
    )
    expect(changesOf(before!, before!)).toEqual([])
    expect(changesOf(before!, after!)).toContain(`breaking ${body}.name`)
  })

  test('a schema may refer to itself on one side, and under not', () => {
    const unrolled = name(text, { next: reference('List') })
    const before = { List: name(text, { next: reference('List') }) }
    expect(changesOf(withSchema(reference('List'), before), withSchema(unrolled, before))).toEqual(
      [],
    )
    const refused = { Odd: { not: { properties: { odd: reference('Odd') } } } }
    expect(
      changesOf(withSchema(reference('Odd'), refused), withSchema(reference('Odd'), refused)),
    ).toEqual([])
  })

  test('a change is reported in each place that refers to the schema', () => {
    const both = { type: 'object', properties: { a: reference('A'), b: reference('A') } }
    const changes = changesOf(
      withSchema(both, { A: text }),
      withSchema(both, { A: { type: 'integer' } }),
    )
    expect(changes).toEqual([`breaking ${body}.a`, `breaking ${body}.b`])
  })

  test('a reference is combined with its sibling keywords', () => {
    const plain = withSchema(reference('A'), { A: name(text) })
    const described = withSchema(
      { ...reference('A'), description: 'a' },
      { A: { ...name(text), description: 'b' } },
    )
    expect(changesOf(plain, described)).toEqual([])
    const deprecated = withSchema({ ...reference('A'), deprecated: true }, { A: name(text) })
    expect(changesOf(plain, deprecated)).toEqual([`other ${body}`])
    const with2 = (maxLength: number) =>
      withSchema({ ...reference('A'), maxLength }, { A: { ...text, maxLength: 9 } })
    const kind = { request: 'breaking', response: 'additive' }[side]
    expect(changesOf(with2(8), with2(7))).toEqual([`${kind} ${body}`])
  })

  test('a reference that becomes nullable is a change', () => {
    const nullable = { anyOf: [reference('A'), { type: 'null' }] }
    const changes = changesOf(
      withSchema(reference('A'), { A: name(text) }),
      withSchema(nullable, { A: name(text) }),
    )
    const kind = { request: 'additive', response: 'breaking' }[side]
    expect(changes).toEqual([`${kind} ${body}`])
  })

  test('references without a target, to other documents or in circles are compared as text', () => {
    const nowhere = withSchema(reference('Gone'))
    const outside = withSchema({ $ref: 'other.json#/A' })
    const round = withSchema(reference('A'), { A: reference('A') })
    for (const document of [nowhere, outside, round])
      expect(changesOf(document, document)).toEqual([])
    expect(changesOf(nowhere, outside)).toEqual([`breaking ${body}`])
  })
})
