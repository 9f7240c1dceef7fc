/**
 * A related row outside the row access is treated as missing: every response is the same as if the
 * visible row had no such relation, except for the key itself.
 */
import {
  category,
  count,
  GREATER_THAN,
  IS_NULL,
  ids,
  LIKE,
  list,
  measure,
  NOT_LIKE,
  SIZE_EQ,
  series,
} from 'corollary'
import { beforeAll, describe, expect, test } from 'vitest'
import { generators } from './generators.js'
import { leakRequests, type OperationContext } from './operation-context.js'
import { commonRows, department } from './twin-rows.js'
import { shown, type TestRequest, useTwins } from './twins.js'
import { wideResources, wideSchema } from './wide-contract.js'
import { readWorld, type World } from './world.js'

/** Every filter field behind the manager, but not the manager's key. */
const keyless = wideSchema.resource('employees', {
  key: 'wide.keyless',
  delete: true,
  title: 'Keyless',
  response: {
    id: '.',
    fullName: '.',
    managerName: 'manager.fullName',
    managerSalary: 'manager.salary',
    managerDepartmentName: 'manager.department.name',
    topName: 'manager.manager.fullName',
    peerCount: count('manager.reports'),
    peerIds: ids('manager.reports'),
    peers: list('manager.reports', { fullName: '.', managerName: 'manager.fullName' }),
  },
  filter: {
    managerName: LIKE('manager.fullName'),
    managerNameNot: NOT_LIKE('manager.fullName'),
    managerNameMissing: IS_NULL('manager.fullName'),
    managerSalary: GREATER_THAN('manager.salary'),
    managerRatingMissing: IS_NULL('manager.rating'),
    topName: LIKE('manager.manager.fullName'),
    peerCount: SIZE_EQ('manager.reports'),
    peerName: LIKE('manager.reports.fullName'),
  },
  defaultSort: ['managerSalary', '-peerCount'],
  optionLabel: 'managerName',
  optionSources: {
    managers: {
      type: 'LIGHT_LOOKUP',
      id: 'manager.id',
      label: 'manager.fullName',
      sorts: { pay: 'manager.salary' },
    },
    tops: { type: 'LIGHT_LOOKUP', id: 'manager.manager.id', label: 'manager.manager.fullName' },
    managerNames: { type: 'DISTINCT_DIMENSION', path: 'manager.fullName' },
    managerIds: { type: 'DISTINCT_DIMENSION', path: 'manager.id' },
    managerBuckets: {
      type: 'CATEGORICAL_BUCKET',
      path: 'manager.department.id',
      label: 'manager.fullName',
    },
    colleagues: { type: 'RESOURCE_ENTITY', resource: 'wide.staff', path: 'manager' },
  },
  stats: {
    managerName: category({ path: 'manager.fullName' }),
    managerSalary: measure({ path: 'manager.salary', histogram: true }),
    managerHiredOn: series({ path: 'manager.hiredOn', histogram: true }),
    managerStatus: category({ path: 'manager.status' }),
  },
})

const mine = `department_id = ${department}`
const hiddenManager = `${mine} and manager_id in (select id from employees where not ${mine})`
/** In the second twin, employees with a hidden manager have none. */
const twins = useTwins(
  [commonRows],
  [commonRows, `update employees set manager_id = null where ${hiddenManager}`],
  [...wideResources, keyless],
)
let world: World
let visible: ReadonlySet<string>

beforeAll(async () => {
  world = await readWorld(twins.model, twins.pair, 3)
  const rows = await twins.pair[0].rows(`select id from employees where ${mine}`)
  visible = new Set(rows.map(({ id }) => id))
})

const resource = twins.model.resources.find(({ key }) => key === keyless.data.key)!
const operations = resource.operations.filter(({ writes, supported }) => supported && !writes)

describe('a manager outside the row access', () => {
  test('some visible employees have a hidden manager', async () => {
    const [first, second] = await Promise.all(
      twins.pair.map(({ rows }) =>
        rows(`select count(*)::int from employees where ${hiddenManager}`),
      ),
    )
    expect(first![0].count).toBeGreaterThan(5)
    expect(second![0].count).toBe(0)
  })

  for (const operation of operations) {
    test(`${operation.id} responds as if there were no manager`, async () => {
      const context: OperationContext = { resource, operation, world, unique: () => 0 }
      const requests = generators[operation.name](context)
      for (const request of requests.slice(0, leakRequests)) {
        const answers = await Promise.all(twins.pair.map((twin) => twin.send(request, 'leader')))
        const [first, second] = answers.map(shown)
        expect(first, JSON.stringify(request)).toEqual(second)
      }
    })
  }

  test('a group-by shows the key of a hidden manager, which visible rows contain, but no label', async () => {
    const body = { filter: {}, field: 'manager' }
    const request: TestRequest = { method: 'POST', url: '/api/wide/employees/stats/group-by', body }
    const { buckets } = (await twins.pair[0].send(request, 'leader')).json().data
    for (const { key, label } of buckets) {
      if (key === null || visible.has(String(key))) continue
      expect(label).toBe(String(key))
    }
  })
})
