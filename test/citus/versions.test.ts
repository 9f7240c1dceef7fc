/** Dataset versions on a cluster: those of a tenant, which see writes of every program. */
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { foldShared } from '../../src/database/engines/citus/dataset-versions.js'
import { hasCluster } from '../support/cluster.js'
import { type TenantCaller, useBureau } from '../tenants/bureau.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

const api = '/api/bureau'
const versionOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
  answer.headers['x-data-version']

describe.runIf(hasCluster)('versions on a cluster', () => {
  const bureau = useBureau({ open: bureauOnCluster })
  const opened: pg.Client[] = []
  afterAll(() => Promise.all(opened.map((client) => client.end())))

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(bureau.database.connection)
    opened.push(client)
    await client.connect()
    return client
  }
  const read = (
    path: string,
    caller: TenantCaller = 'aurora',
    headers: Record<string, string> = {},
  ) => bureau.send({ method: 'GET', url: `${api}${path}`, headers }, caller)
  const versions = async () => {
    const of = async (path: string, caller?: TenantCaller) => versionOf(await read(path, caller))
    return {
      employees: await of('/employees/1'),
      payslips: await of('/payslips/1'),
      skills: await of('/skills/1'),
      currencies: await of('/currencies/all'),
      other: await of('/employees/1', 'borealis'),
    }
  }
  /** The resources whose version differs afterwards. */
  const changedBy = async (...statements: readonly string[]) => {
    const before = await versions()
    for (const statement of statements) await bureau.rows(statement)
    const after = await versions()
    return Object.keys(before).filter(
      (name) => before[name as keyof typeof before] !== after[name as keyof typeof after],
    )
  }
  const ofAurora = "where tenant_id = 'aurora'"

  test.each([
    [
      'an update',
      [`update skills set name = name ${ofAurora} and id = 5`],
      ['employees', 'skills'],
    ],
    ['an update of no row', [`update skills set name = name ${ofAurora} and id = 77`], []],
    [
      'an insert of many rows',
      [
        "insert into skills (tenant_id, code, name) select 'aurora', 'N' || i, 'N' from generate_series(1, 3) as i",
      ],
      ['employees', 'skills'],
    ],
    [
      'rows that are copied',
      [
        "copy skills (tenant_id, code, name) from program 'echo aurora,COPIED,Copied' with (format csv)",
      ],
      ['employees', 'skills'],
    ],
    [
      'a delete that removes rows of another table',
      [
        `delete from payslips ${ofAurora} and employee_id = 20`,
        `delete from employees ${ofAurora} and id = 20`,
      ],
      ['employees', 'payslips'],
    ],
    [
      'an update of all tenants',
      ['update payslips set note = note'],
      ['employees', 'payslips', 'other'],
    ],
    [
      'an update of shared rows',
      ["update currencies set name = name where code = 'EUR'"],
      ['employees', 'payslips', 'currencies', 'other'],
    ],
    ['a rollback', ['begin', `update skills set name = name ${ofAurora}`, 'rollback'], []],
    ['truncate', ['truncate employee_skills'], ['employees', 'other']],
  ] as const)('%s changes the versions of what it wrote', async (_, statements, expected) => {
    expect(await changedBy(...statements)).toEqual(expected)
  })

  test('a tag is current until the tenant writes', async () => {
    const first = await read('/skills/all')
    const { etag } = first.headers
    const again = () => read('/skills/all', 'aurora', { 'if-none-match': String(etag) })
    expect((await again()).statusCode).toBe(304)
    const body = { code: 'TAG', name: 'Tags' }
    const write = (caller: TenantCaller) =>
      bureau.send({ method: 'POST', url: `${api}/skills`, body }, caller)
    expect((await write('borealis')).statusCode).toBe(201)
    expect((await again()).statusCode).toBe(304)
    expect((await write('aurora')).statusCode).toBe(201)
    expect((await again()).statusCode).toBe(200)
  })

  test('putting changes of shared tables together keeps the version', async () => {
    const changes = 'corollary.shared_dataset_change'
    await bureau.rows(
      `insert into ${changes} select 'public.currencies', i, now() - interval '2 hours' from generate_series(1, 99) as i`,
    )
    const before = await versions()
    await foldShared({ query: ({ text }) => bureau.rows(text) }, 'corollary')
    expect(await versions()).toEqual(before)
    const [row] = await bureau.rows(`select count(*)::int as count from ${changes}`)
    expect(row!['count']).toBeLessThan(50)
  })

  test('a tenant that gets a shard of its own keeps its versions', async () => {
    const before = await versions()
    await bureau.rows(
      "select isolate_tenant_to_new_shard('payslips', 'borealis', 'CASCADE', shard_transfer_mode => 'block_writes')",
    )
    expect(await versions()).toEqual(before)
    const ofBorealis = "where tenant_id = 'borealis' and id = 1"
    expect(await changedBy(`update payslips set note = note ${ofBorealis}`)).toEqual(['other'])
    expect(await changedBy(`update payslips set note = note ${ofAurora}`)).not.toContain('other')
  })

  /** Each writes two rows in a transaction, which it may undo. */
  const writeRows = async (writer: number): Promise<void> => {
    const client = await connect()
    for (let turn = 1; turn <= 40; turn++) {
      await client.query('begin')
      for (const id of [writer, writer + 10])
        await client.query(`update employees set full_name = $1 ${ofAurora} and id = $2`, [
          `${turn}`,
          id,
        ])
      await client.query(turn % 4 === 0 ? 'rollback' : 'commit')
    }
  }

  test('equal versions mean equal rows, while several programs write', async () => {
    let isWriting = true
    const seen = new Map<unknown, Set<string>>()
    const readRows = async () => {
      const url = `${api}/employees/filter?size=100`
      const answer = await bureau.send({ method: 'POST', url, body: {} }, 'aurora')
      expect(answer.statusCode, answer.body).toBe(200)
      const { content } = answer.json().data
      const bodies = seen.get(versionOf(answer)) ?? new Set()
      seen.set(versionOf(answer), bodies.add(JSON.stringify(content)))
      return content as readonly { readonly fullName: string }[]
    }
    const readers = [1, 2, 3].map(async () => {
      while (isWriting) await readRows()
    })
    await Promise.all([1, 2, 3, 4].map(writeRows))
    isWriting = false
    await Promise.all(readers)
    expect(seen.size).toBeGreaterThan(1)
    for (const bodies of seen.values()) expect(bodies.size).toBe(1)
    const last = await readRows()
    expect(last.filter(({ fullName }) => fullName === '39')).toHaveLength(8)
  })
})
