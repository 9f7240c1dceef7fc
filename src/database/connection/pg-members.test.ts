import pg from 'pg'
import { expect, test } from 'vitest'
import { prepareValue, type Wire, type WireClient, wireClientOf } from './pg-members.js'

const functions = [
  ...['connect', 'attachListeners', 'cancel', 'end', 'emit'],
  ...['parse', 'bind', 'describe', 'execute', 'sync'],
] as const
const client = wireClientOf(new pg.Client({ host: 'localhost', port: 5_432 }))

test('pg has the members that its types omit', () => {
  const { connection } = client
  for (const name of functions satisfies readonly (keyof Wire)[]) {
    expect(connection[name], name).toBeTypeOf('function')
  }
  expect(connection.parsedStatements).toEqual({})
  expect(connection.stream.write).toBeTypeOf('function')
  const facts = ['host', 'port', 'processID', 'secretKey'] satisfies (keyof WireClient)[]
  expect(facts.map((name) => client[name])).toEqual(['localhost', 5_432, null, null])
  expect([prepareValue(null), prepareValue(1), prepareValue(['a'])]).toEqual([null, '1', '{"a"}'])
})
