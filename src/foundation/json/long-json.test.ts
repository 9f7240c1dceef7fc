import { expect, test } from 'vitest'
import { digestOf } from './canonical-json.js'
import { Items, Members, printPieces, wholeOf } from './long-json.js'

const documents: readonly (readonly [unknown, made: () => unknown])[] = [
  [{}, () => new Members([])],
  [[], () => new Items([])],
  [7, () => 7],
  [
    { é: 'ü', b: 1 },
    () =>
      new Members([
        ['é', 'ü'],
        ['b', 1],
      ]),
  ],
  [[1, [2], {}], () => new Items([undefined, 1, new Items([2]), undefined, new Members([])])],
  [
    { paths: { '/b': { z: 1, a: 2 }, '/a': 3 }, info: 'x', list: [{ y: 1, x: 2 }, 2] },
    () =>
      new Members([
        [
          'paths',
          new Members([
            ['/b', { z: 1, a: 2 }],
            ['/a', 3],
          ]),
        ],
        ['info', 'x'],
        ['none', undefined],
        ['list', new Items([{ y: 1, x: 2 }, 2])],
      ]),
  ],
]

const printed = (document: unknown) => {
  const pieces: string[] = []
  const steps = printPieces(document, (_name, member) => member)
  let step = steps.next()
  for (; !step.done; step = steps.next()) pieces.push(step.value)
  return { pieces, hash: step.value }
}

test.each(documents)('%j is printed and digested piece by piece', (whole, made) => {
  const { pieces, hash } = printed(made())
  expect(pieces.join('')).toBe(JSON.stringify(whole))
  expect(hash).toBe(digestOf(whole))
  expect(wholeOf(made())).toEqual(whole)
})

test('a member is made after the one before it is printed', () => {
  const made: string[] = []
  function* members() {
    for (const name of ['a', 'b']) {
      made.push(name)
      yield [name, name] as const
    }
  }
  const steps = printPieces(new Members(members()), (_name, member) => member)
  expect([steps.next().value, steps.next().value]).toEqual(['{"a":', '"a"'])
  expect(made).toEqual(['a'])
  steps.next()
  expect(made).toEqual(['a', 'b'])
})
