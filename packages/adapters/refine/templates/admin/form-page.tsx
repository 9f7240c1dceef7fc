/** Creates or edits a record. A conflict shows what somebody else has changed meanwhile. */
import {
  type BaseRecord,
  type HttpError,
  useCreate,
  useNavigation,
  useOne,
  useResourceParams,
  useUpdate,
} from '@refinedev/core'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { InputField } from './inputs'
import { showErrors } from './server-errors'
import type { Input } from './types'
import { valueText } from './values'

interface FormPageProps {
  title: string
  inputs: Input[]
}

export const CreatePage = ({ title, inputs }: FormPageProps) => {
  const defaults = inputs.flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [[name, defaultValue] as const],
  )
  return <RecordForm {...{ title, inputs }} record={Object.fromEntries(defaults)} />
}

export const EditPage = ({ title, inputs }: FormPageProps) => {
  const { resource, id } = useResourceParams()
  // The form keeps what it has loaded: a later change of somebody else is a conflict.
  const { query, result: record } = useOne<BaseRecord>({
    ...{ resource: resource?.name, id, liveMode: 'off' },
    queryOptions: { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  if (query.error) return <p className="error">{query.error.message}</p>
  if (!record) return <p role="status">Loading…</p>
  return <RecordForm key={record.id} {...{ title, inputs, record }} />
}

type RecordFormProps = FormPageProps & { record: BaseRecord }

const RecordForm = ({ title, inputs, record }: RecordFormProps) => {
  const { resource, id } = useResourceParams()
  const name = resource?.name ?? ''
  const [seen, setSeen] = useState(record)
  const [current, setCurrent] = useState<BaseRecord>()
  const { mutateAsync: createRecord } = useCreate<BaseRecord>()
  const { mutateAsync: updateRecord } = useUpdate<BaseRecord>()
  const { show, listUrl } = useNavigation()
  const form = useForm<BaseRecord>({ defaultValues: formValues(inputs, record) })
  const { errors, isSubmitting } = form.formState

  const save = async (values: BaseRecord, etag: unknown) => {
    setCurrent(undefined)
    try {
      const { data } = await (id === undefined
        ? createRecord({ resource: name, values, errorNotification: false })
        : updateRecord({
            ...{ resource: name, id, values: { ...values, _etag: etag } },
            errorNotification: false,
          }))
      show(name, data.id ?? '')
    } catch (cause) {
      const error = cause as HttpError
      setCurrent(error['current'])
      showErrors(form, error)
    }
  }
  const takeTheirs = (theirs: BaseRecord) => {
    setSeen(theirs)
    setCurrent(undefined)
    form.reset(formValues(inputs, theirs))
  }

  return (
    <main>
      <nav aria-label="Breadcrumb">
        <Link to={listUrl(name)}>{resource?.meta?.label}</Link>
      </nav>
      <h1>{title}</h1>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit((values) => save(values, seen['_etag']))}>
          {errors.root && (
            <p className="error" role="alert">
              {errors.root.message}
            </p>
          )}
          {current && (
            <section className="conflict" aria-label="Conflict">
              <h2>Somebody has changed this record</h2>
              <Differences {...{ inputs, seen, current }} />
              <div className="buttons">
                <button type="button" onClick={() => takeTheirs(current)}>
                  Take their version
                </button>
                <button
                  type="button"
                  onClick={form.handleSubmit((values) => {
                    setSeen(current)
                    return save(values, current['_etag'])
                  })}
                >
                  Save mine
                </button>
              </div>
            </section>
          )}
          {inputs.map((input) => (
            <InputField key={input.name} input={input} />
          ))}
          <div className="buttons">
            <button type="submit" disabled={isSubmitting}>
              Save
            </button>
          </div>
        </form>
      </FormProvider>
    </main>
  )
}

/** Only the fields of the form: a body has no others. */
const formValues = (inputs: Input[], record: BaseRecord): BaseRecord =>
  Object.fromEntries(
    inputs.flatMap(({ name, items }) => {
      const value = record[name]
      if (value === undefined) return []
      if (!items || !Array.isArray(value)) return [[name, value] as const]
      const parts = value.map((part: BaseRecord) => ({
        ...formValues(items, part),
        ...(part.id === undefined ? {} : { id: part.id }),
      }))
      return [[name, parts] as const]
    }),
  )

interface DifferencesProps {
  inputs: Input[]
  seen: BaseRecord
  current: BaseRecord
}

const Differences = ({ inputs, seen, current }: DifferencesProps) => {
  const changed = inputs.filter(
    ({ name }) => JSON.stringify(seen[name]) !== JSON.stringify(current[name]),
  )
  return (
    <ul>
      {changed.map((input) => (
        <li key={input.name}>
          {input.label}:{' '}
          {input.items
            ? 'changed'
            : `${valueText(input, seen[input.name])} is now ${valueText(input, current[input.name])}`}
        </li>
      ))}
    </ul>
  )
}
