/**
 * The form that changes a record, or a part of it. It sends the version that the user saw; if the
 * record has another one by then, it offers to merge.
 */
import { useRef, useState } from 'preact/hooks'
import { noteChange } from '../service/changes.js'
import type { Id, ResourceEntry } from '../service/discovery.js'
import { type Row, readRecord, write } from '../service/records.js'
import type { Field, Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { toast } from '../ui/toasts.js'
import { useShown } from '../ui/use-shown.js'
import { ConflictDialog } from './conflict-dialog.js'
import {
  allMembers,
  changedMembers,
  formFields,
  warnOfUnseen,
  withComputed,
  writtenValues,
} from './form-values.js'
import { type Choices, type Difference, differences, merge } from './merge.js'
import { RecordForm } from './record-form.js'
import type { Submit } from './use-record-form.js'

interface EditFormProps {
  readonly resource: ResourceEntry
  readonly id: Id
  /** PUT sends every field, PATCH the changed ones. */
  readonly method: 'PUT' | 'PATCH'
  readonly path: string
  /** Shape of the request. */
  readonly shape: Shape
  /** Shape of the record. */
  readonly recordShape: Shape | undefined
  readonly record: Row
  /** The version of the record. */
  readonly etag: string | undefined
  readonly onSaved: (record: Row) => void
  readonly onCancel: () => void
  readonly onDirty?: ((isDirty: boolean) => void) | undefined
}

interface Conflict {
  readonly found: readonly Difference[]
  readonly decide: (choices: Choices | undefined) => void
}

export const EditForm = (props: EditFormProps) => {
  const { resource, id, method, path, shape, onSaved, onCancel, onDirty } = props
  const fields = formFields(shape.fields)
  // The record that the user edits. It stays the same if the page reads the record again meanwhile.
  const seen = useRef({ record: writtenValues(fields, props.record), etag: props.etag })
  const [conflict, setConflict] = useState<Conflict>()
  const isShown = useShown()

  const send = (values: Row) => {
    const { record, etag } = seen.current
    const body =
      method === 'PATCH' ? changedMembers(fields, record, values) : allMembers(shape.fields, values)
    return write({ method, path, body, ifMatch: etag })
  }
  const ask = (found: readonly Difference[]): Promise<Choices | undefined> =>
    new Promise((resolve) => {
      setConflict({
        found,
        decide: (choices) => {
          setConflict(undefined)
          resolve(choices)
        },
      })
    })
  const submit: Submit = async (entered, form) => {
    let values = entered
    for (;;) {
      const result = await send(values)
      if (result.ok) {
        toast(t('Saved.'))
        if (isShown.current) onSaved(result.data)
        else noteChange()
        return undefined
      }
      const isOlder = result.error.code === 'STALE_RESOURCE_VERSION'
      if (!isOlder || !isShown.current) return result.error
      const current = await readRecord(resource, id)
      if (!current.ok) return current.error
      const record = writtenValues(fields, current.data)
      const found = differences(fields, seen.current.record, values, record)
      const choices = await ask(found)
      if (!choices) return result.error
      values = merge(values, found, choices)
      seen.current = { record, etag: current.etag }
      form.replace(values)
    }
  }
  return (
    <>
      <RecordForm
        fields={shownFields(props)}
        rules={shape.document['x-ui'].rules}
        initial={props.record}
        submitLabel={t('Save changes')}
        onSubmit={submit}
        onCancel={onCancel}
        onDirty={onDirty}
      />
      {conflict && <ConflictDialog differences={conflict.found} onDecide={conflict.decide} />}
    </>
  )
}

/** The fields of the request, and what the service computes from them. */
const shownFields = ({ method, shape, recordShape, record }: EditFormProps): readonly Field[] => {
  const fields = method === 'PUT' ? warnOfUnseen(shape.fields, record) : shape.fields
  const isWhole = method === 'PUT' || fields.some(({ items }) => items)
  return isWhole ? withComputed(fields, recordShape?.fields ?? []) : fields
}
