import { t } from '../../../texts/translate.js'
import type { Progress } from './export-file.js'

/** The progress of an export: in rows if the format shows them, and in bytes. */
export const ExportProgress = ({ progress, total }: { progress: Progress; total: number }) => {
  const { bytes, rows } = progress
  const size = t('{size} kB', { size: Math.ceil(bytes / 1000) })
  return (
    <div class="export-progress" role="status">
      <progress
        aria-label={t('Export')}
        max={Math.max(1, total)}
        {...(rows === undefined ? {} : { value: rows })}
      />
      <span>
        {rows === undefined ? size : t('{rows} of {total} records, {size}', { rows, total, size })}
      </span>
    </div>
  )
}
