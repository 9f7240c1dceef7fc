/**
 * A hidden row locked by another transaction delays no caller who cannot see it: waiting would
 * reveal it.
 */
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { newEmployee, paths } from '../../http/use-people.js'
import { asUnknown, commonRows, knownHidden, knownHiddenRows, knownUnknown } from './twin-rows.js'
import { asJson, shown, type TestRequest, type Twin, useTwins } from './twins.js'

const rows = [commonRows, knownHiddenRows]
const twins = useTwins(rows, rows)

/** Runs while another transaction is about to delete the hidden rows. */
const whileLocked = async <T>({ database }: Twin, work: () => Promise<T>): Promise<T> => {
  const other = new pg.Client(database.connection)
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select 1 from employees where id = any($1) for update', [knownHidden])
    await other.query('select 1 from absence_requests where id = any($1) for update', [knownHidden])
    return await work()
  } finally {
    await other.query('rollback')
    await other.end()
  }
}

const requests = (id: unknown): Readonly<Record<string, TestRequest>> => ({
  read: { method: 'GET', url: `${paths.employees}/${id}` },
  update: {
    method: 'PUT',
    url: `${paths.employees}/${id}`,
    body: { ...newEmployee({ code: 'L' }), email: 'l@l.example', fullName: 'L', status: 'ACTIVE' },
  },
  intent: { method: 'PATCH', url: `${paths.employees}/${id}/profile`, body: { nickname: 'L' } },
  action: { method: 'POST', url: `${paths.absences}/${id}/actions/approve`, body: {} },
  'bulk action': {
    method: 'POST',
    url: `${paths.absences}/actions/bulk-approve`,
    ...asJson({ ids: [id] }),
  },
  delete: { method: 'DELETE', url: `${paths.absences}/${id}` },
  'batch delete': { method: 'DELETE', url: `${paths.absences}/batch`, ...asJson([id]) },
  'create that refers to it': {
    method: 'POST',
    url: paths.employees,
    body: { ...newEmployee({ code: 'L', managerId: id }), email: 'l@l.example', fullName: 'L' },
  },
  'create of its absence': {
    method: 'POST',
    url: paths.absences,
    body: {
      employeeId: id,
      kind: 'OTHER',
      startsOn: '2027-01-01',
      endsOn: '2027-01-02',
      days: 2,
      reason: null,
    },
  },
})

describe('a hidden row that is locked', () => {
  for (const name of Object.keys(requests(0))) {
    test(`${name}: a locked hidden row is treated like a missing row`, async () => {
      const [first, second] = twins.pair
      const hidden = await whileLocked(first, () =>
        first.send(requests(knownHidden[0])[name]!, 'leader'),
      )
      const unknown = await second.send(requests(knownUnknown[0])[name]!, 'leader')
      expect(JSON.parse(asUnknown(JSON.stringify(shown(hidden))))).toEqual(shown(unknown))
    })
  }
})
