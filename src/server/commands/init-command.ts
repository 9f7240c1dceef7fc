/** The command that creates a project. */
import { StartError } from '../../foundation/errors/start-error.js'
import { requireBuilt } from '../process/package-files.js'
import type { Command } from './command.js'
import { createProject, type ProjectSource } from './create-project.js'
import { writeIntrospection } from './introspect.js'
import { introspectionOf } from './introspect-command.js'
import { log, type Run } from './run-command.js'

export const initCommand: Run = async ({ options, argument: file }) => {
  const { from } = options
  if (file === undefined) throw new StartError("'init' needs a folder: corollary init my-service")
  requireBuilt()
  // First, so that a database that cannot be read leaves no folder.
  const source = from === undefined ? undefined : await projectSource(from, options)
  const report = createProject(file, source)
  if (report !== undefined) log(report)
  log(`\nCreated ${file}. Next:\n\n  cd ${file}\n  npm install\n  npm start\n`)
}

const projectSource = async (
  databaseUrl: string,
  options: Command['options'],
): Promise<ProjectSource> => {
  const introspection = await introspectionOf(databaseUrl, '--from', options)
  const write = (folder: string) => writeIntrospection(introspection, folder, { update: false })
  return { databaseUrl, write }
}
