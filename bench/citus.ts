/**
 * `CITUS_URL=… DATABASE_URL=… npm run bench:citus`: a cluster, whose coordinator the first variable
 * names, beside a server without Citus. All servers must be on this machine, and idle.
 */
import { parseArgs } from 'node:util'
import { buildPackage, buildServers } from './build.js'
import { measureLarge } from './citus/large.js'
import { measureLargeTenant } from './citus/large-tenant.js'
import { measureTenants } from './citus/tenants.js'
import { showProgress } from './progress.js'

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '1000' },
    employees: { type: 'string', default: '100' },
    rows: { type: 'string', default: '3000000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '4' },
    only: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
  },
})

if (!values['no-build']) {
  showProgress('Building')
  await buildPackage()
}
await buildServers()
const shards = [2, 4, 16]
const [rows, rounds] = [Number(values.rows), Number(values.rounds)]
const isMeasured = (name: string): boolean => values.only === undefined || values.only === name
if (isMeasured('tenants')) {
  await measureTenants({
    tenants: Number(values.tenants),
    employees: Number(values.employees),
    shards,
    rounds,
    durationMs: Number(values.seconds) * 1_000,
    connections: Number(values.connections),
  })
}
if (isMeasured('large')) await measureLarge({ rows, shards, requests: rounds })
if (isMeasured('large-tenant')) await measureLargeTenant({ rows, requests: rounds })
