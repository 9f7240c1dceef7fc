/** Imports a file, and follows its progress. */
import { blocksOf } from '../../src/client/changes.js'
import { readData, readFailure } from '../../src/client/forms.js'
import type { ImportMode, ImportOutcome, ImportProgress } from '../../src/wire/import.js'
import { brokenOff, CorollaryError, download, forms } from './connection.js'
import type { ResourceEntry } from './discovery.js'

interface Run {
  readonly mode: ImportMode | undefined
  /** Encoding of a CSV file that does not show its encoding itself. */
  readonly charset: string | undefined
  /** Separator of a CSV file. Undefined: the service finds it. */
  readonly delimiter: string | undefined
  /** Names of fields by the headers of their columns; an empty name leaves a column out. */
  readonly mapping: Readonly<Record<string, string>>
  /** Nothing is written. */
  readonly dryRun: boolean
  /** One row that is wrong prevents all others. */
  readonly atomic: boolean
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

export interface ImportResult {
  readonly outcome?: ImportOutcome
  readonly error?: CorollaryError
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The name decides, because some systems call CSV a spreadsheet of Excel. */
const typeOf = ({ name }: File, charset: string | undefined): string => {
  if (/\.xlsx$/i.test(name)) return sheetType
  return charset === undefined ? 'text/csv' : `text/csv; charset=${charset}`
}

export const importFile = async (
  resource: ResourceEntry,
  file: File,
  { charset, mapping, signal, onProgress, ...choices }: Run,
): Promise<ImportResult> => {
  const column = Object.entries(mapping).map(([header, name]) => `${header}:${name}`)
  // Unknown columns are left out until the user gives them a field.
  const query = { ...choices, column, ignoreUnknown: true, listRows: true }
  const opened = await download({
    method: 'POST',
    path: `${resource.resourcePath}/import`,
    query,
    bytes: file,
    headers: { 'Content-Type': typeOf(file, charset), Accept: 'text/event-stream' },
    creates: true,
    options: { signal },
  })
  if (!opened.ok) return { error: opened.error }
  try {
    return await readEvents(opened.data, onProgress)
  } catch (error) {
    return {
      error: error instanceof CorollaryError ? error : brokenOff({ ...sending, cause: error }),
    }
  }
}

const sending = { isRepeatable: false }

/** @throws CorollaryError INVALID_RESPONSE, and what reading the body throws */
const readEvents = async (
  response: Response,
  onProgress: Run['onProgress'],
): Promise<ImportResult> => {
  for await (const { event, data = '' } of blocksOf(response)) {
    const content = JSON.parse(data)
    if (event === 'progress') onProgress(content)
    if (event === 'failure') return failureOf(readFailure(response, content, sending))
    if (event === 'result') {
      return { outcome: readData<ImportOutcome>(response, content, forms.imported, sending).data }
    }
  }
  return { error: brokenOff({ ...sending, cause: undefined }) }
}

/** If rows are wrong, the properties of the error are the outcome. */
const failureOf = (error: CorollaryError): ImportResult =>
  error.code === 'IMPORT_FAILED'
    ? { error, outcome: error.errors[0]!.properties as unknown as ImportOutcome }
    : { error }
