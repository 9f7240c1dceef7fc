/** The results of cases, which are kept as files: runs of some cases make one table. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadResult } from './load.js'

export interface Round extends LoadResult {
  /** Milliseconds for each request; undefined where they cannot be measured. */
  readonly serverCpu: number | undefined
  readonly databaseCpu: number | undefined
  /** MB after the round, and the most during it. */
  readonly memory: { readonly now: number; readonly peak: number } | undefined
}

export interface ServerResult {
  readonly name: string
  /** The server that the figures of this one are divided by. */
  readonly opponent?: string | undefined
  /** The least ratio of the throughputs. */
  readonly goal?: number | undefined
  /** True for a framework from npm. Its ratio is that of the service to the framework. */
  readonly isPeer?: boolean | undefined
  readonly rounds: readonly Round[]
}

/** The circumstances of a run. */
export interface Conditions {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly software: string
  readonly employees: number
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
  /** Load average of the minute before the case. */
  readonly load: number
}

export interface CaseResult {
  readonly id: string
  readonly name: string
  readonly conditions: Conditions
  readonly servers: readonly ServerResult[]
}

/** Replaces an earlier result of the case. */
export const saveResult = async (folder: string, result: CaseResult): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${result.id}.json`), `${JSON.stringify(result, undefined, 2)}\n`)
}

/** @throws Error if there are none */
export const readResults = async (folder: string): Promise<readonly CaseResult[]> => {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json'))
  if (files.length === 0) throw new Error(`There are no results in ${folder}; run the benchmark.`)
  return Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
  )
}
