/** Asks for the input of an action, runs it, and shows the outcome of each record. */
import { useRef, useState } from 'preact/hooks'
import type { Action } from '../../src/wire/catalogs/actions.js'
import { labelOf, nameOf } from '../fields/label.js'
import { newIdempotencyKey } from '../forms/idempotency-key.js'
import { RecordForm } from '../forms/record-form.js'
import { confirmDiscard } from '../forms/use-leave-guard.js'
import type { CorollaryError } from '../service/connection.js'
import { type Id, type ResourceEntry, readSchema } from '../service/discovery.js'
import { useLoad } from '../service/load.js'
import type { Row } from '../service/records.js'
import type { Field } from '../service/shape.js'
import { t, tn } from '../texts/translate.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { Dialog } from '../ui/dialog.js'
import { Loaded } from '../ui/notices.js'
import { RecordName } from '../ui/record-name.js'
import { isOutdated } from '../ui/refusals.js'
import {
  confirmationOf,
  formFields,
  isDangerous,
  requestOf,
  type Target,
  typedText,
} from './interaction.js'
import { OutcomeDialog } from './outcome-dialog.js'
import { missingOf, type Outcome, runAction, withoutFailed } from './run-action.js'

export interface ActionDialogProps extends Target {
  readonly action: Action
  readonly resource: ResourceEntry
  /** The record, whose name the dialog shows. */
  readonly record?: Row | undefined
  /** The version of the record that the user saw. */
  readonly etag?: string | undefined
  /** Called after data may have changed. `done` are the records that a bulk action has changed. */
  readonly onDone: (done: readonly Id[]) => void
  readonly onClose: () => void
}

/** The values that were sent, to send them again for a part of the records. */
interface Attempt extends Outcome {
  readonly values: Row
  readonly target: Target
}

export const ActionDialog = (props: ActionDialogProps) => {
  const { action, resource, id, ids, etag, onDone, onClose } = props
  const [attempt, setAttempt] = useState<Attempt>()
  const key = useRef(newIdempotencyKey())
  const shape = useLoad(action.requestSchemaUrl, () => readSchema(action.requestSchemaUrl))
  const send = async (values: Row, target: Target): Promise<CorollaryError | undefined> => {
    const request = requestOf(action, target, values, { etag, idempotencyKey: key.current })
    const { error, outcome, isChanged } = await runAction(action, request)
    // A request without a response keeps its key, because it may have taken effect.
    if (error?.status !== 0) key.current = newIdempotencyKey()
    const { ids = [] } = target
    const missing = attempt ? missingOf(attempt) : []
    if (isChanged) onDone([...(outcome ? withoutFailed(ids, outcome) : ids), ...missing])
    else if (error && isOutdated(error)) onDone([])
    if (outcome) setAttempt({ ...outcome, values, target })
    else if (!error) onClose()
    return outcome ? undefined : error
  }
  if (attempt) {
    return (
      <OutcomeDialog
        title={action.title}
        allowedStates={action.allowedStates}
        resource={resource}
        outcome={attempt}
        all={attempt.target.ids ?? []}
        onRepeat={(rest) => send(attempt.values, { ids: rest })}
        onClose={() => {
          onDone(missingOf(attempt))
          onClose()
        }}
      />
    )
  }
  if (!shape.data) {
    return (
      <Dialog title={action.title} onClose={onClose}>
        <Loaded load={shape} rows={2}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  }
  const fields = formFields(action, shape.data.fields)
  const submit = (values: Row) => send(values, { id, ids })
  return fields.length > 0 ? (
    <FormDialog {...props} fields={fields} submit={submit} />
  ) : (
    <QuestionDialog {...props} onAgree={() => submit({})} />
  )
}

type Question = ActionDialogProps & { readonly onAgree: () => Promise<CorollaryError | undefined> }

const typedFor = ({ action, resource, record, id, ids }: ActionDialogProps): string | undefined =>
  confirmationOf(action) === 'typed'
    ? typedText({ id, ids }, record && id !== undefined ? nameOf(resource, record, id) : undefined)
    : undefined

const QuestionDialog = (props: Question) => (
  <ConfirmDialog
    title={props.action.title}
    action={props.action.title}
    isDangerous={isDangerous(props.action)}
    typed={typedFor(props)}
    onAgree={props.onAgree}
    onClose={props.onClose}
  >
    <Explanation {...props} />
  </ConfirmDialog>
)

/** Says what the action does, to which records, and whether it can be undone. */
const Explanation = ({ action, resource, record, id, ids }: ActionDialogProps) => {
  const confirmation = confirmationOf(action)
  return (
    <>
      {action.description && <p>{action.description}</p>}
      {id !== undefined && (
        <p>
          <strong>
            <RecordName {...{ resource, id }} label={labelOf(resource, record)} />
          </strong>
        </p>
      )}
      {ids && (
        <p>{tn(ids.length, 'This applies to 1 record.', 'This applies to {count} records.')}</p>
      )}
      {(confirmation === 'details' || confirmation === 'typed') && (
        <p class="faint">
          {action.execution.interaction.reversible
            ? t('This can be undone.')
            : t('This cannot be undone.')}
        </p>
      )}
    </>
  )
}

type FormProps = ActionDialogProps & {
  readonly fields: readonly Field[]
  readonly submit: (values: Row) => Promise<CorollaryError | undefined>
}

/**
 * The form is the question too, unless something must be typed: then that follows. What the user
 * filled in stays behind it.
 */
const FormDialog = (props: FormProps) => {
  const { action, fields, submit, onClose } = props
  const [pending, setPending] = useState<Row>()
  const isDirty = useRef(false)
  const close = async () => {
    if (!isDirty.current || (await confirmDiscard())) onClose()
  }
  const typed = typedFor(props)
  const onSubmit = async (values: Row) => {
    if (typed === undefined) return submit(values)
    setPending(values)
    return undefined
  }
  return (
    <Dialog title={action.title} onClose={close}>
      <Explanation {...props} />
      <RecordForm
        fields={fields}
        submitLabel={action.title}
        onSubmit={onSubmit}
        onCancel={onClose}
        onDirty={(dirty) => {
          isDirty.current = dirty
        }}
      />
      {pending && (
        <QuestionDialog
          {...props}
          onAgree={() => submit(pending)}
          onClose={() => setPending(undefined)}
        />
      )}
    </Dialog>
  )
}
