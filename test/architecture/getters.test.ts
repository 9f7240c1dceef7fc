/** Object literals have no getters: V8 would keep the objects of ended requests, decision 0029. */
import { expect, test } from 'vitest'
import { readSource, sourceFiles } from './sources.js'

/** What distinguishes it from a getter of a class is the comma behind it. */
const getterOfLiteral = /^( +)(get \w+)\(\) \{(?:.*|(?:\n(?!\1\}).*)*\n\1)\},$/gm

const gettersIn = (source: string): readonly string[] =>
  [...source.matchAll(getterOfLiteral)].map(([, , name]) => name!)

test('the pattern distinguishes literals from classes', () => {
  expect(gettersIn('class A {\n  get a() {\n    return 1\n  }\n}\n')).toEqual([])
  expect(gettersIn('return {\n  get a() {\n    return 1\n  },\n}\n')).toEqual(['get a'])
  expect(gettersIn('return {\n  get a() { return 1 },\n}\n')).toEqual(['get a'])
})

test('no object literal of the service has a getter', () => {
  const found = sourceFiles('src').flatMap((file) =>
    gettersIn(readSource(`src/${file}`)).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
