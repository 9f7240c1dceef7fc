/**
 * Real nodes for tests: `corollary` in a separate process, with folders that are removed after the
 * test.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { isProcessAlive } from '../../packages/embedded-postgres/src/process-identity.js'
import { copyCluster } from '../support/copy-cluster.js'

export const packageFolder = inject('builtPackage')
export const appFile = (name: string): string => join(packageFolder, `test/server/apps/${name}.js`)
export const peopleApp = join(packageFolder, 'examples/people/app.js')

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** A folder that the embedded server's user can access. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-node-'))
  folders.add(folder)
  await chmod(folder, 0o711)
  return folder
}

/** A data folder of the embedded server, with an empty database. */
export const usedDataFolder = async (): Promise<string> => copyCluster(await temporaryFolder())

export interface Node {
  readonly process: ChildProcess
  /** All output so far. */
  output(): { readonly stdout: string; readonly stderr: string }
  /** Waits for a text on stdout; fails with the output if the node ends instead. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Waits for its end. */
  ended(): Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Less than the limit of a test, which would not print the output of the node. */
const patienceMs = 60_000

/**
 * Starts `corollary` in a folder, with a clean environment, so that variables of the machine do not
 * affect the test.
 */
export const startNode = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd = packageFolder,
): Node => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(packageFolder, 'src/cli.js'), ...args], {
    cwd,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const closed = once(child, 'close') as Promise<[number | null]>
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const output = () => ({ stdout, stderr })
  const ended = async (): Promise<Ended> => {
    const late = sleep(patienceMs, undefined, { ref: false })
    const code = await Promise.race([closed.then(([status]) => status), late])
    if (code === undefined) throw new Error(`The node does not end:\n${stdout}${stderr}`)
    return { code, ...output() }
  }
  const printed = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(10)) {
      const match = pattern.exec(stdout)
      if (match) return match
      if (child.exitCode !== null || child.signalCode !== null) break
    }
    throw new Error(`The node did not print ${pattern}:\n${stdout}${stderr}`)
  }
  return { process: child, output, printed, ended }
}

/** Runs a command that ends by itself. */
export const runNode = (
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Ended> => startNode(args, environment, cwd).ended()

/** The URL that a started node prints. */
export const addressOf = async (node: Node): Promise<string> =>
  (await node.printed(/is ready at (http:\/\/\S+) on [\s\S]*Press Ctrl-C to stop/))[1]!

export const post = async (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The pid of the embedded server of a data folder, while it runs. */
export const serverPid = async (dataFolder: string): Promise<number | undefined> => {
  const file = join(dataFolder, 'cluster', 'postmaster.pid')
  const [line] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(line)
  return pid > 0 && (await isProcessAlive(pid)) ? pid : undefined
}

/**
 * Ends everything that the tests of a file started, also after a failure: nodes, servers of killed
 * nodes, folders.
 */
export const endEverything = async (): Promise<void> => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) {
    const data = join(folder, 'data')
    const pid = await serverPid(data)
    if (pid !== undefined) process.kill(pid, 'SIGINT')
    while ((await serverPid(data)) !== undefined) await sleep(20)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  children.clear()
  folders.clear()
}
