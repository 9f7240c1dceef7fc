/** The command that judges a running service by the contract that it publishes. */
import { didYouMean } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Command } from './command.js'
import { readNames } from './name-lists.js'
import { log, type Run } from './run-command.js'

export const conformCommand: Run = async ({ options, argument }) => {
  const url = readUrl(argument)
  const json = options.json !== undefined
  const maxRows = readInteger('max-rows', options['max-rows'])
  const seed = readInteger('seed', options.seed)
  const token = options.token ?? process.env['COROLLARY_TOKEN']
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...readHeaders(options.header),
  }
  // No other command needs the kit.
  const { areas, conform, formatReport, NotJudged } = await import('#packages/conformance')
  const run = conform({
    ...{ url, headers, resources: readNames(options.resource), write: readNames(options.write) },
    ...(options.area === undefined ? {} : { areas: readAreas(options.area, areas) }),
    ...(maxRows === undefined ? {} : { maxRows }),
    ...(seed === undefined ? {} : { seed }),
    ...(json ? {} : { onProgress: printProgress }),
  })
  const report = await run.catch((error: unknown) => {
    if (error instanceof NotJudged) throw new StartError(error.message)
    throw new StartError(`The service cannot be judged: ${(error as Error).message}`, {
      cause: error,
    })
  })
  log(json ? JSON.stringify(report, null, 2) : formatReport(report))
  // A run that judged nothing, for example without a token, says nothing good about the service.
  if (report.score.failed > 0 || report.score.passed === 0) process.exitCode = 1
}

/** Progress is not the output of the command. */
const printProgress = ({ label, done, total }: { label: string; done: number; total: number }) => {
  if (!process.stderr.isTTY) return
  process.stderr.write(
    `\r${label}: ${done} of ${total}\u001b[K${done === total ? '\r\u001b[K' : ''}`,
  )
}

const readUrl = (argument: Command['argument']): string => {
  if (argument === undefined) {
    throw new StartError(
      "'conform' needs the address of a service: corollary conform http://127.0.0.1:8080",
    )
  }
  if (/^https?:/.test(argument) && URL.canParse(argument)) return argument
  throw new StartError(
    `'${argument}' is not the address of a service; it must start with http:// or https://.`,
  )
}

const readInteger = (name: string, value: string | undefined): number | undefined => {
  if (value === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new StartError(`--${name} must be a positive integer; got '${value}'.`)
}

const readAreas = <T extends string>(value: string, names: readonly T[]): readonly T[] =>
  readNames(value).map((name) => {
    const found = names.find((candidate) => candidate === name)
    if (found !== undefined) return found
    const hint = didYouMean(name, names) || `; the areas are ${names.join(', ')}.`
    throw new StartError(`There is no area '${name}'${hint}`)
  })

/** `Name: value`, one on each line. */
const readHeaders = (lines: string | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (lines?.split('\n') ?? []).map((header) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(header) ?? []
      if (name !== undefined && value !== undefined) return [name.toLowerCase(), value]
      throw new StartError(`--header must be a name and a value, such as 'X-Tenant: north'.`)
    }),
  )
