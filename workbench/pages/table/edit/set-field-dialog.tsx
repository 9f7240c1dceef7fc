/** Sets one field of several selected records. */
import { useId, useState } from 'preact/hooks'
import { Control } from '../../../controls/control.js'
import { validate } from '../../../controls/validate.js'
import type { Id, ResourceEntry } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import type { Field, Shape } from '../../../service/shape.js'
import { t, tn } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Loading } from '../../../ui/notices.js'
import { loadedRows } from '../grid/select-cell.js'
import type { ReplacedRows } from '../rows/replaced-rows.js'
import type { CellChange } from './cell-changes.js'
import { ChangesDialog } from './changes-dialog.js'
import { obstacleOf, type WriteTargets, writtenField } from './targets.js'
import type { useSaving } from './use-saving.js'

export interface SetFieldDialogProps {
  readonly resource: ResourceEntry
  readonly shape: Shape
  /** The selected records as the user saw them. */
  readonly records: ReadonlyMap<Id, Row>
  readonly rows: ReplacedRows
  /** How the table saves its cells. It asks about conflicts, also when a change is undone. */
  readonly saving: Pick<ReturnType<typeof useSaving>, 'context' | 'turns' | 'finish'>
  readonly onClose: () => void
}

/** Fields that requests have and that may be changed for some record. */
const fieldsOf = (targets: WriteTargets, shape: Shape, rows: readonly Row[]): readonly Field[] =>
  shape.fields.flatMap((field) => {
    const written = writtenField(targets, field.name)
    const isPossible = written && obstacleOf(targets, field, field.name) === ''
    return isPossible && rows.every((row) => row[field.name] !== undefined) ? [written] : []
  })

/** Returns the records as the table shows them now, because some were changed after the selection. */
const shownRecords = ({ resource, rows, records }: SetFieldDialogProps): ReadonlyMap<Id, Row> => {
  const shown = loadedRows(rows).map((row) => [row[resource.idField] as Id, row] as const)
  return new Map([...records, ...shown.filter(([id]) => records.has(id))])
}

export const SetFieldDialog = (props: SetFieldDialogProps) => {
  const { shape, saving, onClose } = props
  const { context } = saving
  // The question stays the same, whatever is selected afterwards.
  const [records] = useState(() => shownRecords(props))
  const [cells, setCells] = useState<readonly CellChange[]>()
  if (!context) {
    return (
      <Dialog title={t('Set a field')} onClose={onClose}>
        <Loading rows={2} />
      </Dialog>
    )
  }
  if (!cells) {
    const fields = fieldsOf(context.targets, shape, [...records.values()])
    return (
      <FieldChoice
        {...{ fields, onClose }}
        count={records.size}
        onChoose={(field, value) =>
          setCells([...records].map(([id, row]) => ({ id, row, field, value })))
        }
      />
    )
  }
  return (
    <ChangesDialog
      {...{ context, saving, cells, onClose }}
      title={t('Set {label}', { label: cells[0]?.field.label ?? '' })}
    />
  )
}

interface FieldChoiceProps {
  readonly fields: readonly Field[]
  readonly count: number
  readonly onChoose: (field: Field, value: unknown) => void
  readonly onClose: () => void
}

const FieldChoice = ({ fields, count, onChoose, onClose }: FieldChoiceProps) => {
  const [name, setName] = useState(fields[0]?.name)
  const [value, setValue] = useState<unknown>(null)
  const [isChecked, setChecked] = useState(false)
  const form = useId()
  const field = fields.find((each) => each.name === name)
  // Together with the field: an effect could come after the first key, and remove what was typed.
  const chooseField = (chosen: string) => {
    setName(chosen)
    setValue(null)
    setChecked(false)
  }
  const fault = field && validate(field, value, field.required === true && !field.nullable)
  return (
    <Dialog
      title={t('Set a field')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={form} kind="primary" disabled={!field}>
            {t('Show the changes')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (field && fault === undefined) onChoose(field, value)
        }}
      >
        <p>{tn(count, 'This applies to 1 record.', 'This applies to {count} records.')}</p>
        <label class="field">
          <span class="field-label">{t('Field')}</span>
          <select
            class="input"
            value={name}
            onChange={({ currentTarget }) => chooseField(currentTarget.value)}
          >
            {fields.map((each) => (
              <option key={each.name} value={each.name}>
                {each.label}
              </option>
            ))}
          </select>
        </label>
        {field && (
          <Control
            key={name}
            field={field}
            value={value}
            onChange={setValue}
            error={isChecked ? fault : undefined}
            label={t('New value')}
          />
        )}
      </form>
    </Dialog>
  )
}
