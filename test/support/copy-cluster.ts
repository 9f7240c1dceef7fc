/** A cluster for tests in which the first start is not the case: a copy of the template. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

/** Copies the template into a folder and returns the data folder. */
export const copyCluster = async (folder: string): Promise<string> => {
  await promisify(execFile)('cp', ['-a', inject('clusterTemplate'), folder])
  return join(folder, 'data')
}
