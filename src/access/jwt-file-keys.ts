/** Keys from a file, which is read again when it has changed. */
import { stat } from 'node:fs/promises'
import type { JWTVerifyGetKey } from 'jose'
import { readKeyFile } from './jwt-key-file.js'

export interface FileKeysOptions {
  readonly file: string
  readonly algorithms: readonly string[]
  /** Milliseconds between two checks of the file. 0: it is read once. */
  readonly checkIntervalMs: number
  readonly now: () => Date
  /** Called when a changed file cannot be used. The former keys stay in use. */
  readonly onUnavailable: (error: unknown) => void
}

export class FileKeys {
  readonly #options: FileKeysOptions
  #find: JWTVerifyGetKey
  #signature: string
  #checkedAt: number
  #checking: Promise<void> | undefined
  #generation = 0

  private constructor(options: FileKeysOptions, find: JWTVerifyGetKey, signature: string) {
    this.#options = options
    this.#find = find
    this.#signature = signature
    this.#checkedAt = options.now().getTime()
  }

  /** @throws StartError */
  static async open(options: FileKeysOptions): Promise<FileKeys> {
    const signature = await signatureOf(options.file)
    return new FileKeys(options, await readKeyFile(options.file, options.algorithms), signature)
  }

  /** Returns undefined while the file must be checked. */
  get generation(): number | undefined {
    return this.#isDue ? undefined : this.#generation
  }

  async find(...token: Parameters<JWTVerifyGetKey>): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
    if (this.#isDue) {
      this.#checking ??= this.#check().finally(() => {
        this.#checking = undefined
      })
      await this.#checking
    }
    return this.#find(...token)
  }

  /** A clock that was set back counts as due, too. */
  get #isDue(): boolean {
    const { checkIntervalMs, now } = this.#options
    const passed = now().getTime() - this.#checkedAt
    return checkIntervalMs > 0 && (passed < 0 || passed >= checkIntervalMs)
  }

  async #check(): Promise<void> {
    const { file, algorithms, now, onUnavailable } = this.#options
    const signature = await signatureOf(file)
    try {
      if (signature === this.#signature) return
      this.#signature = signature
      this.#find = await readKeyFile(file, algorithms)
      this.#generation++
    } catch (error) {
      onUnavailable(error)
    } finally {
      this.#checkedAt = now().getTime()
    }
  }
}

/** Text that changes when the file is written or replaced; empty if the file does not exist. */
const signatureOf = async (file: string): Promise<string> => {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : ''
}
