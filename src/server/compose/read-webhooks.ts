/** Reads the declared webhooks from the settings, and their secrets. */
import { readFileSync } from 'node:fs'
import { createPrincipal } from '../../access/principals.js'
import {
  isAllowedAddress,
  isLoopbackHost,
  literalAddress,
} from '../../changes/webhooks/addresses.js'
import type { Webhook } from '../../changes/webhooks/webhook.js'
import { didYouMean } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { RecordedOperation } from '../../query/statements/record-changes.js'
import type { Environment } from '../process/environment.js'

const setting = 'platform.webhooks.endpoints'
const allOperations: readonly RecordedOperation[] = ['create', 'update', 'delete', 'action']

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isName = (value: unknown): boolean => isText(value) && /^[a-z][a-z0-9-]{0,62}$/.test(value)
const isListOf = (fits: (value: unknown) => boolean, least: number) => (value: unknown) =>
  Array.isArray(value) && value.length >= least && value.every(fits)
const isOperation = (value: unknown) => allOperations.includes(value as RecordedOperation)
const isSource = (value: unknown) => isText(value) && /^(env|file):./.test(value)

/** The members of a declaration: what each takes, and whether it is required. */
const members: Readonly<
  Record<
    string,
    { readonly fits: (value: unknown) => boolean; readonly takes: string; readonly required?: true }
  >
> = {
  name: { fits: isName, takes: 'a name in lower case, such as crm', required: true },
  url: {
    fits: (value) => isText(value) && URL.canParse(value),
    takes: 'an address',
    required: true,
  },
  secrets: {
    fits: (value) => isListOf(isSource, 1)(value) && (value as unknown[]).length <= 2,
    takes: 'one or two places of secrets, such as env:CRM_SECRET or file:/run/secrets/crm',
    required: true,
  },
  resources: { fits: isListOf(isText, 1), takes: 'a list of keys of resources', required: true },
  operations: { fits: isListOf(isOperation, 1), takes: `a list of ${allOperations.join(', ')}` },
  authorities: { fits: isListOf(isText, 0), takes: 'a list of authorities' },
  tenant: { fits: isText, takes: 'a text' },
  enabled: { fits: (value) => typeof value === 'boolean', takes: 'true or false' },
}

export interface Declaration {
  readonly name: string
  readonly url: string
  readonly secrets: readonly string[]
  readonly resources: readonly string[]
  readonly operations?: readonly RecordedOperation[]
  readonly authorities?: readonly string[]
  readonly tenant?: string
  readonly enabled?: boolean
}

/** @throws StartError that lists all problems; it contains no secrets */
export const readWebhooks = (settings: Settings, environment: Environment): readonly Webhook[] => {
  const problems: string[] = []
  const webhooks = declarationsIn(settings, problems).map(({ at, declaration }) =>
    readWebhook(declaration, { at, problems, settings, environment }),
  )
  requireNone(problems)
  return webhooks
}

/** The declarations as they are, without their secrets. @throws StartError */
export const readDeclarations = (settings: Settings): readonly Declaration[] => {
  const problems: string[] = []
  const found = declarationsIn(settings, problems)
  requireNone(problems)
  return found.map(({ declaration }) => declaration)
}

interface Placed {
  readonly at: string
  readonly declaration: Declaration
}

/** Those whose members have the right forms. Adds the problems of the others. */
const declarationsIn = (settings: Settings, problems: string[]): readonly Placed[] => {
  const found = settings[setting].flatMap((declared, index): readonly Placed[] => {
    const at = `${setting}[${index}]`
    const wrong = wrongMembers(declared)
    problems.push(...wrong.map((problem) => `${at}.${problem}`))
    return wrong.length > 0 ? [] : [{ at, declaration: declared as Declaration }]
  })
  const names = found.map(({ declaration }) => declaration.name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  problems.push(...repeated.map((name) => `${setting}: the name '${name}' is used twice.`))
  return found
}

/** @throws StartError that lists the problems */
export const requireNone = (problems: readonly string[]): void => {
  if (problems.length === 0) return
  throw new StartError(
    `The webhooks are invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
}

const wrongMembers = (declared: object): readonly string[] => [
  ...Object.keys(declared)
    .filter((name) => !(name in members))
    .map((name) => `${name}: no such member${didYouMean(name, Object.keys(members))}`),
  ...Object.entries(members).flatMap(([name, { fits, takes, required }]) => {
    const value = (declared as Record<string, unknown>)[name]
    const isAbsent = value === undefined && !required
    return isAbsent || fits(value) ? [] : [`${name}: must be ${takes}.`]
  }),
]

interface Reading {
  readonly at: string
  readonly problems: string[]
  readonly settings: Settings
  readonly environment: Environment
}

const readWebhook = (
  declared: Declaration,
  { at, problems, settings, environment }: Reading,
): Webhook => {
  const { name, resources, operations = allOperations, authorities = [], tenant } = declared
  const url = new URL(declared.url)
  const problem = urlProblem(url, settings['platform.webhooks.allow-private-addresses'])
  if (problem) problems.push(`${at}.url: ${problem}`)
  const keys = declared.secrets.flatMap((source, index) => {
    const key = keyOf(readSecret(source, environment))
    if (!key)
      problems.push(
        `${at}.secrets[${index}]: ${source} has no secret: whsec_ and 24 to 64 bytes as Base64.`,
      )
    return key ?? []
  })
  return {
    ...{ name, url, keys, resources, operations },
    principal: createPrincipal({
      id: `webhook:${name}`,
      tenant: tenant ?? null,
      authorities,
      claims: {},
    }),
    isEnabled: declared.enabled ?? true,
  }
}

const urlProblem = (url: URL, allowsPrivate: boolean): string | undefined => {
  const { protocol, username, password } = url
  const allowsLoopback = isLoopbackHost(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && allowsLoopback)) {
    return 'must be an https address, or an http address on loopback.'
  }
  if (username !== '' || password !== '') return 'must be an address without a password.'
  const address = literalAddress(url)
  if (address === undefined || isAllowedAddress(address, { allowsLoopback, allowsPrivate }))
    return undefined
  return "its address is private; 'platform.webhooks.allow-private-addresses' allows it."
}

const readSecret = (source: string, environment: Environment): string | undefined => {
  const [place, name = ''] = source.split(/:(.*)/s)
  if (place === 'env') return environment[name]
  try {
    return readFileSync(name, 'utf8')
  } catch {
    return undefined
  }
}

/** The form of Standard Webhooks: `whsec_` and the key as Base64. */
const keyOf = (secret: string | undefined): Buffer | undefined => {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret?.trim() ?? '') ?? []
  const key = Buffer.from(encoded ?? '', 'base64')
  return key.byteLength >= 24 && key.byteLength <= 64 ? key : undefined
}
