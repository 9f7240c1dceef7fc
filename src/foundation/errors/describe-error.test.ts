import { expect, test } from 'vitest'
import { describeFault } from './describe-error.js'

/** As the driver reports it. */
const reported = (message: string, members: object): Error =>
  Object.assign(new Error(message), { severity: 'ERROR', routine: 'f' }, members)

test.each([
  ['column "kind" does not exist', { code: '42703', position: '8' }, true],
  // The value of a statement that an application put together.
  ['invalid input syntax for type integer: "secret"', { code: '22P02', position: '8' }, false],
  ['syntax error at or near "secret"', { code: '42601', position: '8' }, false],
  ['secret', { code: '42703' }, false],
  ['secret', { code: '42703', position: '8', where: 'PL/pgSQL function f() line 1' }, false],
])('the message %s of %j is in the log: %s', (message, members, isShown) => {
  const text = JSON.stringify(describeFault(reported(message, members)))
  expect(text.includes(JSON.stringify(message).slice(1, -1))).toBe(isShown)
})
