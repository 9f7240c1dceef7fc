/** What an edit form does when somebody else has changed the record meanwhile. */
import {
  type HttpError,
  useNotify,
  useRefresh,
  useResourceContext,
  useTranslateLabel,
} from 'ra-core'
import type { Members } from '../../shared/src/records.js'
import type { HttpErrorBody } from './http-error.js'
import { areEqual } from './records.js'

interface Update {
  readonly previousData?: Members
}

/**
 * Returns `onError` of an `Edit` with `mutationMode="pessimistic"`. After a conflict the record is
 * read again; a form with `resetOptions={{ keepDirtyValues: true }}` then shows it with what the
 * user has changed, and saving again writes that. The notification names the fields that others
 * have changed. Other errors are shown as usual.
 *
 * @example
 * <Edit mutationMode="pessimistic" mutationOptions={{ onError: useConflict() }}>
 *   <SimpleForm resetOptions={{ keepDirtyValues: true }}>…</SimpleForm>
 * </Edit>
 */
export const useConflict = () => {
  const notify = useNotify()
  const refresh = useRefresh()
  const resource = useResourceContext()
  const translateLabel = useTranslateLabel()
  return (error: Error, update?: Update): void => {
    const { status, body } = error as Partial<HttpError>
    const { current, errors } = (body ?? {}) as Partial<HttpErrorBody>
    if (status !== 412 || !current) {
      // The form shows errors at their fields.
      if (!errors) notify(error.message, { type: 'error' })
      return
    }
    refresh()
    const fields = changedFields(update?.previousData ?? {}, current)
    const labels = fields.map((source) => translateLabel({ source, ...(resource && { resource }) }))
    const message = labels.length > 0 ? 'corollary.changed_fields' : 'corollary.changed'
    const changes = labels.length > 0 ? ' (%{fields})' : ''
    notify(message, {
      ...{ type: 'warning', autoHideDuration: null },
      messageArgs: {
        fields: labels.join(', '),
        _: `The record was changed meanwhile${changes}. Your changes are kept: check them and save again.`,
      },
    })
  }
}

const changedFields = (seen: Members, current: Members): readonly string[] =>
  Object.keys(seen).filter(
    (name) => name in current && name !== '_links' && !areEqual(seen[name], current[name]),
  )
