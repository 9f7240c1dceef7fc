/** Makes the request for an export from the user's choices, and runs it. */
import { brokenOff, type CorollaryError } from '../../../service/connection.js'
import type { Id, ResourceEntry } from '../../../service/discovery.js'
import { exportRecords, type Filter } from '../../../service/records.js'
import type { Column } from '../columns/columns.js'
import { openSink, type Progress, saveResponse } from './export-file.js'

export interface ExportWishes {
  readonly format: string
  readonly scope: 'filtered' | 'selected'
  readonly columns: 'shown' | 'all'
  readonly headers: 'labels' | 'fields'
  readonly delimiter: string
}

interface ExportSource {
  readonly filter: Filter
  readonly sort: readonly string[]
  readonly total: number
  readonly selectedIds: readonly Id[]
  readonly columns: readonly Column[]
}

export const exportedCount = ({ scope }: ExportWishes, source: ExportSource): number =>
  scope === 'selected' ? source.selectedIds.length : source.total

interface ExportLimits {
  /** Fields with a cell in an export; undefined until they are loaded. */
  readonly fields: readonly string[] | undefined
  /** Maximum number of rows of a file; undefined without a limit. */
  readonly maxRows: number | undefined
}

export const exportBodyOf = (wishes: ExportWishes, source: ExportSource & ExportLimits) => {
  const { format, scope, headers, delimiter } = wishes
  const { filter, sort, selectedIds, columns, fields, maxRows } = source
  const shown = columns
    .map(({ field }) => field.name)
    .filter((name) => fields?.includes(name) ?? true)
  return {
    format,
    scope,
    ...(scope === 'selected' ? { selectedIds } : { filters: filter }),
    ...(sort.length > 0 ? { sort } : {}),
    ...(wishes.columns === 'shown' && shown.length > 0 ? { fields: shown } : {}),
    ...(format === 'json'
      ? {}
      : { formatOptions: { headers, ...(format === 'csv' && { csv: { delimiter } }) } }),
    // The service refuses a larger set, unless the request says that a part is enough.
    ...(maxRows !== undefined && exportedCount(wishes, source) > maxRows ? { maxRows } : {}),
  }
}

interface Run {
  /** Expected number of rows, which decides whether the file is kept in memory. */
  readonly rows: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export interface ExportOutcome {
  readonly saved?: Progress & { readonly isTruncated: boolean }
  readonly error?: CorollaryError
}

/** Resolves to neither a file nor an error if the user stopped the export. */
export const runExport = async (
  resource: ResourceEntry,
  body: ReturnType<typeof exportBodyOf>,
  { rows, signal, onProgress }: Run,
): Promise<ExportOutcome> => {
  const name = resource.resourcePath.split('/').at(-1)
  const sink = await openSink(`${name}.${body.format}`, rows)
  if (!sink) return {}
  onProgress({ bytes: 0, rows: undefined })
  const result = await exportRecords(resource, body, signal)
  if (!result.ok) {
    await sink.discard()
    return signal.aborted ? {} : { error: result.error }
  }
  const isTruncated = result.data.headers.get('X-Export-Truncated') === 'true'
  try {
    return { saved: { ...(await saveResponse(result.data, sink, onProgress)), isTruncated } }
  } catch (cause) {
    return signal.aborted ? {} : { error: brokenOff({ isRepeatable: true, cause }) }
  }
}
