/** An import that is tried before it is run, and can be stopped. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ImportProgress } from '../../../../src/wire/import.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { type ImportResult, type ImportWishes, importFile } from '../../../service/imports.js'

export interface Import extends ImportResult {
  readonly file: File | undefined
  readonly wishes: ImportWishes
  /** Rows are being written. Until that ends, only closing the dialog stops it. */
  readonly isWriting: boolean
  /** Undefined if nothing runs. */
  readonly progress: ImportProgress | undefined
  /** Tries the file, or the one that was chosen before, with other wishes. */
  readonly check: (change: Partial<ImportWishes>, file?: File) => void
  /** Imports the rows that are right, and resolves to what became of them. */
  readonly start: () => Promise<ImportResult | undefined>
}

const start: ImportProgress = { done: 0, total: 0 }

export const useImport = (resource: ResourceEntry): Import => {
  const [file, setFile] = useState<File>()
  const [wishes, setWishes] = useState<ImportWishes>({
    ...{ mode: undefined, ignoreUnknown: false, charset: undefined },
  })
  const [progress, setProgress] = useState<ImportProgress>()
  const [isWriting, setWriting] = useState(false)
  const [result, setResult] = useState<ImportResult>({})
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  /** Resolves to undefined if it was stopped. */
  const run = async (
    chosen: File,
    request: ImportWishes & { readonly dryRun: boolean; readonly atomic: boolean },
  ): Promise<ImportResult | undefined> => {
    stop()
    running.current = new AbortController()
    const { signal } = running.current
    setProgress(start)
    setWriting(!request.dryRun)
    const made = await importFile(resource, chosen, { ...request, signal, onProgress: setProgress })
    if (signal.aborted) return undefined
    setProgress(undefined)
    setWriting(false)
    setResult(made)
    return made
  }
  return {
    ...{ file, wishes, isWriting, progress, ...result },
    check: (change, chosen = file) => {
      if (isWriting) return
      const next = { ...wishes, ...change }
      setWishes(next)
      setFile(chosen)
      setResult({})
      if (chosen) run(chosen, { ...next, dryRun: true, atomic: false })
    },
    // Rows that were right when they were tried may be wrong by now: then nothing is written.
    start: () => run(file!, { ...wishes, dryRun: false, atomic: result.outcome?.failed === 0 }),
  }
}
