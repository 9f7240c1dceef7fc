/** An import that is checked before it is run: its columns are mapped, its rows corrected. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ImportMode, ImportProgress } from '../../../../src/wire/import.js'
import type { CorollaryError } from '../../../service/connection.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { type ImportResult, importFile } from '../../../service/imports.js'
import { type Mapping, type MappingTarget, similarFields } from './mapping.js'
import {
  type Corrections,
  correctedCsv,
  isCorrected,
  noCorrections,
  type Sheet,
  sheetOf,
} from './sheet.js'

/** What the user chose. */
interface Choices {
  readonly file: File
  readonly mode: ImportMode | undefined
  readonly charset: string | undefined
  readonly mapping: Mapping
  readonly corrections: Corrections
}

export interface Import extends ImportResult {
  readonly file: File | undefined
  readonly mode: ImportMode | undefined
  readonly mapping: Mapping
  /** Headers whose fields the page proposes, or that need a choice. */
  readonly proposed: ReadonlySet<string>
  /** The rows of the file as it was chosen. Undefined until it was checked. */
  readonly sheet: Sheet | undefined
  readonly corrections: Corrections
  /** The result is that of earlier corrections. */
  readonly isOutdated: boolean
  /** Rows are being written. Until that ends, only closing the dialog stops it. */
  readonly isWriting: boolean
  /** Undefined if nothing runs. */
  readonly progress: ImportProgress | undefined
  readonly choose: (file: File) => void
  /** Checks the file with other choices, or again. */
  readonly check: (change?: Partial<Omit<Choices, 'file'>>) => void
  /** Keeps corrections for the next check. */
  readonly correct: (corrections: Corrections) => void
  /** Imports the rows that are right, and resolves to what became of them. */
  readonly start: () => Promise<ImportResult | undefined>
}

const start: ImportProgress = { done: 0, total: 0 }
const nothing: ReadonlySet<string> = new Set()

export const useImport = (resource: ResourceEntry, targets: readonly MappingTarget[]): Import => {
  const [choices, setChoices] = useState<Choices>()
  const [proposed, setProposed] = useState(nothing)
  const [sheet, setSheet] = useState<Sheet>()
  const [isOutdated, setOutdated] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const [progress, setProgress] = useState<ImportProgress>()
  const [result, setResult] = useState<ImportResult>({})
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  /** Resolves to undefined if it was stopped. */
  const run = async (
    { file, corrections, charset, ...others }: Choices,
    isDryRun: boolean,
  ): Promise<ImportResult | undefined> => {
    stop()
    running.current = new AbortController()
    const { signal } = running.current
    setProgress(start)
    setWriting(!isDryRun)
    const isAgain = sheet !== undefined && isCorrected(corrections)
    const made = await importFile(
      resource,
      isAgain ? new File([correctedCsv(sheet, corrections)], 'corrected.csv') : file,
      {
        ...others,
        ...(isAgain ? { charset: undefined, delimiter: ',' } : { charset, delimiter: undefined }),
        dryRun: isDryRun,
        // Rows that were right when they were checked may be wrong by now: then nothing is written.
        atomic: !isDryRun && result.outcome?.failed === 0,
        ...{ signal, onProgress: setProgress },
      },
    )
    if (signal.aborted) return undefined
    setProgress(undefined)
    setWriting(false)
    setOutdated(false)
    setResult(made)
    if (made.outcome && !isAgain) setSheet(sheetOf(made.outcome))
    return made
  }

  /** Checks a file, and again with a proposal for each column that the service did not find. */
  const propose = async (chosen: Choices, isFirst = true): Promise<void> => {
    const made = await run(chosen, true)
    const header = made?.error && unclearHeader(made.error)
    const found =
      header !== undefined
        ? { [header]: '' }
        : isFirst && made?.outcome
          ? similarFields(made.outcome.columns, targets)
          : {}
    const added = Object.entries(found).filter(([each]) => !(each in chosen.mapping))
    if (added.length === 0) return
    setProposed((headers) => new Set([...headers, ...added.map(([each]) => each)]))
    const next = { ...chosen, mapping: { ...chosen.mapping, ...Object.fromEntries(added) } }
    setChoices(next)
    await propose(next, header !== undefined && isFirst)
  }

  return {
    ...{ proposed, sheet, isOutdated, isWriting, progress, ...result },
    file: choices?.file,
    mode: choices?.mode,
    mapping: choices?.mapping ?? {},
    corrections: choices?.corrections ?? noCorrections,
    choose: (file) => {
      if (isWriting) return
      const next = {
        ...{ file, mode: choices?.mode, charset: undefined },
        ...{ mapping: {}, corrections: noCorrections },
      }
      setChoices(next)
      setProposed(nothing)
      setSheet(undefined)
      setResult({})
      propose(next)
    },
    check: (change = {}) => {
      if (isWriting || !choices) return
      const next = { ...choices, ...change }
      setChoices(next)
      // Without a result the file could not be read, so its columns are not known yet.
      if (result.outcome) run(next, true)
      else propose(next)
    },
    correct: (corrections) => {
      if (isWriting || !choices) return
      // A check that runs is one of earlier corrections.
      stop()
      setProgress(undefined)
      setChoices({ ...choices, corrections })
      setOutdated(true)
    },
    start: () => run(choices!, false),
  }
}

/** The header of a column that may be several fields, or a field that another column is. */
const unclearHeader = ({ errors }: CorollaryError): string | undefined => {
  const { reason, header } = errors[0]?.properties ?? {}
  return reason === 'column-ambiguous' || reason === 'column-repeated' ? String(header) : undefined
}
