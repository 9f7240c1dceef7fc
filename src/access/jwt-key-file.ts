/** Keys from a file: a JSON Web Key Set, or one public key in PEM, alone or in a certificate. */
import { createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose'
import { StartError } from '../foundation/errors/start-error.js'

const setting = 'platform.auth.jwt.key-file'
/** The library requires RSA keys of at least this size. */
const leastModulus = 2_048

/** @throws StartError if the file contains no key that can verify tokens of these algorithms */
export const readKeyFile = async (
  file: string,
  algorithms: readonly string[],
): Promise<JWTVerifyGetKey> => {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw fault(file, 'cannot be read.', cause)
  })
  const isPem = /^-----BEGIN /m.test(content)
  const set = isPem ? setOfPem(file, content) : setOfJson(file, content)
  if (set.keys.some(isSecret)) {
    throw fault(file, 'contains a private or shared key; it must contain public keys only.')
  }
  const usable = await Promise.all(set.keys.map((key) => isUsable(key, algorithms)))
  if (!usable.includes(true)) {
    throw fault(file, `holds no key for ${algorithms.join(', ')}.`)
  }
  const find = createLocalJWKSet(set)
  // A key in PEM has no name, so a token cannot refer to it by name.
  return isPem ? ({ alg }) => find({ alg }) : find
}

const setOfPem = (file: string, content: string): JSONWebKeySet => {
  // Node would take the public half of a private key, which has no business here.
  if (!/^-----BEGIN (PUBLIC KEY|CERTIFICATE)-----/m.test(content) || /PRIVATE KEY/.test(content)) {
    throw fault(file, 'holds PEM that is neither a public key (SPKI) nor a certificate.')
  }
  try {
    return { keys: [createPublicKey(content).export({ format: 'jwk' }) as JWK] }
  } catch (cause) {
    throw fault(file, 'holds a public key or certificate that was not understood.', cause)
  }
}

const setOfJson = (file: string, content: string): JSONWebKeySet => {
  try {
    const set = JSON.parse(content) as JSONWebKeySet
    createLocalJWKSet(set)
    return set
  } catch (cause) {
    throw fault(
      file,
      "holds neither PEM nor a JSON Web Key Set, an object with a list of 'keys'.",
      cause,
    )
  }
}

const isSecret = (key: JWK): boolean => key.kty === 'oct' || 'd' in key || 'priv' in key

/** A published set may also contain keys for other purposes. */
const isUsable = async (key: JWK, algorithms: readonly string[]): Promise<boolean> => {
  const find = createLocalJWKSet({ keys: [key] })
  const found = await Promise.allSettled(algorithms.map((alg) => find({ alg })))
  return found.some((result) => result.status === 'fulfilled' && isStrong(result.value.algorithm))
}

const isStrong = (algorithm: object): boolean =>
  !('modulusLength' in algorithm) || Number(algorithm.modulusLength) >= leastModulus

const fault = (file: string, message: string, cause?: unknown): StartError =>
  new StartError(`'${setting}': ${file} ${message}`, { cause })
