/** Exports the filtered set, or the selected records, to a file. */
import { useRef, useState } from 'preact/hooks'
import type { Capability } from '../../../../src/wire/catalogs/capabilities.js'
import type { CorollaryError } from '../../../service/connection.js'
import { type Id, type ResourceEntry, readExportSchema } from '../../../service/discovery.js'
import { useLoad } from '../../../service/load.js'
import type { Filter } from '../../../service/records.js'
import { t, tn } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { ChoiceField } from '../../../ui/choice-field.js'
import { Dialog } from '../../../ui/dialog.js'
import { ErrorNotice } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import type { Column } from '../columns/columns.js'
import type { Progress } from './export-file.js'
import { ExportProgress } from './export-progress.js'
import { type ExportWishes, exportBodyOf, exportedCount, runExport } from './export-request.js'

interface ExportDialogProps {
  readonly resource: ResourceEntry
  readonly capability: Capability
  readonly filter: Filter
  readonly sort: readonly string[]
  readonly total: number
  readonly selectedIds: readonly Id[]
  readonly columns: readonly Column[]
  readonly onClose: () => void
}

const formatTitles: Readonly<Record<string, () => string>> = {
  csv: () => t('CSV'),
  json: () => t('JSON'),
  xlsx: () => t('Excel'),
}

export const ExportDialog = (props: ExportDialogProps) => {
  const { capability, selectedIds } = props
  const [wishes, setWishes] = useState<ExportWishes>({
    format: capability.formats?.[0] ?? 'csv',
    scope: selectedIds.length > 0 ? 'selected' : 'filtered',
    columns: 'shown',
    headers: 'labels',
    delimiter: ',',
  })
  const count = exportedCount(wishes, props)
  const maxRows = capability.maxRows
  const rows = Math.min(count, maxRows ?? count)
  const { isReady, progress, error, start, stop } = useExport(props, wishes, rows)
  return (
    <Dialog
      title={t('Export')}
      onClose={stop}
      footer={
        <>
          <Button onClick={stop}>{t('Cancel')}</Button>
          <Button kind="primary" icon="download" disabled={!isReady} onClick={start}>
            {tn(rows, 'Export {count} record', 'Export {count} records')}
          </Button>
        </>
      }
    >
      {error && <ErrorNotice error={error} />}
      <Choices
        {...props}
        {...{ wishes }}
        onChange={(change) => setWishes({ ...wishes, ...change })}
      />
      {maxRows !== undefined && count > maxRows && (
        <p class="notice warning">
          {t('A file has at most {most} records; these are the first of {count}.', {
            most: maxRows,
            count,
          })}
        </p>
      )}
      {progress && <ExportProgress {...{ progress }} total={rows} />}
    </Dialog>
  )
}

/** An export that can be started and stopped. */
const useExport = (props: ExportDialogProps, wishes: ExportWishes, rows: number) => {
  const { resource, capability, onClose } = props
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<CorollaryError>()
  const running = useRef<AbortController | undefined>(undefined)
  const limits = useLoad(resource.resourceKey, () => readExportSchema(resource))
  const start = async () => {
    running.current = new AbortController()
    setError(undefined)
    const fields = limits.data?.fields
    const body = exportBodyOf(wishes, { ...props, fields, maxRows: capability.maxRows })
    const { signal } = running.current
    const outcome = await runExport(resource, body, { rows, signal, onProgress: setProgress })
    running.current = undefined
    setProgress(undefined)
    if (outcome.error) return setError(outcome.error)
    if (!outcome.saved) return
    toast(describeSaved(outcome.saved))
    onClose()
  }
  const stop = () => {
    running.current?.abort()
    onClose()
  }
  // Shown columns may include fields without a cell, until the schema says which fields have one.
  const isReady = progress === undefined && !limits.isLoading
  return { isReady, progress, error, start, stop }
}

const Choices = ({
  capability: { formats = [] },
  selectedIds,
  total,
  wishes,
  onChange,
}: ExportDialogProps & {
  wishes: ExportWishes
  onChange: (change: Partial<ExportWishes>) => void
}) => (
  <>
    {selectedIds.length > 0 && (
      <ChoiceField
        label={t('Records')}
        value={wishes.scope}
        onChange={(scope) => onChange({ scope })}
        choices={[
          ['selected', tn(selectedIds.length, '{count} selected', '{count} selected')],
          ['filtered', tn(total, '{count} that matches', '{count} that match')],
        ]}
      />
    )}
    <ChoiceField
      label={t('Format')}
      value={wishes.format}
      onChange={(format) => onChange({ format })}
      choices={formats.map((format) => [format, formatTitles[format]?.() ?? format])}
    />
    <ChoiceField
      label={t('Columns')}
      value={wishes.columns}
      onChange={(columns) => onChange({ columns })}
      choices={[
        ['shown', t('As in the table')],
        ['all', t('All')],
      ]}
    />
    {wishes.format !== 'json' && (
      <ChoiceField
        label={t('Head')}
        value={wishes.headers}
        onChange={(headers) => onChange({ headers })}
        choices={[
          ['labels', t('Labels')],
          ['fields', t('Names of fields')],
        ]}
      />
    )}
    {wishes.format === 'csv' && (
      <ChoiceField
        label={t('Between values')}
        value={wishes.delimiter}
        onChange={(delimiter) => onChange({ delimiter })}
        choices={[
          [',', t('Comma')],
          [';', t('Semicolon')],
          ['TAB', t('Tab')],
        ]}
      />
    )}
  </>
)

interface Saved extends Progress {
  readonly isTruncated: boolean
}

const describeSaved = ({ bytes, rows, isTruncated }: Saved): string => {
  const size = t('{size} kB', { size: Math.ceil(bytes / 1000) })
  const what =
    rows === undefined ? size : `${tn(rows, '{count} record', '{count} records')}, ${size}`
  return isTruncated
    ? t('Exported: {what}. The set is larger than the file.', { what })
    : t('Exported: {what}.', { what })
}
