/** CPU time and memory of processes, from /proc; elsewhere than on Linux they are not measured. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Milliseconds of a clock tick: USER_HZ is 100 on every Linux that Node.js runs on. */
const tickMs = 10

interface Stat {
  readonly parent: number
  readonly ownMs: number
  /** Of children that have ended. */
  readonly endedMs: number
}

const readStat = (pid: number | string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const sum = (...at: number[]) => at.reduce((total, index) => total + fields[index]!, 0) * tickMs
    return { parent: fields[1]!, ownMs: sum(11, 12), endedMs: sum(13, 14) }
  } catch {
    return undefined
  }
}

/** The stats of processes that run, by id. */
const readAll = (): ReadonlyMap<number, Stat> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = readStat(name)
        return stat ? [[Number(name), stat] as const] : []
      }),
  )

/** The process and its children, such as workers, and theirs. */
const familyOf = (pid: number, stats: ReadonlyMap<number, Stat>): readonly number[] => {
  const children = [...stats].filter(([, { parent }]) => parent === pid)
  return [pid, ...children.flatMap(([child]) => familyOf(child, stats))]
}

/** Of a process and its children. */
export const cpuOf = (pid: number): number | undefined => {
  if (!readStat(pid)) return undefined
  const stats = readAll()
  return familyOf(pid, stats).reduce((sum, member) => sum + stats.get(member)!.ownMs, 0)
}

/** Of all processes of PostgreSQL; `backend` is one of them. */
export const cpuOfDatabase = (backend: number): number | undefined => {
  const server = readStat(backend)?.parent
  const serverStat = server === undefined ? undefined : readStat(server)
  if (server === undefined || !serverStat) return undefined
  const children = [...readAll().values()].filter(({ parent }) => parent === server)
  return children.reduce((sum, child) => sum + child.ownMs, serverStat.ownMs + serverStat.endedMs)
}

/** Resident memory in MB (1 000 000 bytes), and its peak since `forgetPeak`, with children. */
export const memoryOf = (pid: number): { now: number; peak: number } | undefined => {
  try {
    const found = familyOf(pid, readAll()).map((member) => {
      const status = readFileSync(`/proc/${member}/status`, 'latin1')
      const megabytes = (name: string): number =>
        (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / 1e6
      return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
    })
    return found.reduce((sum, usage) => ({ now: sum.now + usage.now, peak: sum.peak + usage.peak }))
  } catch {
    return undefined
  }
}

export const forgetPeak = (pid: number): void => {
  try {
    for (const member of familyOf(pid, readAll())) writeFileSync(`/proc/${member}/clear_refs`, '5')
  } catch {
    // The peak is then that of the whole life of the process.
  }
}
