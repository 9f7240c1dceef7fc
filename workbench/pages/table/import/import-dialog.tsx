/**
 * Imports a CSV or XLSX file: its columns are mapped to fields, its rows shown with what would
 * become of them, and corrected, before anything is written.
 */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Capability } from '../../../../src/wire/catalogs/capabilities.js'
import type { ImportMode, ImportOutcome } from '../../../../src/wire/import.js'
import type { CorollaryError } from '../../../service/connection.js'
import { type ResourceEntry, readSchema } from '../../../service/discovery.js'
import { useLoad } from '../../../service/load.js'
import type { Shape } from '../../../service/shape.js'
import { t, tn } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { ChoiceField } from '../../../ui/choice-field.js'
import { Dialog } from '../../../ui/dialog.js'
import { FileChooser } from '../../../ui/file-chooser.js'
import { ErrorNotice } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import { ColumnMapping } from './column-mapping.js'
import { ImportCounts } from './import-counts.js'
import { ImportRows } from './import-rows.js'
import { type MappingTarget, mappingTargets } from './mapping.js'
import { type Import, useImport } from './use-import.js'

interface ImportDialogProps {
  readonly resource: ResourceEntry
  readonly capability: Capability
  readonly shape: Shape | undefined
  /** Called after rows were, or may have been, written. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Appears when it is known which fields the columns of a file can be. */
export const ImportDialog = (props: ImportDialogProps) => {
  const { targets, isRead } = useTargets(props)
  const isOpen = useRef(false)
  // It stays open while a schema that could not be read is read again.
  isOpen.current ||= isRead
  return isOpen.current ? <OpenImport {...props} targets={targets} /> : null
}

interface OpenImportProps extends ImportDialogProps {
  readonly targets: readonly MappingTarget[]
}

const OpenImport = (props: OpenImportProps) => {
  const { resource, capability, targets, onDone, onClose } = props
  const job = useImport(resource, targets)
  const { file, outcome, sheet, progress, error, check } = job
  const isDone = outcome !== undefined && !outcome.dryRun && !error
  // One of these gets the focus when what had it disappears.
  const chooser = useRef<HTMLInputElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isDone) close.current?.focus()
  }, [isDone])
  const run = async () => {
    const made = await job.start()
    // Rows may have been written even if the response did not arrive.
    onDone()
    if (!made?.outcome || made.error) return
    if (made.outcome.failed > 0) return
    const count = writtenBy(made.outcome)
    toast(tn(count, '{count} record was imported.', '{count} records were imported.'))
    onClose()
  }
  return (
    <Dialog
      title={t('Import')}
      kind="wide"
      onClose={onClose}
      footer={
        <>
          <Button ref={close} onClick={onClose}>
            {isDone ? t('Close') : t('Cancel')}
          </Button>
          {!isDone && <NextButton job={job} onImport={run} />}
        </>
      }
    >
      <fieldset class="settings" disabled={job.isWriting}>
        <FileChooser
          label={file ? t('Choose another file') : t('Choose a file')}
          accept={capability.formats?.map((format) => `.${format}`).join(',')}
          input={chooser}
          onChoose={job.choose}
        />
        {file ? (
          <p>
            <strong dir="auto">{file.name}</strong>
          </p>
        ) : (
          <Hints {...props} />
        )}
        {file && <ModeChoice {...{ capability, job }} />}
      </fieldset>
      {progress && (
        <div class="export-progress" role="status">
          <progress
            aria-label={t('Import')}
            max={Math.max(1, progress.total)}
            {...(progress.total > 0 ? { value: progress.done } : {})}
          />
          {progress.total > 0 && <span>{t('{done} of {total} rows', { ...progress })}</span>}
        </div>
      )}
      {error && !progress && (
        <Refusal
          error={error}
          onAccept={(charset) => {
            chooser.current?.focus()
            check({ charset })
          }}
        />
      )}
      {outcome && sheet && (
        <>
          <ImportCounts outcome={outcome} />
          {!isDone && <ColumnMapping {...{ job, outcome, sheet, targets, capability }} />}
          <ImportRows {...{ job, outcome, sheet, targets, isDone }} />
        </>
      )}
    </Dialog>
  )
}

/** Fields that columns can be. A schema that cannot be read leaves out its fields. */
const useTargets = ({ resource: { schemas }, capability, shape }: ImportDialogProps) => {
  const read = (url: string | null) => {
    const { data, error } = useLoad(url ?? undefined, () => readSchema(url!))
    return { data, isRead: url === null || data !== undefined || error !== undefined }
  }
  const create = read(schemas.create)
  const update = read(schemas.update)
  const targets = useMemo(
    () => mappingTargets({ list: shape, create: create.data, update: update.data }, capability),
    [shape, create.data, update.data, capability],
  )
  return { targets, isRead: create.isRead && update.isRead }
}

const writtenBy = ({ created, updated }: ImportOutcome): number => created + updated

/** Checks the file again after corrections, or imports it. */
const NextButton = ({ job, onImport }: { job: Import; onImport: () => void }) => {
  const { file, outcome, isOutdated, progress } = job
  const count = outcome ? writtenBy(outcome) : 0
  const isCheck = isOutdated || (file !== undefined && !outcome && !progress)
  const press = () => {
    if (progress) return
    if (isCheck) job.check()
    else onImport()
  }
  return (
    <Button
      kind="primary"
      icon={isCheck ? 'check' : 'upload'}
      disabled={!isCheck && count === 0}
      aria-busy={progress !== undefined}
      onClick={press}
    >
      {isCheck
        ? t('Check again')
        : !outcome || count === 0
          ? t('Import')
          : outcome.failed > 0
            ? tn(count, 'Import only {count} row', 'Import only {count} rows')
            : tn(count, 'Import {count} row', 'Import {count} rows')}
    </Button>
  )
}

/** What a file may be, before one is chosen. */
const Hints = ({ capability: { keys = [], maxRows }, shape }: ImportDialogProps) => {
  const labels = keys.map((key) => shape?.byName.get(key)?.label ?? key)
  return (
    <p class="faint">
      {t('The first row has names or labels of fields, as in an export.')}{' '}
      {labels.length > 0 && t('A row names its record by: {keys}.', { keys: labels.join(', ') })}{' '}
      {maxRows !== undefined && t('A file has at most {most} rows.', { most: maxRows })}
    </p>
  )
}

const modeTitles: Readonly<Record<ImportMode, () => string>> = {
  create: () => t('Only create'),
  update: () => t('Only update'),
  upsert: () => t('Create and update'),
}

const ModeChoice = ({ capability, job }: { capability: Capability; job: Import }) => {
  const modes = (capability.modes ?? []) as readonly ImportMode[]
  if (modes.length < 2) return null
  return (
    <ChoiceField
      label={t('Records')}
      // The last mode is the one of a request that names none.
      value={job.mode ?? modes.at(-1)!}
      onChange={(mode) => job.check({ mode })}
      choices={modes.map((mode) => [mode, modeTitles[mode]()])}
    />
  )
}

interface RefusalProps {
  readonly error: CorollaryError
  /** Receives the encoding to read the file in. */
  readonly onAccept: (charset: string) => void
}

const Refusal = ({ error, onAccept }: RefusalProps) => (
  <>
    <ErrorNotice error={error} />
    {error.errors.some(({ properties }) => properties['reason'] === 'file-not-decodable') && (
      <div>
        <Button onClick={() => onAccept('windows-1252')}>{t('Read it as Windows-1252')}</Button>
      </div>
    )}
  </>
)
