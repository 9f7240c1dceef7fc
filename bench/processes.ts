/** Starts and ends the processes that are measured. */
import { type ChildProcess, fork } from 'node:child_process'
import type { BenchServer, Connection, FromServer, StartMessage, ToServer } from './messages.js'
import type { OwnTimes } from './own-time-watch.js'

export interface Child extends BenchServer {
  readonly pid: number
  /** The times since the last call, of a server that measures them. */
  readonly ownTimes: () => Promise<OwnTimes>
}

export interface ChildOptions {
  readonly name: string
  readonly file: string
  readonly start: Omit<StartMessage, 'type'>
  /** Program of another Node.js than that of the benchmark. */
  readonly node?: string | undefined
  /** Folder of CPU profiles. Undefined if none are written. */
  readonly profiles?: string | undefined
  readonly tell: (text: string) => void
}

/** Forks a server, which reports its address. */
export const startChild = ({
  name,
  file,
  start,
  node,
  profiles,
  tell,
}: ChildOptions): Promise<Child> =>
  new Promise((resolve, reject) => {
    const child = fork(file, [], {
      env: { ...process.env, GRAPHILE_ENV: 'production' },
      ...(node === undefined ? {} : { execPath: node }),
      // The package as users run it: built, without a loader.
      execArgv: profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}/${name}`] : [],
    })
    const close = closeOnce(child)
    const ownTimes = (): Promise<OwnTimes> =>
      new Promise((done) => {
        const onMessage = (message: FromServer): void => {
          if (message.type !== 'own-times') return
          child.off('message', onMessage)
          done(message.times)
        }
        child.on('message', onMessage)
        child.send({ type: 'own-times' } satisfies ToServer)
      })
    child.on('message', (message: FromServer) => {
      if (message.type === 'progress') tell(message.text)
      if (message.type === 'ready') {
        const { url, connection } = message
        resolve({ url, pid: child.pid!, close, ownTimes, ...withConnection(connection) })
      }
      if (message.type === 'failed') {
        // The reason is reported first, because the end of the process is an error of its own.
        reject(new Error(`${name} did not start: ${message.reason}`))
        void close()
      }
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}.`)))
    child.send({ type: 'start', ...start } satisfies ToServer)
  })

const withConnection = (connection: Connection | undefined) => (connection ? { connection } : {})

const closeOnce = (child: ChildProcess) => {
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  return async (): Promise<void> => {
    if (child.connected) child.send({ type: 'stop' } satisfies ToServer)
    await exited
  }
}
