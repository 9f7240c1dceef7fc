/** Code that looks at files before a record gets them. */

/** A file that was uploaded, and that no record has yet. */
export interface UploadedFile {
  readonly resource: string
  readonly field: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
  /** Reads the bytes from the store, in pieces. */
  readonly bytes: () => AsyncIterable<Uint8Array>
  /** Aborted when the time limit passes, or when the client disconnects. */
  readonly signal: AbortSignal
}

export interface FileOptionsOfService {
  /**
   * Looks at a file before its record gets it, such as a virus scanner. A text that it returns
   * refuses the file, and is the reason in the response; an error refuses it with `500`. It may
   * take `platform.files.scan-timeout-ms`; then the upload fails with `503`.
   */
  readonly scan?: (file: UploadedFile) => Promise<string | undefined> | string | undefined
}
