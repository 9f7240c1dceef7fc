/** The version of this package. */
import { readFileSync } from 'node:fs'

/** `package.json` is two folders up, both from the sources and from the published files. */
export const packageVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
