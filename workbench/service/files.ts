/** The files of records. */

import { createTransport } from '../../src/client/transport.js'
import type { FileValue } from '../../src/contract/column.js'
import { brokenOff, download, forms, noteMissingToken, type Result, shared } from './connection.js'
import { type Id, type ResourceEntry, recordPath } from './discovery.js'
import { recorded } from './exchanges.js'
import { type Row, write } from './records.js'
import { type OnProgress, uploadingFetch } from './uploading-fetch.js'

export type { FileValue }

/** The file of a field of a record. */
export interface FilePlace {
  readonly resource: ResourceEntry
  readonly id: Id
  readonly field: string
  /** The version of the record that the user saw. */
  readonly etag: string | undefined
}

const pathOf = ({ resource, id, field }: FilePlace): string =>
  `${recordPath(resource, id)}/files/${encodeURIComponent(field)}`

export const uploadFile = async (
  place: FilePlace,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: OnProgress },
): Promise<Result<Row>> => {
  const transport = createTransport({ ...shared, fetch: recorded(uploadingFetch(onProgress)) })
  const result = await transport.send<Row>(
    {
      method: 'PUT',
      path: pathOf(place),
      bytes: file,
      headers: {
        'Content-Type': file.type || 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'If-Match': place.etag,
      },
      options: { signal },
    },
    forms.record,
  )
  noteMissingToken(result)
  return result
}

export const deleteFile = (place: FilePlace) =>
  write({ method: 'DELETE', path: pathOf(place), ifMatch: place.etag })

/** Downloads the file with the token of the caller, which an address in a link would not send. */
export const downloadFile = async (
  place: FilePlace,
  signal?: AbortSignal,
): Promise<Result<Blob>> => {
  const opened = await download({
    method: 'GET',
    path: pathOf(place),
    headers: { Accept: '*/*' },
    options: { signal },
  })
  if (!opened.ok) return opened
  try {
    return { ...opened, data: await opened.data.blob() }
  } catch (cause) {
    return { ok: false, error: brokenOff({ isRepeatable: true, cause }) }
  }
}
