/** What became of the rows of a file, or would become of them. */
import type { ImportOutcome } from '../../../../src/wire/import.js'
import { formatCount, t, tn } from '../../../texts/translate.js'

interface OutcomeProps {
  readonly outcome: ImportOutcome
}

export const ImportCounts = ({ outcome }: OutcomeProps) => {
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

export const ImportErrors = ({ outcome: { errors, truncated } }: OutcomeProps) =>
  errors.length === 0 ? null : (
    <div class="import-errors">
      <table class="table" aria-label={t('Errors')}>
        <thead>
          <tr>
            <th scope="col">{t('Row')}</th>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('Error')}</th>
            <th scope="col">{t('Cell')}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ row, column, message, value }, index) => (
            <tr key={index}>
              <td class="number">{formatCount(row)}</td>
              <td dir="auto">{column}</td>
              <td dir="auto">{message}</td>
              <td dir="auto">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {truncated && (
        <p class="faint">
          {tn(
            errors.length,
            'There are more than {count} error.',
            'There are more than {count} errors.',
          )}
        </p>
      )}
    </div>
  )
