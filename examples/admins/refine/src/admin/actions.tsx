/** Buttons of workflow actions. They say why the service would refuse an action. */
import { type BaseKey, type HttpError, useCan, useUpdate, useUpdateMany } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { InputField } from './inputs'
import { showErrors } from './server-errors'
import type { Action } from './types'

interface ActionButtonProps {
  action: Action
  resource: string
  /** The record; without one, the action is performed on `ids`. */
  id?: BaseKey
  ids?: BaseKey[]
  /** When the record was read: what is allowed depends on its state. */
  readAt?: number
  onDone?: () => void
}

export const ActionButton = ({ action, resource, id, ids, readAt, onDone }: ActionButtonProps) => {
  const { data: access } = useCan({
    ...{ resource, action: action.id, params: { id, readAt } },
    queryOptions: { placeholderData: (previous) => previous },
  })
  const { mutateAsync: updateRecord } = useUpdate()
  const { mutateAsync: updateMany } = useUpdateMany()
  const [isOpen, setOpen] = useState(false)
  const hasInputs = (action.inputs ?? []).length > 0
  const perform = async (variables: object) => {
    const request = {
      ...{ resource, values: variables, meta: { action: action.id } },
      successNotification: { type: 'success', message: action.success ?? `${action.label}: done.` },
    } as const
    await (id === undefined
      ? updateMany({ ...request, ids: ids ?? [] })
      : updateRecord({ ...request, id }))
    setOpen(false)
    onDone?.()
  }
  const start = () => {
    if (hasInputs || action.confirm) setOpen(true)
    // The notification shows what was wrong.
    else perform({}).catch(() => undefined)
  }
  return (
    <>
      <button
        type="button"
        disabled={!access?.can || (id === undefined && ids?.length === 0)}
        title={access?.reason}
        onClick={start}
      >
        {action.label}
      </button>
      {isOpen && <ActionDialog {...{ action, perform }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ActionDialogProps {
  action: Action
  perform: (values: object) => Promise<void>
  onClose: () => void
}

const ActionDialog = ({ action, perform, onClose }: ActionDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useForm()
  useEffect(() => dialog.current?.showModal(), [])
  const submit = form.handleSubmit((values) =>
    perform(values).catch((error: HttpError) => showErrors(form, error)),
  )
  return (
    <dialog ref={dialog} aria-label={action.label} onClose={onClose}>
      <FormProvider {...form}>
        <form onSubmit={submit} noValidate>
          <h2>{action.label}?</h2>
          {(action.inputs ?? []).map((input) => (
            <InputField key={input.name} input={input} />
          ))}
          <div className="buttons">
            <button type="submit">{action.label}</button>
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </form>
      </FormProvider>
    </dialog>
  )
}
