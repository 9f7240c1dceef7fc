/** Files that a test file creates and removes at its end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { afterAll } from 'vitest'

export const useFiles = (): ((content: string) => string) => {
  const folder = mkdtempSync(join(tmpdir(), 'corollary-keys-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let count = 0
  return (content) => {
    const file = join(folder, `${++count}`)
    writeFileSync(file, content)
    return file
  }
}

export const keySet = (...keys: readonly JWK[]): string => JSON.stringify({ keys })
