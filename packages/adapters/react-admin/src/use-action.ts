/** Workflow actions for buttons: on the record around them, or on the selected records. */
import { useQuery } from '@tanstack/react-query'
import {
  type HttpError,
  useAuthProvider,
  useDataProvider,
  useListContext,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
} from 'ra-core'
import { useState } from 'react'
import type { Members } from '../../shared/src/records.js'
import type { CorollaryAuthProvider } from './auth-provider.js'
import type { CorollaryDataProvider } from './data-provider.js'
import type { HttpErrorBody } from './http-error.js'

export interface ActionState {
  /** Undefined until it is known. */
  readonly access: { readonly can: boolean; readonly reason: string | null } | undefined
  readonly isPending: boolean
  /**
   * Returns the errors of fields, as `onSubmit` of a form does: none if the failure concerns no
   * field. Undefined after a success.
   */
  readonly perform: (data?: Members) => Promise<HttpErrorBody['errors']>
}

export interface ActionOptions {
  /** Id of the action, such as `approve`. */
  readonly action: string
  /** The notification after a success. */
  readonly success?: string
}

/** An action on the record around the component. */
export const useRecordAction = ({ action, success }: ActionOptions): ActionState => {
  const provider = useDataProvider<CorollaryDataProvider>()
  const record = useRecordContext()
  const resource = useResourceContext() ?? ''
  const access = useAccess(resource, action, record)
  const { isPending, run } = useRun()
  return {
    ...{ access, isPending },
    perform: (data) =>
      run(async () => {
        if (!record) return undefined
        await provider.act(resource, {
          ...{ id: record.id, action, previousData: record },
          ...(data ? { data } : {}),
        })
        return success === undefined ? undefined : { text: success }
      }),
  }
}

/** A bulk action on the selected records of the list around the component. */
export const useBulkAction = ({ action, success }: ActionOptions): ActionState => {
  const provider = useDataProvider<CorollaryDataProvider>()
  const { resource, selectedIds, onUnselectItems } = useListContext()
  const access = useAccess(resource, action)
  const { isPending, run } = useRun()
  return {
    ...{ access, isPending },
    perform: (data = {}) =>
      run(async () => {
        const outcome = await provider.perform(resource, { action, ids: selectedIds, data })
        onUnselectItems()
        return summaryOf(outcome.data) ?? (success === undefined ? undefined : { text: success })
      }),
  }
}

const useAccess = (resource: string, action: string, record?: Members): ActionState['access'] => {
  const provider = useAuthProvider<CorollaryAuthProvider>()
  const { data } = useQuery({
    queryKey: ['access', resource, action, record],
    queryFn: () => provider?.access({ resource, action, record }) ?? { can: true, reason: null },
  })
  return data
}

/** A text, or the key of a translation with its arguments and its English text. */
interface Message {
  readonly text: string
  readonly args?: Readonly<Record<string, unknown>>
}

/** Runs the work with a notification about how it ended. */
const useRun = () => {
  const [isPending, setPending] = useState(false)
  const notify = useNotify()
  const refresh = useRefresh()
  const run = async (
    work: () => Promise<Message | undefined>,
  ): Promise<HttpErrorBody['errors']> => {
    setPending(true)
    try {
      const message = await work()
      if (message) notify(message.text, { type: 'success', messageArgs: message.args })
      return undefined
    } catch (error) {
      const { message, body } = error as HttpError
      const errors = (body as Partial<HttpErrorBody> | undefined)?.errors
      if (!errors) notify(message, { type: 'error' })
      return errors ?? {}
    } finally {
      setPending(false)
      refresh()
    }
  }
  return { isPending, run }
}

/** What became of the records of a bulk action, if some of them failed. */
const summaryOf = ({ items, failed, total }: Members): Message | undefined => {
  if (!Array.isArray(items) || !failed) return undefined
  const [first] = items.filter(({ status }) => status === 'FAILED')
  const _ = '%{failed} of %{total} failed: %{reason}'
  return { text: 'corollary.failed', args: { failed, total, reason: first?.message, _ } }
}
