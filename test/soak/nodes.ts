/** Services in processes of their own, on one database. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestConnection } from 'corollary/testing'
import { writeRunnable } from '../../tools/runnable.js'
import type { MemoryUse } from './host/people-node.js'

export interface SoakNode {
  readonly url: string
  memory(): Promise<MemoryUse>
  close(): Promise<void>
}

export interface SoakNodes {
  readonly nodes: readonly SoakNode[]
  close(): Promise<void>
}

/** Per process: small, so that a connection that is not returned is noticed soon. */
export const poolSizes = { requests: 6, streams: 2, readiness: 1 } as const

/** A process that says nothing for so long hangs. */
const patienceMs = 60_000

const startNode = async (file: string, environment: NodeJS.ProcessEnv): Promise<SoakNode> => {
  const child = fork(file, {
    env: environment,
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const next = async <T>(): Promise<T> => {
    const signal = AbortSignal.timeout(patienceMs)
    const [message] = await once(child, 'message', { signal })
    return message as T
  }
  const { url } = await next<{ url: string }>()
  return {
    url,
    memory: async () => {
      const answer = next<MemoryUse>()
      child.send('memory')
      return answer
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

export const startNodes = async (
  count: number,
  { host, port, user, password, database }: TestConnection,
): Promise<SoakNodes> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-soak-'))
  await writeRunnable(folder, { folders: ['examples', 'test/soak/host'] })
  const parameters = new URLSearchParams({ host, port: String(port), user, password })
  const environment = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATABASE_URL: `postgresql:///${database}?${parameters}`,
    PLATFORM_HTTP_PORT: '0',
    PLATFORM_LOG_LEVEL: 'silent',
    PLATFORM_DATABASE_POOL_SIZE: String(poolSizes.requests),
    PLATFORM_DATABASE_STREAM_POOL_SIZE: String(poolSizes.streams),
  }
  const nodes: SoakNode[] = []
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.close()))
    await rm(folder, { recursive: true })
  }
  try {
    const file = join(folder, 'test/soak/host/people-node.js')
    // One after another: the first one creates the tables.
    for (let index = 0; index < count; index++) nodes.push(await startNode(file, environment))
    return { nodes, close }
  } catch (error) {
    await close()
    throw error
  }
}
