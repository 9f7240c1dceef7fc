/** Checks the settings that mode `jwt` requires, beyond the form of each. */

import { StartError } from '../foundation/errors/start-error.js'
import type { SettingName, Settings } from '../foundation/settings/settings.js'

const url = 'platform.auth.jwt.jwks-url'
const file = 'platform.auth.jwt.key-file'
const clientId = 'platform.workbench.sign-in.client-id'
const mcpUrl = 'platform.mcp.public-url'
const required: readonly SettingName[] = ['platform.auth.jwt.issuer', 'platform.auth.jwt.audience']

/** @throws StartError that lists everything missing or invalid */
export const checkJwtSettings = (settings: Settings): void => {
  const problems = [
    ...required.filter((name) => settings[name] === '').map((name) => `'${name}' is required.`),
    ...keySourceProblems(settings),
    ...signInProblems(settings),
  ]
  if (problems.length === 0) return
  throw new StartError(
    `'platform.auth.mode' is 'jwt', but:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
}

const keySourceProblems = (settings: Settings): readonly string[] => {
  const given = [url, file].filter((name) => settings[name as typeof url] !== '')
  if (given.length === 0) return [`One of '${url}' and '${file}' is required.`]
  if (given.length === 2) return [`Only one of '${url}' and '${file}' may be set.`]
  return settings[url] === '' || isTrustworthyAddress(settings[url])
    ? []
    : [`'${url}' must be an https address, or an http address on loopback, without a password.`]
}

/** Users sign in at the issuer, in the workbench and for agents, so it must be an address then. */
const signInProblems = (settings: Settings): readonly string[] => {
  const reason = ([clientId, mcpUrl] as const).find((name) => settings[name] !== '')
  const issuer = settings['platform.auth.jwt.issuer']
  if (reason === undefined || issuer === '' || isTrustworthyAddress(issuer)) return []
  return [
    `'platform.auth.jwt.issuer' must be an https address, or an http address on loopback, without a password, because '${reason}' is set.`,
  ]
}

/** Without tokens, nobody can sign in. @throws StartError */
export const checkNoSignIn = (settings: Settings): void => {
  if (settings[clientId] === '') return
  throw new StartError(`'${clientId}' is set, so 'platform.auth.mode' must be 'jwt'.`)
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * An attacker who changes in transit what the issuer sends could sign any token, or read it: so
 * https, or this machine.
 */
const isTrustworthyAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
}
