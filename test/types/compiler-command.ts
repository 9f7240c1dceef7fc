/** The compiler as a command, for what a program in memory does not give. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '../architecture/sources.js'

const command = join(projectFolder, 'node_modules/typescript/bin/tsc')

/** Runs the compiler, and returns what it prints. It throws if the compiler reports an error. */
export const runCompiler = async (...options: readonly string[]): Promise<string> => {
  const args = [command, '--singleThreaded', ...options]
  try {
    return (await promisify(execFile)(process.execPath, args)).stdout
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout || 'The compiler failed', {
      cause: error,
    })
  }
}
