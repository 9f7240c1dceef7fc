/** Identifies a process by its pid and start time: a pid alone is reused. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Differs for every process that ever had this pid; '' if the process is gone or unreadable. */
export async function processStartTime(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await statusOf(pid))?.startTime ?? ''
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim().replaceAll(/\W+/g, '-')
  } catch {
    return ''
  }
}

/** True while that very process runs. Without a known start time, while the pid is in use. */
export async function isProcessAlive(pid: number, startTime = ''): Promise<boolean> {
  if (!isPidInUse(pid)) return false
  if (process.platform === 'linux') {
    const status = await statusOf(pid)
    // A zombie still has its pid: in a container whose first process reaps nobody, for ever.
    if (status === undefined || status.state === 'Z') return false
  }
  return startTime === '' || (await processStartTime(pid)) === startTime
}

function isPidInUse(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** proc(5): field 2 is the name in brackets and may hold anything; 3 is the state, 22 the start. */
async function statusOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, startTime] = [fields[0], fields[19]]
  return state === undefined || startTime === undefined ? undefined : { state, startTime }
}
