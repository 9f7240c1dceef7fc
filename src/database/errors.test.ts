import pg from 'pg'
import { expect, test } from 'vitest'
import { isBroken, translateDatabaseError } from './errors.js'

const reported = (code: string | undefined, severity: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('a message', 9, 'error'), { code, severity })

test.each([
  ['57014', 'ERROR', 'QUERY_TIMEOUT', false],
  // The limits of a transaction that an operator has set end the session.
  ['25P03', 'FATAL', 'SERVICE_UNAVAILABLE', true],
  ['25P04', 'FATAL', 'QUERY_TIMEOUT', true],
  ['57P01', 'FATAL', 'SERVICE_UNAVAILABLE', true],
  ['08P01', 'ERROR', 'SERVICE_UNAVAILABLE', true],
  ['22012', 'ERROR', 'INTERNAL_ERROR', false],
  // Of a message that the driver does not know.
  [undefined, 'ERROR', 'INTERNAL_ERROR', true],
])(
  'an error %s of severity %s is %s; it breaks the connection: %s',
  (state, severity, code, breaks) => {
    const error = reported(state, severity)
    expect(translateDatabaseError(error).code).toBe(code)
    expect(isBroken(error)).toBe(breaks)
  },
)
