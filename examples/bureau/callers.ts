/** Callers to act as while authentication is off: each is one of a tenant. */
import type { DevelopmentCaller } from 'corollary'

const everything = ['payroll:release', 'payroll:audit']

export const callers: readonly DevelopmentCaller[] = [
  {
    id: 'aurora-payroll',
    title: 'Payroll of Aurora',
    description: 'Releases the payslips of the employees of Aurora, and sees their history.',
    tenant: 'aurora',
    authorities: everything,
  },
  {
    id: 'borealis-payroll',
    title: 'Payroll of Borealis',
    description: 'The same for Borealis, whose records have the same ids.',
    tenant: 'borealis',
    authorities: everything,
  },
  {
    id: 'borealis-clerk',
    title: 'Clerk of Borealis',
    description: 'Prepares payslips, and releases none.',
    tenant: 'borealis',
    authorities: [],
  },
  {
    id: 'operator',
    title: 'Operator of the bureau',
    description: 'Has no tenant, and acts in the one that the header X-Tenant names.',
    authorities: [...everything, 'bureau:operate'],
  },
]
