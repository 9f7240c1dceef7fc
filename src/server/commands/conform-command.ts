/** The command that judges a running service by the contract that it publishes. */
import { areas, conform, formatReport, NotJudged } from '#packages/conformance'
import { didYouMean } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Command } from './command.js'
import { log, type Run } from './run-command.js'

export const conformCommand: Run = async ({ options, argument }) => {
  const json = options.json !== undefined
  const maxRows = readInteger('max-rows', options['max-rows'])
  const seed = readInteger('seed', options.seed)
  const token = options.token ?? process.env['COROLLARY_TOKEN']
  const report = await judged(
    conform({
      url: readUrl(argument),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...readHeaders(options.header),
      },
      resources: readList(options.resource),
      areas: readAreas(options.area),
      ...(maxRows === undefined ? {} : { maxRows }),
      ...(seed === undefined ? {} : { seed }),
      ...(json ? {} : { onProgress: printProgress }),
    }),
  )
  log(json ? JSON.stringify(report, null, 2) : formatReport(report))
  if (report.score.failed > 0) process.exitCode = 1
}

/** Progress is not the output of the command. */
const printProgress = ({ label, done, total }: { label: string; done: number; total: number }) => {
  if (!process.stderr.isTTY) return
  process.stderr.write(
    `\r${label}: ${done} of ${total}\u001b[K${done === total ? '\r\u001b[K' : ''}`,
  )
}

const judged = async <T>(run: Promise<T>): Promise<T> => {
  try {
    return await run
  } catch (error) {
    if (error instanceof NotJudged) throw new StartError(error.message)
    throw new StartError(`The service cannot be judged: ${messageOf(error)}`, { cause: error })
  }
}

/** `fetch` puts the reason of a failed connection into the cause. */
const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${cause.message || cause.name})` : message
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

const readList = (value: string | undefined): readonly string[] =>
  value === undefined ? [] : value.split(',').map((item) => item.trim())

const readAreas = (value: string | undefined) => {
  if (value === undefined) return areas
  return readList(value).map((name) => {
    const area = areas.find((candidate) => candidate === name)
    if (area) return area
    throw new StartError(
      `There is no area '${name}'${didYouMean(name, areas) || `; the areas are ${areas.join(', ')}.`}`,
    )
  })
}

/** `Name: value`, one on each line. */
const readHeaders = (lines: string | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (lines?.split('\n') ?? []).map((header) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(header) ?? []
      if (name !== undefined && value !== undefined) return [name.toLowerCase(), value]
      throw new StartError(`--header must be a name and a value, such as 'X-Tenant: north'.`)
    }),
  )
