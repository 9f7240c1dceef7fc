/** The form that creates a record. It creates one record, even if it is sent several times. */
import { useRef, useState } from 'preact/hooks'
import type { Values } from '../controls/input-props.js'
import { noteChange } from '../service/changes.js'
import type { ResourceEntry } from '../service/discovery.js'
import { type Row, write } from '../service/records.js'
import type { Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Menu, MenuItem } from '../ui/menu.js'
import { toast } from '../ui/toasts.js'
import { useShown } from '../ui/use-shown.js'
import { newIdempotencyKey } from './idempotency-key.js'
import { RecordForm } from './record-form.js'
import type { Submit } from './use-record-form.js'

interface CreateFormProps {
  readonly resource: ResourceEntry
  /** Shape of the request. */
  readonly shape: Shape
  readonly onCreated: (record: Row) => void
  readonly onCancel?: () => void
}

/** Errors that say that the key belongs to another request. */
const usedUp = new Set(['IDEMPOTENCY_CONFLICT'])

/** Value of the button that keeps the form open for the next record. */
const another = 'another'

export const CreateForm = ({ resource, shape, onCreated, onCancel }: CreateFormProps) => {
  const [round, setRound] = useState(0)
  const [fill, setFill] = useState<Values>()
  const key = useRef(newIdempotencyKey())
  const isShown = useShown()
  const submit: Submit = async (values, { button }) => {
    const result = await write({
      ...{ method: 'POST', path: resource.resourcePath, body: values },
      idempotencyKey: key.current,
    })
    if (!result.ok) {
      if (usedUp.has(result.error.code)) key.current = newIdempotencyKey()
      return result.error
    }
    key.current = newIdempotencyKey()
    toast(t('Created.'))
    if (!isShown.current) noteChange()
    else if (button === another) {
      setFill(undefined)
      setRound(round + 1)
    } else {
      onCreated(result.data)
    }
    return undefined
  }
  return (
    <RecordForm
      key={round}
      fields={shape.fields}
      rules={shape.document['x-ui'].rules}
      submitLabel={t('Create and open')}
      onSubmit={submit}
      onCancel={onCancel}
      fill={fill}
      actions={
        <Button type="submit" value={another}>
          {t('Create another')}
        </Button>
      }
      aside={<Examples shape={shape} onChoose={setFill} />}
    />
  )
}

/** The examples of the contract, which fill in the form. */
const Examples = ({ shape, onChoose }: { shape: Shape; onChoose: (values: Values) => void }) => {
  const examples = Object.entries(shape.document['x-ui'].operationExamples?.['request'] ?? {})
  // Each choice is a new object, so that an example can be filled in again.
  const choose = (value: unknown) => onChoose({ ...(value as Values) })
  if (examples.length === 0) return null
  if (examples.length === 1) {
    const [, { summary, value }] = examples[0]!
    return (
      <Button kind="quiet" title={summary} onClick={() => choose(value)}>
        {t('Fill with an example')}
      </Button>
    )
  }
  return (
    <Menu label={t('Fill with an example')}>
      {(close) => (
        <ul class="menu-list">
          {examples.map(([name, { summary, value }]) => (
            <MenuItem key={name} {...{ close }} onChoose={() => choose(value)}>
              {summary ?? name}
            </MenuItem>
          ))}
        </ul>
      )}
    </Menu>
  )
}
