/** No room is left: for the sort of an export, for a table, and for the log of the service. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { peopleApp } from '../server/nodes.js'
import { databaseUrl } from '../support/database.js'
import {
  employees,
  expectOutage,
  type FaultService,
  post,
  read,
  skills,
  startFaultService,
  until,
} from './fault-service.js'

let service: FaultService
beforeAll(async () => {
  service = await startFaultService()
})
afterAll(() => service.close())

const endSessions = async (): Promise<void> => {
  service.proxy.reset()
  await until(async () => service.proxy.open === 0)
}

/** Sets parameters of all later sessions of the service. */
const configure = async (parameters: Readonly<Record<string, string>>): Promise<void> => {
  const { client, connection } = service.database
  for (const [name, value] of Object.entries(parameters)) {
    await client.query(`alter database ${connection.database} set ${name} = ${value}`)
  }
  await endSessions()
}

const unconfigure = async (): Promise<void> => {
  const { client, connection } = service.database
  await client.query(`alter database ${connection.database} reset all`)
  await endSessions()
}

/** Larger than the memory of the sort: 60 000 rows. */
const addPayslips = () =>
  service.database.client.query(`
    insert into payslips (employee_id, department_id, period, gross, net)
    select e, 1, (date '1950-01-01' + n * interval '1 month')::date, n, e
    from generate_series(1, 300) e, generate_series(0, 199) n`)

const exportSorted = (format: string, members = {}) =>
  post(service, '/api/payroll/payslips/export', { format, sort: ['net,desc'], ...members })

const isAllowedToMount = async (folder: string): Promise<boolean> =>
  promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=0777', 'tmpfs', folder]).then(
    () => true,
    () => false,
  )

describe('an export that needs more temporary files than there is room', () => {
  beforeAll(addPayslips)

  test.each(['csv', 'json', 'xlsx'])('is 503 as %s, without a part of the file', async (format) => {
    await configure({ temp_file_limit: "'64kB'", work_mem: "'64kB'" })
    const answer = await exportSorted(format)
    expectOutage(answer, 503, 'SERVICE_UNAVAILABLE')
    expect(answer.headers['content-disposition']).toBeUndefined()
    // Other requests are served meanwhile.
    expect((await read(service)).statusCode).toBe(200)
    await unconfigure()
    expect((await exportSorted(format, { maxRows: 10 })).statusCode).toBe(200)
  })

  test('is 503 on a disk that is really full', async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'corollary-full-'))
    await chmod(folder, 0o777)
    const { client } = service.database
    try {
      if (!(await isAllowedToMount(folder))) skip('needs the right to mount a file system')
      // The server refuses a folder that belongs to somebody else.
      const { rows } = await client.query(
        "select setting from pg_settings where name = 'data_directory'",
      )
      await promisify(execFile)('chown', [`--reference=${rows[0].setting}`, folder])
      await client.query(`create tablespace small location '${folder}'`)
      await configure({ temp_tablespaces: 'small', work_mem: "'64kB'" })
      expectOutage(await exportSorted('csv'), 503, 'SERVICE_UNAVAILABLE')
      expect((await read(service)).statusCode).toBe(200)
    } finally {
      await unconfigure()
      await client.query('drop tablespace if exists small')
      await promisify(execFile)('umount', [folder]).catch(() => undefined)
      await rm(folder, { recursive: true })
    }
  })
})

test('a write that finds no room is 503, and nothing of it is kept', async () => {
  const { client } = service.database
  await client.query(`
    create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger no_room after insert on skills for each row execute function no_room()`)
  const body = { code: 'FULL', name: 'x', category: 'x' }
  expectOutage(await post(service, skills, body), 503, 'SERVICE_UNAVAILABLE')
  await client.query('drop trigger no_room on skills')
  const { rows } = await client.query(`select 1 from skills where code = 'FULL'`)
  expect(rows).toEqual([])
  expect((await post(service, skills, body)).statusCode).toBe(201)
})

/** Without a log, the service cannot say which port it chose. */
const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

test.runIf(process.platform === 'linux')(
  'a service whose log cannot be written serves requests, and stops on SIGTERM',
  async () => {
    const { PATH, HOME } = process.env
    const port = await freePort()
    const DATABASE_URL = databaseUrl(service.database.connection)
    const full = await open('/dev/full', 'w')
    const child = spawn(process.execPath, ['src/cli.js', 'start', '--app', peopleApp], {
      cwd: inject('builtPackage'),
      env: { PATH, HOME, DATABASE_URL, PLATFORM_HTTP_PORT: port },
      stdio: ['ignore', full.fd, 'inherit'],
    })
    const exited = once(child, 'exit')
    const statusOf = (): Promise<number> =>
      fetch(`http://127.0.0.1:${port}${skills}/1`).then(
        ({ status }) => status,
        () => 0,
      )
    try {
      await until(async () => child.exitCode !== null || (await statusOf()) === 200)
      const statuses = await Promise.all(Array.from({ length: 50 }, statusOf))
      expect(new Set(statuses)).toEqual(new Set([200]))
      child.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
      await exited
      await full.close()
    }
  },
)

test('requests are served after all of these', async () => {
  expect((await read(service, `${employees}/1`)).statusCode).toBe(200)
})
