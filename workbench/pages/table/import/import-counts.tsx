/** What became of the rows of a file, or would become of them. */
import type { ImportOutcome } from '../../../../src/wire/import.js'
import { formatCount, t } from '../../../texts/translate.js'

export const ImportCounts = ({ outcome }: { readonly outcome: ImportOutcome }) => {
  const { created, updated, unchanged, failed, dryRun } = outcome
  const counts: readonly (readonly [string, number])[] = [
    [t('Created'), created],
    [t('Updated'), updated],
    [t('Unchanged'), unchanged],
    [t('Wrong'), failed],
  ]
  return (
    <section role="status" aria-label={t('Rows of the file')}>
      <p>
        {dryRun ? t('Nothing is written yet. The import would have this result:') : t('Result:')}
      </p>
      <dl class="import-counts">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
