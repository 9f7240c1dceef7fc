/** Cases that write. They leave the tables as they were. */
import type pg from 'pg'
import { base, type Case, type CaseContext, counted, post } from './case.js'

/** A new employee; code and email are unique. */
const employee = ({ server, run }: CaseContext, index: number) => {
  const code = `${run}${server.slice(0, 2)}${index.toString(36)}`
  return {
    code,
    fullName: `Bench ${index}`,
    email: `${code}@example.com`,
    salary: '7250.00',
    hiredOn: '2026-03-01',
    remote: true,
    departmentId: 1 + (index % 24),
    managerId: 1 + (index % 200),
  }
}

const removeCreated = async (client: pg.ClientBase, employees: number): Promise<void> => {
  for (const schema of ['public', 'plain']) {
    await client.query(`delete from ${schema}.employees where id > $1`, [employees])
    await client.query(`vacuum analyze ${schema}.employees`)
    // Indexes keep the space of deleted rows, which would make later cases and runs slower.
    await client.query(`reindex table ${schema}.employees`)
  }
  await client.query('delete from corollary.idempotency')
  await client.query('vacuum analyze corollary.idempotency')
}

const batchSize = 1_000

export const writeCases: readonly Case[] = [
  {
    id: 'h',
    name: 'create',
    servers: ['bare', 'service'],
    goals: { bare: 0.5 },
    status: 201,
    isUnique: true,
    requests: (context) => counted((index) => post(base, employee(context, index))),
    cleanUp: removeCreated,
  },
  {
    id: 'h-key',
    name: 'create, with version and idempotency key',
    servers: ['equal', 'secured'],
    goals: { equal: 0.8 },
    status: 201,
    isUnique: true,
    requests: (context) =>
      counted((index) => {
        const body = employee(context, index)
        return post(base, body, { ...context.everybody, 'Idempotency-Key': body.code })
      }),
    cleanUp: removeCreated,
  },
  ...[true, false].map(
    (isMinimal): Case => ({
      id: isMinimal ? 'h-batch-minimal' : 'h-batch',
      name: `create ${batchSize} in one request${isMinimal ? ', without the records' : ''}`,
      servers: ['bare', 'service'],
      goals: { bare: 0.8 },
      isUnique: true,
      // Connections are few, because each request writes much.
      connections: 2,
      requests: (context) => {
        const headers: Readonly<Record<string, string>> = isMinimal
          ? { Prefer: 'return=minimal' }
          : {}
        return counted((index) => {
          const items = Array.from({ length: batchSize }, (_, place) => ({
            operation: 'CREATE',
            data: employee(context, index * batchSize + place),
          }))
          return post(`${base}/batch`, { items }, headers)
        })
      },
      cleanUp: removeCreated,
    }),
  ),
]
