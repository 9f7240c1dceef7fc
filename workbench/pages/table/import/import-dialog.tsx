/** Imports a CSV or XLSX file, after showing what would become of its rows. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Capability } from '../../../../src/wire/catalogs/capabilities.js'
import type { ImportMode, ImportOutcome } from '../../../../src/wire/import.js'
import type { CorollaryError } from '../../../service/connection.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import type { ImportWishes } from '../../../service/imports.js'
import type { Shape } from '../../../service/shape.js'
import { t, tn } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { ChoiceField } from '../../../ui/choice-field.js'
import { Dialog } from '../../../ui/dialog.js'
import { FileChooser } from '../../../ui/file-chooser.js'
import { ErrorNotice } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import { ImportCounts, ImportErrors } from './import-outcome.js'
import { type Import, useImport } from './use-import.js'

interface ImportDialogProps {
  readonly resource: ResourceEntry
  readonly capability: Capability
  readonly shape: Shape | undefined
  /** Called after rows were, or may have been, written. */
  readonly onDone: () => void
  readonly onClose: () => void
}

export const ImportDialog = (props: ImportDialogProps) => {
  const { resource, capability, onDone, onClose } = props
  const job = useImport(resource)
  const { file, outcome, progress, error, check, start } = job
  const isDone = outcome !== undefined && !outcome.dryRun && !error
  // One of these gets the focus when the button that had it disappears.
  const chooser = useRef<HTMLInputElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isDone) close.current?.focus()
  }, [isDone])
  const run = async () => {
    const made = await start()
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
          {!isDone && <StartButton job={job} onPress={run} />}
        </>
      }
    >
      <fieldset class="settings" disabled={job.isWriting}>
        <FileChooser
          label={file ? t('Choose another file') : t('Choose a file')}
          accept={capability.formats?.map((format) => `.${format}`).join(',')}
          input={chooser}
          onChoose={(chosen) => check({ charset: undefined, ignoreUnknown: false }, chosen)}
        />
        <Hints {...props} />
        <ModeChoice {...{ capability, job }} />
      </fieldset>
      {file && (
        <p>
          <strong dir="auto">{file.name}</strong>
        </p>
      )}
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
          onAccept={(change) => {
            chooser.current?.focus()
            check(change)
          }}
        />
      )}
      {outcome && !progress && (
        <>
          <ImportCounts outcome={outcome} />
          <ImportErrors outcome={outcome} />
        </>
      )}
    </Dialog>
  )
}

const writtenBy = ({ created, updated }: ImportOutcome): number => created + updated

const StartButton = ({ job, onPress }: { job: Import; onPress: () => void }) => {
  const { outcome, progress } = job
  const count = outcome ? writtenBy(outcome) : 0
  return (
    <Button
      kind="primary"
      icon="upload"
      disabled={count === 0}
      aria-busy={progress !== undefined}
      onClick={() => !progress && onPress()}
    >
      {!outcome || count === 0
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
      value={job.wishes.mode ?? modes.at(-1)!}
      onChange={(mode) => job.check({ mode })}
      choices={modes.map((mode) => [mode, modeTitles[mode]()])}
    />
  )
}

/** What the user can accept, by the reason of the error. */
const remedies: Readonly<Record<string, readonly [() => string, Partial<ImportWishes>]>> = {
  'column-unknown': [() => t('Ignore unknown columns'), { ignoreUnknown: true }],
  'file-not-decodable': [() => t('Read it as Windows-1252'), { charset: 'windows-1252' }],
}

interface RefusalProps {
  readonly error: CorollaryError
  readonly onAccept: (change: Partial<ImportWishes>) => void
}

const Refusal = ({ error, onAccept }: RefusalProps) => (
  <>
    <ErrorNotice error={error} />
    {Object.entries(remedies)
      .filter(([reason]) => error.errors.some(({ properties }) => properties['reason'] === reason))
      .map(([reason, [title, change]]) => (
        <div key={reason}>
          <Button onClick={() => onAccept(change)}>{title()}</Button>
        </div>
      ))}
  </>
)
