/** Asks how to merge the user's changes with those that another user saved meanwhile. */
import { useState } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { FieldText } from './field-text.js'
import type { Choices, Difference, Side } from './merge.js'

interface ConflictDialogProps {
  readonly differences: readonly Difference[]
  /** Called with undefined if the user returns to the form. */
  readonly onDecide: (choices: Choices | undefined) => void
}

export const ConflictDialog = ({ differences, onDecide }: ConflictDialogProps) => {
  const [choices, setChoices] = useState<Choices>({})
  const conflicts = differences.filter(({ changedBy }) => changedBy === 'both')
  return (
    <Dialog
      title={t('Somebody else changed this record')}
      kind="wide"
      onClose={() => onDecide(undefined)}
      footer={
        <>
          <Button onClick={() => onDecide(undefined)}>{t('Back to the form')}</Button>
          <Button kind="primary" onClick={() => onDecide(choices)}>
            {t('Save the merged record')}
          </Button>
        </>
      }
    >
      <p>
        {conflicts.length > 0
          ? t('Both of you changed the same fields. Choose which values to keep.')
          : t('You changed different fields. Both changes are kept.')}
      </p>
      {differences.length > 0 && (
        <div class="table-scroll">
          <table class="table conflict">
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('Yours')}</th>
                <th scope="col">{t('Saved meanwhile')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((difference) => (
                <DifferenceRow
                  key={difference.field.name}
                  difference={difference}
                  choice={choices[difference.field.name] ?? 'mine'}
                  onChoose={(side) => setChoices({ ...choices, [difference.field.name]: side })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}

const DifferenceRow = ({
  difference,
  choice,
  onChoose,
}: {
  difference: Difference
  choice: Side
  onChoose: (side: Side) => void
}) => {
  const { field, changedBy } = difference
  const kept = changedBy === 'both' ? choice : changedBy
  return (
    <tr>
      <th scope="row">{field.label}</th>
      {(['mine', 'theirs'] as const).map((side) => (
        <td key={side} class={kept === side ? 'kept' : 'dropped'}>
          <DifferenceValue
            difference={difference}
            side={side}
            isKept={kept === side}
            onChoose={onChoose}
          />
        </td>
      ))}
    </tr>
  )
}

const DifferenceValue = ({
  difference,
  side,
  isKept,
  onChoose,
}: {
  difference: Difference
  side: Side
  isKept: boolean
  onChoose: (side: Side) => void
}) => {
  const { field, changedBy } = difference
  const text = <FieldText field={field} value={difference[side]} />
  if (changedBy !== 'both') return text
  const who = side === 'mine' ? t('Yours') : t('Saved meanwhile')
  return (
    <label class="choice">
      <input
        type="radio"
        name={`conflict-${field.name}`}
        aria-label={`${field.label}, ${who}`}
        checked={isKept}
        onChange={() => onChoose(side)}
      />
      {text}
    </label>
  )
}
