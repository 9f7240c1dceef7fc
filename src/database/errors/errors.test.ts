import pg from 'pg'
import { expect, test } from 'vitest'
import { isBroken, translateDatabaseError } from './errors.js'

const reported = (code: string | undefined, severity: string, routine?: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('a message', 9, 'error'), { code, severity, routine })

test.each([
  ['57014', 'ERROR', 'QUERY_TIMEOUT', false],
  // The limits of a transaction that an operator has set end the session.
  ['25P03', 'FATAL', 'SERVICE_UNAVAILABLE', true],
  ['25P04', 'FATAL', 'QUERY_TIMEOUT', true],
  ['57P01', 'FATAL', 'SERVICE_UNAVAILABLE', true],
  ['08P01', 'ERROR', 'SERVICE_UNAVAILABLE', true],
  // Of a pooler that has lost its server.
  ['08006', 'ERROR', 'SERVICE_UNAVAILABLE', true],
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

test.each([
  ['08006', 'ReportConnectionError'],
  // Class XX or 58, although the node has gone.
  ['XX000', 'MarkRemoteTransactionFailed'],
  ['58030', 'ReportCopyError'],
])(
  'an error %s of %s, of a coordinator that has lost a node, is SERVICE_UNAVAILABLE and keeps the connection',
  (state, routine) => {
    const error = reported(state, 'ERROR', routine)
    expect(translateDatabaseError(error).code).toBe('SERVICE_UNAVAILABLE')
    expect(isBroken(error)).toBe(false)
  },
)
