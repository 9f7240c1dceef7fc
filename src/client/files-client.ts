/** Uploads and downloads files of records. */
import type { FileValue } from '../contract/columns.js'
import { forms } from './forms.js'
import type { CallOptions, WriteOptions } from './options.js'
import type { Failure, Result, Success } from './result.js'
import type { Shapes } from './shapes.js'
import type { FileBody, Transport } from './transport.js'

/** Names of the files of a record. */
export type FileNames<Record> = {
  [K in keyof Record & string]: FileValue extends NonNullable<Record[K]>
    ? NonNullable<Record[K]> extends FileValue
      ? K
      : never
    : never
}[keyof Record & string]

export interface UploadOptions extends WriteOptions {
  /** Default: the name of a `File`, else the name of the field. */
  readonly name?: string
  /** Media type. Default: that of a `Blob`. */
  readonly type?: string
}

export interface DownloadOptions extends CallOptions {
  /** Part of the file, such as `bytes=0-1023`. Default: all of it. */
  readonly range?: string
}

export class FilesClient<T extends Shapes> {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  /**
   * Gives the record a file, and returns the record. A stream is not held in memory.
   *
   * @example
   * await products.files.upload(7, 'photo', input.files[0])
   */
  upload(
    id: T['id'],
    field: FileNames<T['record']>,
    bytes: FileBody,
    { name = nameOf(bytes), type = typeOf(bytes), ...options }: UploadOptions = {},
  ): Promise<Result<T['record']>> {
    const headers = {
      'If-Match': options.ifMatch,
      'Content-Type': type,
      'Content-Disposition':
        name === undefined ? undefined : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    }
    const path = this.#at(id, field)
    return this.#transport.send({ method: 'PUT', path, bytes, headers, options }, forms.record)
  }

  /** The file as a `Response`, whose body is a stream. */
  download(
    id: T['id'],
    field: FileNames<T['record']>,
    { range, ...options }: DownloadOptions = {},
  ): Promise<Success<Response> | Failure> {
    const headers = { Accept: '*/*', Range: range }
    return this.#transport.download({ method: 'GET', path: this.#at(id, field), headers, options })
  }

  /** Takes the file away from the record, and returns the record. */
  delete(
    id: T['id'],
    field: FileNames<T['record']>,
    options: WriteOptions = {},
  ): Promise<Result<T['record']>> {
    const headers = { 'If-Match': options.ifMatch }
    const path = this.#at(id, field)
    return this.#transport.send({ method: 'DELETE', path, headers, options }, forms.record)
  }

  #at(id: unknown, field: string): string {
    return `${this.#path}/${encodeURIComponent(String(id))}/files/${encodeURIComponent(field)}`
  }
}

const nameOf = (bytes: FileBody): string | undefined =>
  bytes instanceof Blob ? (bytes as Partial<File>).name : undefined

const typeOf = (bytes: FileBody): string | undefined =>
  (bytes instanceof Blob && bytes.type) || undefined
