/** An issuer of tokens, whose callers the benchmark is. */
import { writeFile } from 'node:fs/promises'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { TokenRules } from './messages.js'

export type CallerHeaders = Readonly<Record<string, string>>

export interface Callers {
  readonly tokenRules: TokenRules
  /** Settings of the service, as environment variables. */
  readonly environment: Readonly<Record<string, string>>
  readonly everybody: CallerHeaders
  readonly colleagues: readonly CallerHeaders[]
  readonly restricted: CallerHeaders
}

const issuer = 'https://issuer.example.com'
const audience = 'people'
const colleagues = 20

/** @param keyFile where the public key is written, which the service reads */
export const createCallers = async (keyFile: string): Promise<Callers> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'bench' }
  await writeFile(keyFile, JSON.stringify({ keys: [key] }))
  const sign = async (subject: string, authorities: readonly string[]): Promise<CallerHeaders> => {
    const token = await new SignJWT({ authorities })
      .setProtectedHeader({ alg: 'RS256', kid: 'bench', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime('12h')
      .sign(privateKey)
    return { Authorization: `Bearer ${token}` }
  }
  return {
    tokenRules: { issuer, audience, key },
    environment: {
      PLATFORM_AUTH_MODE: 'jwt',
      PLATFORM_AUTH_JWT_ISSUER: issuer,
      PLATFORM_AUTH_JWT_AUDIENCE: audience,
      PLATFORM_AUTH_JWT_KEY_FILE: keyFile,
    },
    everybody: await sign('head-of-hr', ['hr:all', 'employee:compensation']),
    colleagues: await Promise.all(
      Array.from({ length: colleagues }, (_, index) => sign(`colleague-${index}`, ['hr:all'])),
    ),
    restricted: await sign('head-of-sales', ['hr:department:2']),
  }
}
