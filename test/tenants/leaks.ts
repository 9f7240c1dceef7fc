/** No response to a caller of one tenant depends on the rows of another one. */
import { describeMatrix } from '../access/leaks/twin-matrix.js'
import type { Twin } from '../access/leaks/twins.js'
import { type OpenDatabase, type TenantCaller, tenantTables, useTenantTwins } from './bureau.js'

const isMine = "tenant_id = 'aurora'"

/** A checksum of the rows of other tenants, of each table. */
const otherTenants = ({ rows }: Twin): Promise<unknown> => {
  const digests = tenantTables.map(
    (table) => `(select md5(string_agg(t::text, '|' order by t::text))
      from ${table} t where not ${isMine}) as ${table}`,
  )
  return rows(`select ${digests.join(', ')}`)
}

export const describeTenantLeaks = (
  name: string,
  open?: OpenDatabase,
  settings?: Readonly<Record<string, unknown>>,
): void =>
  describeMatrix<TenantCaller>(name, {
    twins: useTenantTwins(open, settings),
    caller: 'aurora',
    other: 'borealis',
    visible: { employees: isMine, payslips: isMine, departments: isMine, skills: isMine },
    isGuarded: ({ tenant }) => tenant !== undefined,
    hiddenDigest: otherTenants,
    prepare: () => `update payslips set state = 'DRAFT' where ${isMine}`,
  })
