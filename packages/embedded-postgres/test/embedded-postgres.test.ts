import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { prepareBinaries } from '../src/binaries.js'
import { planServer } from '../src/embedded-postgres.js'
import { defaultDataFolder, type EmbeddedPostgres, EmbeddedPostgresError } from '../src/index.js'
import { stopServer } from '../src/server.js'
import {
  endEverything,
  endPool,
  isReadableToAll,
  isRoot,
  isRunning,
  newDataFolder,
  ordinaryUser,
  query,
  serverPid,
  spawnNode,
  startNode,
  temporaryFolder,
  usedDataFolder,
} from './nodes.js'

/** The shares of a server that its nodes hold. */
const sharesOf = (server: EmbeddedPostgres) =>
  query(
    server,
    `select count(*)::int as shares from pg_locks
     where locktype = 'advisory' and mode = 'ShareLock' and granted`,
  )

afterEach(endEverything)

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('it starts in an empty folder, and close ends its process', async () => {
    const dataFolder = await newDataFolder()
    const reports: string[] = []
    const server = await startNode({ dataFolder, report: (line) => reports.push(line) })
    const pid = await serverPid(dataFolder)

    expect(server).toMatchObject({ version: expect.stringMatching(/^18\.\d+$/), adopted: false })
    expect(reports.join('\n')).toMatch(/Creating a database cluster .*\nStarting PostgreSQL 18/)
    const [facts] = await query(
      server,
      `select current_database() as database, pg_encoding_to_char(encoding) as encoding,
              datlocprovider as provider, datlocale as locale, upper('straßé') as upper,
              current_setting('listen_addresses') as tcp, current_setting('timezone') as zone,
              current_setting('jit') as jit, current_setting('fsync') as fsync
         from pg_database where datname = current_database()`,
    )
    expect(facts).toEqual({
      ...{ database: 'corollary', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' },
      ...{ upper: 'STRAßÉ', tcp: '', zone: 'UTC', jit: 'off', fsync: 'off' },
    })

    await Promise.all([server.close(), server.close()])
    await server.close()
    expect(await isRunning(pid)).toBe(false)
    await expect(stat(server.connection.host)).rejects.toThrow('ENOENT')
  })

  test('a second start keeps the data and creates nothing', async () => {
    const dataFolder = await usedDataFolder()
    const first = await startNode({ dataFolder, disposable: false })
    await query(first, `create table note as select 'kept' as body`)
    await first.close()

    const reports: string[] = []
    const report = (line: string) => reports.push(line)
    const second = await startNode({ dataFolder, disposable: false, report })
    expect(reports).toEqual([expect.stringMatching(/^Starting PostgreSQL 18/)])
    expect(second.adopted).toBe(false)
    expect(await query(second, 'select body from note')).toEqual([{ body: 'kept' }])
    expect(await query(second, 'show fsync')).toEqual([{ fsync: 'on' }])
  })

  test('nodes of one folder have separate databases, and a new one is reported', async () => {
    const dataFolder = await usedDataFolder()
    const first = await startNode({ dataFolder })
    await query(first, `create table note as select 'of the first' as body`)
    const reports: string[] = []
    const report = (line: string) => reports.push(line)
    const second = await startNode({ dataFolder, database: 'second', report })
    await query(second, `create table note as select 'of the second' as body`)
    expect(second.connection.database).toBe('second')
    expect(await query(first, 'select body from note')).toEqual([{ body: 'of the first' }])
    expect(reports).toContain(`Created the database 'second'; unchanged beside it: 'corollary'`)

    await second.close()
    expect(await query(first, 'select body from note')).toEqual([{ body: 'of the first' }])
    reports.length = 0
    const again = await startNode({ dataFolder, database: 'second', report })
    expect(await query(again, 'select body from note')).toEqual([{ body: 'of the second' }])
    expect(reports.join()).not.toContain('database')
  })

  test('the server of a killed node is taken over, with all committed data', async () => {
    const dataFolder = await usedDataFolder()
    const node = spawnNode(dataFolder)
    await node.nextLine()
    const pid = await serverPid(dataFolder)
    await node.kill()
    expect(await isRunning(pid)).toBe(true)

    const server = await startNode({ dataFolder })
    expect(server.adopted).toBe(true)
    expect(await serverPid(dataFolder)).toBe(pid)
    expect(await query(server, 'select body from note')).toEqual([{ body: 'acknowledged' }])
    await server.close()
    expect(await isRunning(pid)).toBe(false)
  })

  test('Ctrl-C in the terminal ends the node and not the server', async () => {
    const dataFolder = await usedDataFolder()
    // A separate process group represents the terminal's group, which receives the signal as a
    // whole.
    const node = spawnNode(dataFolder, ['--disposable'], { detached: true })
    await node.nextLine()
    const pid = await serverPid(dataFolder)
    process.kill(-node.process.pid!, 'SIGINT')
    await node.ended()
    const next = await startNode({ dataFolder })
    expect([next.adopted, await serverPid(dataFolder)]).toEqual([true, pid])
  })

  test('a node killed in the middle of initdb leaves nothing that is used later', async () => {
    const dataFolder = await newDataFolder()
    const node = spawnNode(dataFolder, ['--report'])
    while (!(await node.nextLine()).startsWith('Creating')) {}
    const unfinished = async () =>
      (await readdir(dataFolder)).filter((name) => name.startsWith('cluster.new'))
    while ((await unfinished()).length === 0) await sleep(5)
    await node.kill()
    expect(await unfinished()).toHaveLength(1)
    const left = await readdir(dataFolder)
    expect(left).not.toContain('cluster')

    const server = await startNode({ dataFolder })
    expect(server.adopted).toBe(false)
    const entries = (await readdir(dataFolder)).sort()
    expect(entries).toEqual(['.gitignore', 'cluster', 'lock', 'password', 'server.log'])
  })

  test('a killed server (stale postmaster.pid, as after a power cut) starts again', async () => {
    const dataFolder = await usedDataFolder()
    const first = await startNode({ dataFolder, disposable: false })
    await query(first, `create table note as select 'kept' as body`)
    process.kill((await serverPid(dataFolder))!, 'SIGKILL')

    const second = await startNode({ dataFolder, disposable: false })
    expect(await query(second, 'select body from note')).toEqual([{ body: 'kept' }])
  })

  test('a server that was killed, with its postmaster.pid left, counts as stopped', async () => {
    const dataFolder = await usedDataFolder()
    const node = spawnNode(dataFolder)
    await node.nextLine()
    const pid = await serverPid(dataFolder)
    await node.kill()
    process.kill(pid!, 'SIGKILL')
    while (await isRunning(pid)) await sleep(5)
    expect(await serverPid(dataFolder)).toBe(pid)

    await stopServer(await planServer(await prepareBinaries(() => {}), { dataFolder }))
  })

  test('a node whose server was killed starts it again, and stops it in the end', async () => {
    const dataFolder = await usedDataFolder()
    const nodes = [
      await startNode({ dataFolder, disposable: false }),
      await startNode({ dataFolder, disposable: false }),
    ]
    await query(nodes[0]!, `create table note as select 'kept' as body`)
    for (let round = 0; round < 2; round++) {
      const killed = (await serverPid(dataFolder))!
      process.kill(killed, 'SIGKILL')
      const read = () => query(nodes[1]!, 'select body from note').catch(() => undefined)
      await expect
        .poll(async () => (await serverPid(dataFolder)) !== killed && read(), { timeout: 40_000 })
        .toEqual([{ body: 'kept' }])
    }
    // Each node holds its share again: the first close leaves the server running.
    await expect.poll(() => sharesOf(nodes[1]!)).toEqual([{ shares: 2 }])
    const pid = await serverPid(dataFolder)
    await nodes[0]!.close()
    expect(await isRunning(pid)).toBe(true)
    await nodes[1]!.close()
    expect(await isRunning(pid)).toBe(false)
  })

  test.each([
    ['another password', undefined, /password authentication failed/],
    ['the same password and another system identifier', 'ours', /another system identifier/],
  ])('a server with %s is not taken over', async (_, samePassword, reason) => {
    const [ours, theirs] = [await usedDataFolder(), await newDataFolder()]
    const ourNode = await startNode({ dataFolder: ours })
    const other = await startNode({ dataFolder: theirs })
    const { host, password } = ourNode.connection
    if (samePassword) await query(other, `alter role corollary password '${password}'`)
    const { mode, uid, gid } = await stat(host)
    expect(mode & 0o777).toBe(0o700)
    await Promise.all([ourNode.close(), other.close()])

    const cluster = join(theirs, 'cluster')
    const [program = ''] = (await readFile(join(cluster, 'postmaster.opts'), 'utf8')).split(' ')
    await mkdir(host, { mode: 0o700 })
    const args = ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${host}`]
    const options = { ...(isRoot && { uid, gid }), cwd: '/', stdio: 'ignore' as const }
    if (isRoot) await chown(host, uid, gid)
    const foreign = spawn(program, args, options)
    while (!(await readdir(host)).includes('.s.PGSQL.5432')) await sleep(20)
    try {
      await expect(startNode({ dataFolder: ours })).rejects.toThrow(reason)
      expect(foreign.exitCode).toBeNull()
    } finally {
      foreign.kill('SIGINT')
      await once(foreign, 'exit')
    }
    expect((await startNode({ dataFolder: ours })).adopted).toBe(false)
  })

  test('of two nodes the first close leaves the server running, the last one stops it', async () => {
    const dataFolder = await usedDataFolder()
    const first = await startNode({ dataFolder })
    const second = spawnNode(dataFolder, ['--disposable'])
    expect(JSON.parse(await second.nextLine())).toMatchObject({ adopted: true })
    const third = await startNode({ dataFolder })
    const pid = await serverPid(dataFolder)

    await first.close()
    expect(await isRunning(pid)).toBe(true)
    // A killed node does not use the server, even though it did not release it.
    await second.kill()
    expect(await query(third, 'select body from note')).toEqual([{ body: 'acknowledged' }])
    await third.close()
    expect(await isRunning(pid)).toBe(false)
  })

  test('a node whose connection was closed uses the server again', async () => {
    const dataFolder = await usedDataFolder()
    const [first, second] = [await startNode({ dataFolder }), await startNode({ dataFolder })]
    const pid = await serverPid(dataFolder)
    await query(
      first,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
                         where application_name = 'corollary embedded'`,
    )
    await expect.poll(() => sharesOf(second)).toEqual([{ shares: 2 }])
    await first.close()
    expect(await isRunning(pid)).toBe(true)
    await second.close()
    expect(await isRunning(pid)).toBe(false)
  })

  test('concurrent starts in one empty folder create one server', async () => {
    const dataFolder = await newDataFolder()
    const other = spawnNode(dataFolder, ['--disposable'])
    const [line, ...ourNodes] = await Promise.all([
      other.nextLine(),
      startNode({ dataFolder }),
      startNode({ dataFolder }),
    ])
    const adopted = [JSON.parse(line).adopted, ...ourNodes.map((server) => server.adopted)]
    expect(adopted.filter((value) => value === false)).toHaveLength(1)
    for (const server of ourNodes)
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a server left with fsync off is not used for durable data', async () => {
    const dataFolder = await usedDataFolder()
    const node = spawnNode(dataFolder, ['--disposable'])
    await node.nextLine()
    const inUse = startNode({ dataFolder, disposable: false })
    await expect(inUse).rejects.toThrow(/Another process uses .* throw-away/s)
    await node.kill()
    const server = await startNode({ dataFolder, disposable: false })
    expect(server.adopted).toBe(false)
    expect(await query(server, 'show fsync')).toEqual([{ fsync: 'on' }])
  })

  test('it listens on 127.0.0.1 when configured; a port in use is named', async () => {
    const dataFolder = await usedDataFolder()
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port: tcpPort } = blocker.address() as AddressInfo
    await expect(startNode({ dataFolder, tcpPort })).rejects.toThrow(/listens on this TCP port/)
    blocker.close()
    await once(blocker, 'close')

    const server = await startNode({ dataFolder, tcpPort })
    const { user, password, database } = server.connection
    const tcp = new Pool({ host: '127.0.0.1', port: tcpPort, user, password, database })
    expect((await tcp.query('show listen_addresses')).rows).toEqual([
      { listen_addresses: '127.0.0.1' },
    ])
    await endPool(tcp)
  })

  test('another major version is refused, with instructions to move the data', async () => {
    const dataFolder = await usedDataFolder()
    await (await startNode({ dataFolder })).close()
    await writeFile(join(dataFolder, 'cluster', 'PG_VERSION'), '17\n')
    const start = startNode({ dataFolder })
    await expect(start).rejects.toBeInstanceOf(EmbeddedPostgresError)
    await expect(start).rejects.toThrow(/PostgreSQL 17.*Dump and restore.*DATABASE_URL/s)
  })

  test('the password is in one 0600 file only: not in argv, environment, log or output', async () => {
    const dataFolder = await usedDataFolder()
    const server = await startNode({ dataFolder })
    const { password } = server.connection
    const file = join(dataFolder, 'password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toBe(password)

    const processes = spawn('ps', ['axeww', '-o', 'args'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const shown = (await processes.stdout.toArray()).join('')
    expect(shown).toContain(join(dataFolder, 'cluster'))
    expect(shown).not.toContain(password)
    expect(await readFile(join(dataFolder, 'server.log'), 'utf8')).not.toContain(password)
    expect(JSON.stringify(server)).not.toContain(password)
    // A pool that is given the object still finds it.
    const pool = new Pool(server.connection)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await endPool(pool)
  })

  test('a path through a file is refused with the folder and the remedy', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), '')
    const start = startNode({ dataFolder: join(folder, 'file', 'data') })
    await expect(start).rejects.toBeInstanceOf(EmbeddedPostgresError)
    await expect(start).rejects.toThrow(/data folder .*file.*DATABASE_URL/s)
  })

  test('a missing password file is named', async () => {
    const dataFolder = await usedDataFolder()
    await (await startNode({ dataFolder })).close()
    await rm(join(dataFolder, 'password'))
    await expect(startNode({ dataFolder })).rejects.toThrow(
      /password .* is missing: .*Put the file/s,
    )
  })

  test.runIf(isRoot)(
    'as root, a system user runs it, and an inaccessible folder is named',
    async () => {
      const dataFolder = await usedDataFolder()
      await startNode({ dataFolder })
      expect((await stat(`/proc/${await serverPid(dataFolder)}`)).uid).not.toBe(0)
      expect((await stat(join(dataFolder, 'password'))).uid).toBe(0)
      expect(defaultDataFolder('/root/people')).toMatch(/^\/var\/lib\/corollary\/people-[0-9a-f]+$/)

      const closed = await temporaryFolder()
      await chmod(closed, 0o700)
      const start = startNode({ dataFolder: join(closed, 'data') })
      await expect(start).rejects.toThrow(`chmod o+x ${closed}`)
    },
  )

  // Needs root to change the user; run by an ordinary user, every other test covers this.
  test.runIf(isRoot)(
    'as an ordinary user, it has its own cache, which two starts can fill concurrently',
    async (context) => {
      const packages = dirname(fileURLToPath(import.meta.resolve('pg/package.json')))
      if (!(await isReadableToAll(packages))) {
        context.skip(`An ordinary user may not read ${packages}.`)
      }
      const home = await temporaryFolder(ordinaryUser)
      const options = { ...ordinaryUser, env: { ...process.env, HOME: home, XDG_CACHE_HOME: '' } }
      const folders = [join(home, 'data'), join(home, 'other')]
      const nodes = folders.map((folder) =>
        spawnNode(folder, ['--report', '--close', '--disposable'], options),
      )
      const firstLines: string[] = []
      for (const node of nodes) {
        let line = await node.nextLine()
        firstLines.push(line)
        while (!line.startsWith('{')) line = await node.nextLine()
        expect(JSON.parse(line)).toMatchObject({
          uid: ordinaryUser.uid,
          host: expect.stringMatching(/^\/tmp\/corollary-65534\/[0-9a-f]{12}$/),
        })
        expect(await node.ended()).toBe(0)
      }
      // On a busy machine, one may find what the other has unpacked.
      expect(firstLines).toContain('Unpacking PostgreSQL 18.4')
      expect(await readdir(join(home, '.cache', 'corollary'))).toHaveLength(1)
      expect((await stat(join(home, 'data'))).mode & 0o777).toBe(0o700)
    },
  )
})
