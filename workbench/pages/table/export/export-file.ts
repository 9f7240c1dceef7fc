/** Receives an exported file, with its progress, and saves it. */
import { saveFile } from '../../../browser/save-file.js'

export interface Progress {
  readonly bytes: number
  /** Number of rows of a CSV file, without its head; undefined for other formats. */
  readonly rows: number | undefined
}

const quote = 0x22
const lineFeed = 0x0a

/** Counts the records of a CSV file as its bytes arrive, by the line ends outside of quotes. */
export const csvRowCounter = () => {
  let isQuoted = false
  let lines = 0
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines++
    }
    return Math.max(0, lines - 1)
  }
}

/** Returns the name that the service gives the file. */
export const fileNameOf = (disposition: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1]
}

/** Receives a file, for a place that the user chose or for the folder of downloads. */
export interface Sink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  readonly finish: (fileName: string, type: string) => Promise<void>
  readonly discard: () => Promise<void>
}

/** Collects the file in memory and hands it to the browser. */
const downloadSink = (): Sink => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  return {
    write: async (bytes) => {
      parts.push(bytes)
    },
    finish: async (fileName, type) => {
      saveFile(new Blob(parts, { type }), fileName)
    },
    discard: async () => {
      parts.length = 0
    },
  }
}

interface FileHandle {
  createWritable(): Promise<{
    write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
    close(): Promise<void>
    abort(): Promise<void>
  }>
}
type Picker = (options: { suggestedName: string }) => Promise<FileHandle>

/**
 * Maximum number of rows in memory. Larger files are written as they arrive, if the browser can.
 */
const rowsInMemory = 20_000

/**
 * Resolves to undefined if the user chose no place. Must be called in a click, because browsers ask
 * only then.
 */
export const openSink = async (fileName: string, rows: number): Promise<Sink | undefined> => {
  const { showSaveFilePicker: pick } = window as unknown as { showSaveFilePicker?: Picker }
  if (!pick || rows <= rowsInMemory) return downloadSink()
  try {
    const handle = await pick.call(window, { suggestedName: fileName })
    const file = await handle.createWritable()
    return {
      write: (bytes) => file.write(bytes),
      finish: () => file.close(),
      discard: () => file.abort(),
    }
  } catch (error) {
    return (error as Error).name === 'AbortError' ? undefined : downloadSink()
  }
}

/** @throws what reading the body throws, also when it is aborted; then nothing is saved */
export const saveResponse = async (
  response: Response,
  sink: Sink,
  onProgress: (progress: Progress) => void,
): Promise<Progress> => {
  const type = response.headers.get('Content-Type') ?? ''
  const countRows = type.startsWith('text/csv') ? csvRowCounter() : undefined
  let progress: Progress = { bytes: 0, rows: countRows && 0 }
  try {
    const reader = response.body!.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      await sink.write(part.value)
      progress = { bytes: progress.bytes + part.value.length, rows: countRows?.(part.value) }
      onProgress(progress)
    }
  } catch (error) {
    await sink.discard()
    throw error
  }
  const name = fileNameOf(response.headers.get('Content-Disposition')) ?? 'export'
  await sink.finish(name, type)
  return progress
}
