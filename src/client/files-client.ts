/** Uploads and downloads files of records. */
import type { FileValue } from '../contract/column.js'
import { forms } from './forms.js'
import type { CallOptions, WriteOptions } from './options.js'
import { below, type RequestParts, write } from './request-parts.js'
import type { Failure, Result, Success } from './result.js'
import type { Shapes } from './shapes.js'
import type { FileBody, Transport, WireRequest } from './transport.js'

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
    options: UploadOptions = {},
  ): Promise<Result<T['record']>> {
    const { name = (bytes as Partial<File>).name, type } = options
    const disposition = name && `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
    // Without a type, `fetch` sends that of a Blob.
    const facts = { 'Content-Type': type, 'Content-Disposition': disposition }
    const parts = write('PUT', options)
    const headers = { ...parts.headers, ...facts }
    return this.#transport.send(this.#at(id, field, { ...parts, bytes, headers }), forms.record)
  }

  /** The file as a `Response`, whose body is a stream. */
  download(
    id: T['id'],
    field: FileNames<T['record']>,
    options: DownloadOptions = {},
  ): Promise<Success<Response> | Failure> {
    const headers = { Accept: '*/*', Range: options.range }
    return this.#transport.download(this.#at(id, field, { method: 'GET', headers, options }))
  }

  /** Takes the file away from the record, and returns the record. */
  delete(
    id: T['id'],
    field: FileNames<T['record']>,
    options: WriteOptions = {},
  ): Promise<Result<T['record']>> {
    return this.#transport.send(this.#at(id, field, write('DELETE', options)), forms.record)
  }

  #at(id: T['id'], field: string, parts: RequestParts): WireRequest {
    return { ...parts, path: `${this.#path}${below(id)}/files${below(field)}` }
  }
}
