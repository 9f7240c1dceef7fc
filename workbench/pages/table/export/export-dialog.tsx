/** Exports the filtered set, or the selected records, to a file. */
import { useRef, useState } from 'preact/hooks'
import type { Capability } from '../../../../src/wire/catalogs/capabilities.js'
import type { CorollaryError } from '../../../service/connection.js'
import { type Id, type ResourceEntry, readExportSchema } from '../../../service/discovery.js'
import { useLoad } from '../../../service/load.js'
import type { Filter } from '../../../service/records.js'
import { t, tn } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ErrorNotice } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import { ChoiceField } from '../columns/choice-field.js'
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
  const { resource, capability, total, selectedIds, onClose } = props
  const [wishes, setWishes] = useState<ExportWishes>({
    format: capability.formats?.[0] ?? 'csv',
    scope: selectedIds.length > 0 ? 'selected' : 'filtered',
    columns: 'shown',
    headers: 'labels',
    delimiter: ',',
  })
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<CorollaryError>()
  const running = useRef<AbortController | undefined>(undefined)
  const limits = useLoad(resource.resourceKey, () => readExportSchema(resource))
  const wish = (change: Partial<ExportWishes>) => setWishes({ ...wishes, ...change })
  const most = capability.maxRows
  const count = exportedCount(wishes, props)
  const isCut = most !== undefined && count > most
  // Until the fields that have a cell are known, the columns shown may hold others.
  const isReady = progress === undefined && !limits.isLoading
  const start = async () => {
    running.current = new AbortController()
    setError(undefined)
    const body = exportBodyOf(wishes, { ...props, fields: limits.data?.fields, most })
    const outcome = await runExport(resource, body, {
      rows: Math.min(count, most ?? count),
      signal: running.current.signal,
      onProgress: setProgress,
    })
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
  return (
    <Dialog
      title={t('Export')}
      onClose={stop}
      footer={
        <>
          <Button onClick={stop}>{t('Cancel')}</Button>
          <Button kind="primary" icon="download" disabled={!isReady} onClick={start}>
            {tn(Math.min(count, most ?? count), 'Export {count} record', 'Export {count} records')}
          </Button>
        </>
      }
    >
      {error && <ErrorNotice error={error} />}
      {selectedIds.length > 0 && (
        <ChoiceField
          label={t('Records')}
          value={wishes.scope}
          onChange={(scope) => wish({ scope })}
          choices={[
            ['selected', tn(selectedIds.length, '{count} selected', '{count} selected')],
            ['filtered', tn(total, '{count} that matches', '{count} that match')],
          ]}
        />
      )}
      <ChoiceField
        label={t('Format')}
        value={wishes.format}
        onChange={(format) => wish({ format })}
        choices={(capability.formats ?? []).map((format) => [
          format,
          formatTitles[format]?.() ?? format,
        ])}
      />
      <ChoiceField
        label={t('Columns')}
        value={wishes.columns}
        onChange={(columns) => wish({ columns })}
        choices={[
          ['shown', t('As in the table')],
          ['all', t('All')],
        ]}
      />
      {wishes.format !== 'json' && (
        <ChoiceField
          label={t('Head')}
          value={wishes.headers}
          onChange={(headers) => wish({ headers })}
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
          onChange={(delimiter) => wish({ delimiter })}
          choices={[
            [',', t('Comma')],
            [';', t('Semicolon')],
            ['TAB', t('Tab')],
          ]}
        />
      )}
      {isCut && (
        <p class="notice warning">
          {t('A file has at most {most} records; these are the first of {count}.', { most, count })}
        </p>
      )}
      {progress && <ExportProgress {...{ progress }} total={Math.min(count, most ?? count)} />}
    </Dialog>
  )
}

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
