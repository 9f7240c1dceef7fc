/** Which field each column of a file is, with samples of its cells. */
import { useId } from 'preact/hooks'
import type { Capability } from '../../../../src/wire/catalogs/capabilities.js'
import type { ImportColumn, ImportMode, ImportOutcome } from '../../../../src/wire/import.js'
import { shorten } from '../../../fields/label.js'
import { t } from '../../../texts/translate.js'
import { type MappingTarget, missingTargets } from './mapping.js'
import type { Sheet } from './sheet.js'
import type { Import } from './use-import.js'

interface MappingProps {
  readonly job: Import
  readonly outcome: ImportOutcome
  readonly sheet: Sheet
  readonly targets: readonly MappingTarget[]
  readonly capability: Capability
}

export const ColumnMapping = ({ job, outcome, sheet, targets, capability }: MappingProps) => {
  const { columns } = outcome
  const mode = job.mode ?? (capability.modes?.at(-1) as ImportMode | undefined)
  const missing = missingTargets(targets, columns, mode)
  const left = columns.filter(({ field }) => field === null)
  const proposed = columns.some(({ header }) => job.proposed.has(header))
  const ignored = left.map(({ header }) => header).join(', ')
  return (
    <details class="mapping" open={missing.length > 0 || left.length > 0 || proposed}>
      <summary>
        {t('Columns: {found} of {count} have a field', {
          found: columns.length - left.length,
          count: columns.length,
        })}
      </summary>
      {missing.length > 0 && (
        <p class="notice warning" role="status">
          {t('New records need a column for: {fields}.', {
            fields: missing.map(({ label }) => label).join(', '),
          })}
        </p>
      )}
      {left.length > 0 && (
        <p class="faint">{t('Not imported: {columns}.', { columns: shorten(ignored, 200) })}</p>
      )}
      <fieldset class="mapping-columns" disabled={job.isWriting}>
        <legend class="visually-hidden">{t('Columns of the file')}</legend>
        {columns.map((column, at) => (
          <MappedColumn
            key={at}
            {...{ column, columns, targets }}
            samples={samplesOf(sheet, at)}
            isProposed={job.proposed.has(column.header) && column.field !== null}
            onChange={(name) => job.check({ mapping: { ...job.mapping, [column.header]: name } })}
          />
        ))}
      </fieldset>
    </details>
  )
}

const maxSamples = 3

const samplesOf = ({ rows }: Sheet, at: number): string => {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    if (cells[at] && samples.add(cells[at]).size === maxSamples) break
  }
  return [...samples].map((sample) => shorten(sample, 30)).join(' · ')
}

interface ColumnProps {
  readonly column: ImportColumn
  readonly columns: readonly ImportColumn[]
  readonly targets: readonly MappingTarget[]
  readonly samples: string
  /** The page found a field with a similar name. */
  readonly isProposed: boolean
  readonly onChange: (name: string) => void
}

const MappedColumn = (props: ColumnProps) => {
  const { column, columns, targets, samples, isProposed, onChange } = props
  const { header, field } = column
  const id = useId()
  const current = targets.find(({ name }) => name === field)
  // A field belongs to one column.
  const choices = targets.filter(
    ({ name, isReadOnly }) =>
      name === field || (!isReadOnly && !columns.some((other) => other.field === name)),
  )
  const note = isProposed ? t('Similar name') : current?.isReadOnly ? t('Only read') : undefined
  return (
    <div class="mapping-column">
      <label for={id}>
        <strong dir="auto">{header}</strong>
        <span class="faint small" dir="auto">
          {samples}
        </span>
      </label>
      <span>
        <select
          id={id}
          class="input"
          value={field ?? ''}
          aria-describedby={note && `${id}-note`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{t('Leave out')}</option>
          {field !== null && !current && <option value={field}>{field}</option>}
          {choices.map(({ name, label, isRequired }) => (
            <option key={name} value={name}>
              {isRequired ? `${label} *` : label}
            </option>
          ))}
        </select>
        {note && (
          <span id={`${id}-note`} class="faint small">
            {note}
          </span>
        )}
      </span>
    </div>
  )
}
