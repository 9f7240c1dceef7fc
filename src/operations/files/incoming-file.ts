/** Checks a file while it arrives, and measures it. */
import { createHash } from 'node:crypto'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import type { FileField } from '../../model/types/response-field.js'
import { contradicts, signatureBytes } from './file-signatures.js'

export const maxBytesOf = ({ target }: FileField, limit: number): number =>
  Math.min(target.column.maxBytes!, limit)

const acceptedTypes = ({ target }: FileField): readonly string[] =>
  target.column.mediaTypes ?? ['*/*']

/** @throws AppError UNSUPPORTED_MEDIA_TYPE */
export const checkType = (field: FileField, type: string | undefined): string => {
  const types = acceptedTypes(field)
  const accepted = types.includes('*/*') ? valueForm('allTypes') : types
  if (type === undefined) throw new AppError(problem('fileTypeMissing', { accepted }))
  const group = `${type.split('/')[0]}/*`
  if ([type, group, '*/*'].some((each) => types.includes(each))) return type
  throw new AppError(problem('fileTypeUnsupported', { field: field.name, type, accepted }))
}

/** @throws AppError PAYLOAD_TOO_LARGE */
export const checkSize = ({ name }: FileField, size: number, limit: number): void => {
  if (size > limit) throw new AppError(problem('fileTooLarge', { field: name, limit }))
}

export interface Measured {
  readonly size: number
  readonly sha256: string
}

/** The bytes of a file, whose size and digest are known after the last one. */
export class IncomingFile {
  readonly #field: FileField
  readonly #type: string
  readonly #limit: number
  readonly #digest = createHash('sha256')
  #size = 0

  constructor(field: FileField, type: string, limit: number) {
    this.#field = field
    this.#type = type
    this.#limit = limit
  }

  /** @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
  async *check(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let start: Uint8Array | undefined = new Uint8Array()
    for await (const chunk of bytes) {
      this.#size += chunk.length
      checkSize(this.#field, this.#size, this.#limit)
      this.#digest.update(chunk)
      if (start) {
        start = Buffer.concat([start, chunk])
        if (start.length < signatureBytes) continue
        this.#checkContent(start)
        yield start
        start = undefined
      } else yield chunk
    }
    if (!start) return
    this.#checkContent(start)
    if (start.length > 0) yield start
  }

  get measured(): Measured {
    return { size: this.#size, sha256: this.#digest.digest('hex') }
  }

  #checkContent(start: Uint8Array): void {
    if (!contradicts(this.#type, start)) return
    throw new AppError(problem('fileTypeContradicted', { type: this.#type }))
  }
}
