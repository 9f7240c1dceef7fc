/**
 * Cursors are opaque and URL-safe. They are encrypted and authenticated (AES-256-GCM), because they
 * carry sort values. They need no state: every node with the secret can open them, also after a
 * restart.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { AppError, problem } from '../errors/app-error.js'

export interface CursorContent {
  /** Digest of the resource, filter and sort that the cursor belongs to. */
  readonly binding: string
  /** Time of the first page in milliseconds since 1970, so that relative filters do not move. */
  readonly nowMs: number
  readonly values: readonly (string | null)[]
  readonly inclusive: boolean
}

export interface CursorCodec {
  readonly seal: (content: CursorContent) => string
  /** Returns undefined for a token that was not sealed with this secret. */
  readonly open: (token: string) => CursorContent | undefined
}

/**
 * The content of a cursor that belongs to a set.
 *
 * @param count of its values
 * @throws AppError CURSOR_INVALID
 */
export const openCursor = (
  cursors: CursorCodec,
  token: string,
  binding: string,
  count: number,
): CursorContent => {
  const content = cursors.open(token)
  if (content?.binding === binding && content.values.length === count) return content
  throw new AppError(problem(content ? 'cursorMismatch' : 'cursorUnknown'))
}

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

export const createCursorCodec = (secret: string): CursorCodec => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'corollary cursor 1', 32))
  return {
    seal: (content) => {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv(algorithm, key, iv)
      const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (token) => {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= ivLength + tagLength || bytes.toString('base64url') !== token)
        return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength))
      decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
      try {
        const sealed = bytes.subarray(ivLength + tagLength)
        const text = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
        return JSON.parse(text) as CursorContent
      } catch {
        return undefined
      }
    },
  }
}
