/** Reads the settings from a file and the environment. The environment wins. */

import { readFileSync } from 'node:fs'
import { parse } from 'lossless-json'
import { didYouMean } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import {
  type SettingName,
  type Settings,
  settingTable,
} from '../../foundation/settings/settings.js'
import type { Environment } from '../process/environment.js'

export interface SettingSources {
  readonly environment: Environment
  /** JSON with dotted names, or nested objects. Default: none. */
  readonly file?: string | undefined
}

export interface ReadSettings {
  readonly settings: Settings
  readonly warnings: readonly string[]
}

/** `platform.stats.max-buckets` is `PLATFORM_STATS_MAX_BUCKETS`. */
export const environmentName = (name: string): string => name.replace(/[.-]/g, '_').toUpperCase()

const names = Object.keys(settingTable) as SettingName[]

/** @throws StartError that lists all unknown and invalid settings. */
export const readSettings = ({ environment, file }: SettingSources): ReadSettings => {
  const problems: string[] = []
  const inFile = file === undefined ? new Map<string, unknown>() : readFile(file)
  for (const name of inFile.keys()) {
    if (!names.includes(name as SettingName)) {
      problems.push(`${name} (in ${file}): no such setting${didYouMean(name, names)}`)
    }
  }
  const settings: Record<string, unknown> = {}
  for (const name of names) {
    const { parse, accepts, default: value } = settingTable[name]
    const variable = environmentName(name)
    const given: readonly (readonly [source: string, value: unknown])[] = [
      [`${name} (in ${file})`, inFile.get(name)],
      [variable, environment[variable]],
    ]
    settings[name] = value
    for (const [source, sent] of given) {
      if (sent === undefined) continue
      settings[name] = parse(sent)
      if (settings[name] === undefined) problems.push(`${source}: must be ${accepts}.`)
    }
  }
  if (problems.length > 0) {
    throw new StartError(
      `The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
  }
  return { settings: settings as Settings, warnings: unknownVariables(environment) }
}

const unknownVariables = (environment: SettingSources['environment']): readonly string[] => {
  const variables = names.map(environmentName)
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('PLATFORM_') && !variables.includes(variable))
    .map(
      (variable) => `${variable} is not a setting and is ignored${didYouMean(variable, variables)}`,
    )
}

const whyUnusable = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'is not JSON'
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read'
}

const readFile = (file: string): ReadonlyMap<string, unknown> => {
  const repeated: string[] = []
  const onDuplicateKey = ({ key }: { readonly key: string }) => void repeated.push(key)
  let content: unknown
  try {
    content = parse(readFileSync(file, 'utf8'), undefined, { parseNumber: Number, onDuplicateKey })
  } catch (error) {
    throw new StartError(`The configuration file ${file} ${whyUnusable(error)}.`, { cause: error })
  }
  if (!isJsonObject(content)) {
    throw new StartError(`The configuration file ${file} must contain a JSON object.`)
  }
  const settings = flatten(content, '')
  const names = settings.map(([name]) => name)
  repeated.push(...names.filter((name, index) => names.indexOf(name) !== index))
  if (repeated.length > 0) {
    const list = [...new Set(repeated)].map((name) => `'${name}'`).join(', ')
    throw new StartError(`The configuration file ${file} contains settings twice: ${list}.`)
  }
  return new Map(settings)
}

/** An empty object counts as a setting: its name may be misspelled. */
const flatten = (value: object, prefix: string): [string, unknown][] =>
  Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const isKnown = names.some((settingName) => settingName.startsWith(`${prefix}${name}.`))
    return isJsonObject(member) && (isKnown || Object.keys(member).length > 0)
      ? flatten(member, `${prefix}${name}.`)
      : [[`${prefix}${name}`, member]]
  })
