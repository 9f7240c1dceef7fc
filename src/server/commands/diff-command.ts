/** The command that lists the changes since an older API description. */
import { readFileSync } from 'node:fs'
import { compareDocuments, formatChanges, formatMarkdown } from '#packages/openapi-diff'
import type { OpenApiDocument } from '../../discovery/openapi/openapi.js'
import { StartError } from '../../foundation/errors/start-error.js'
import { describeApplication } from './describe-contract.js'
import { log, type Run } from './run-command.js'

const formats: Readonly<Record<string, typeof formatChanges>> = {
  text: formatChanges,
  markdown: formatMarkdown,
}

export const diffCommand: Run = async (command, load) => {
  const {
    argument: file,
    options: { format: formatName = 'text' },
  } = command
  if (file === undefined) {
    throw new StartError(
      "'diff' needs the file of an older API description, printed by 'corollary openapi': corollary diff old.json --app <file>",
    )
  }
  const format = Object.hasOwn(formats, formatName) ? formats[formatName] : undefined
  if (!format) throw new StartError(`--format must be text or markdown; got '${formatName}'.`)
  const before = readDocument(file)
  const today = new Date().toISOString().slice(0, 10)
  const changes = compareDocuments(before, await describeApplication(command, load), { today })
  log(format(changes))
  if (changes.some(({ kind }) => kind === 'breaking')) process.exitCode = 1
}

const readDocument = (file: string): OpenApiDocument => {
  let document: Partial<OpenApiDocument>
  try {
    document = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`'${file}' is not a JSON file.`, { cause: error })
  }
  if (typeof document?.paths === 'object') return document as OpenApiDocument
  throw new StartError(`'${file}' is not an OpenAPI document: it has no paths.`)
}
