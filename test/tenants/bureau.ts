/**
 * The sample bureau on two databases that differ only in the rows of other tenants: any difference
 * that a caller of one tenant can observe is a leak. All tenants have the same ids.
 */
import type { Resource } from 'corollary'
import type { TestCaller, TestStatement } from 'corollary/testing'
import { expect } from 'vitest'
import { addTenants, createTables } from '../../examples/bureau/database/seed.js'
import {
  currencies,
  departments,
  employees,
  payslips,
  skills,
} from '../../examples/bureau/resources.js'
import { openTwin, type Twin, type Twins, usePair, useTwin } from '../access/leaks/twins.js'
import { type FreshDatabase, platformDatabase } from '../support/database.js'

const authorities = ['payroll:release', 'payroll:audit']

export const callers = {
  aurora: { id: 'ann', tenant: 'aurora', authorities },
  borealis: { id: 'bob', tenant: 'borealis', authorities },
  /** The same name as a caller of another tenant. */
  twin: { id: 'ann', tenant: 'borealis', authorities },
  /** No rows are of this tenant. */
  newcomer: { id: 'new', tenant: 'newcomer', authorities },
  homeless: { authorities },
  operator: { authorities: [...authorities, 'bureau:operate'] },
} satisfies Readonly<Record<string, TestCaller>>
export type TenantCaller = keyof typeof callers

export const resources: readonly Resource[] = [employees, payslips, departments, skills, currencies]

const employeesPerTenant = 20

/** A marker that every text of the other tenants contains. */
export const canary = 'anarie'

/** Other values, fewer rows and further ones, whose ids occur nowhere else. */
const otherRows = `
  delete from payslips where tenant_id = 'borealis' and id % 3 = 0;
  delete from payslips where tenant_id = 'cielo';
  delete from employee_skills where tenant_id = 'cielo' or (tenant_id = 'borealis' and employee_id % 2 = 0);
  delete from employees where tenant_id = 'cielo';
  update departments set name = 'Kanarie ' || id, code = 'KANARIE-' || id where tenant_id = 'borealis';
  update skills set name = 'Kanarie ' || id, code = 'KANARIE-' || id where tenant_id = 'borealis';
  update employees set full_name = 'Kanarie ' || id, code = 'KANARIE-' || id, manager_id = null,
    email = 'kanarie.' || id || '@canary.example', salary = 700000 + id, hired_on = date '1961-01-01' + id::integer,
    department_id = 1 + id % 2, currency_code = 'USD', version = version + 7
  where tenant_id = 'borealis';
  update payslips set gross = 8000000 + id, net = 7000000 + id, note = 'Kanarie ' || id, version = version + 7,
    period = period - 20000, state = case when id % 2 = 0 then 'DRAFT' else 'RELEASED' end, currency_code = 'USD'
  where tenant_id = 'borealis';
  insert into departments (tenant_id, id, code, name) values ('borealis', 900001, 'KANARIE', 'Kanarie');
  insert into skills (tenant_id, id, code, name) values ('borealis', 900001, 'KANARIE', 'Kanarie');
  insert into employees (tenant_id, id, code, full_name, email, salary, hired_on, department_id, currency_code)
  select 'borealis', i, 'KANARIE-' || i, 'Kanarie ' || i, 'kanarie.' || i || '@canary.example', 900000, '1960-01-01', 900001, 'CHF'
  from generate_series(900001, 900020) i;
  insert into employee_skills select 'borealis', i, 900001 from generate_series(900001, 900020) i;
  insert into payslips (tenant_id, id, employee_id, currency_code, period, gross, net, note)
  select 'borealis', i, i, 'CHF', '1960-01-01', 9000000, 9000000, 'Kanarie' from generate_series(900001, 900020) i;
`

/** Tables with rows of tenants. */
export const tenantTables = ['departments', 'skills', 'employees', 'employee_skills', 'payslips']

const usual = {
  'platform.cursor.secret': 'k'.repeat(43),
  'platform.database.lock-timeout-ms': 500,
  'platform.auth.any-tenant-authority': 'bureau:operate',
  'platform.mcp.enabled': true,
}

/** Opens a database with the tables of the bureau. */
export type OpenDatabase = () => Promise<FreshDatabase>

export const openTables: OpenDatabase = async () => {
  const database = await platformDatabase()
  await createTables(database.client)
  return database
}

export interface BureauOptions {
  /** Of each tenant. */
  readonly employees?: number
  /** SQL that changes the rows of the sample. */
  readonly changes?: string
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Default: the variables of the process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Default: one on the server of the tests. */
  readonly open?: OpenDatabase | undefined
  readonly onStatement?: (statement: TestStatement) => void
}

export const startBureau = async ({
  employees: perTenant = employeesPerTenant,
  changes,
  settings,
  environment,
  open = openTables,
  onStatement,
}: BureauOptions = {}): Promise<Twin> => {
  const database = await open()
  await addTenants(database.client, ['aurora', 'borealis', 'cielo'], perTenant)
  if (changes !== undefined) await database.client.query(changes)
  return openTwin(database, {
    ...{ resources, callers, settings: { ...usual, ...settings } },
    ...(environment ? { environment } : {}),
    ...(onStatement ? { onStatement } : {}),
  })
}

export interface Bureau extends Twin {
  /** Statements that requests have run. */
  readonly statements: readonly TestStatement[]
}

export const useBureau = (options: BureauOptions = {}): Bureau => {
  const statements: TestStatement[] = []
  const twin = useTwin(async () => {
    const onStatement = (statement: TestStatement) => statements.push(statement)
    const running = await startBureau({ ...options, onStatement })
    statements.length = 0
    return running
  })
  return Object.assign(twin, { statements })
}

/** Writes of another tenant, whose changes are recorded for ids that the caller has too. */
const writeElsewhere = async ({ send }: Twin): Promise<void> => {
  for (const id of [1, 2, 3]) {
    for (const [path, body] of [
      [`/api/bureau/employees/${id}/raise`, { salary: `${777_000 + id}.00` }],
      [`/api/bureau/employees/${id}/raise`, { salary: `${778_000 + id}.00` }],
    ] as const) {
      const answer = await send({ method: 'PATCH', url: path, body }, 'borealis')
      expect(answer.statusCode, answer.body).toBe(200)
    }
  }
}

export const useTenantTwins = (
  open?: OpenDatabase,
  settings?: Readonly<Record<string, unknown>>,
): Twins =>
  usePair(resources, async () => {
    const first = await startBureau({ open, settings })
    const second = await startBureau({ open, settings, changes: otherRows })
    await writeElsewhere(second)
    return [first, second]
  })
