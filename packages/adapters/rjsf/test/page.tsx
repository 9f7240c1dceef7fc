/** A page with the form of an order, for the test in a browser. */
import Form from '@rjsf/core'
import type { ErrorSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { createClient, type Resources, untyped } from 'corollary/client'
import { type ReactElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createForm, type Values } from '../src/index.js'

const client = createClient<Resources>({ baseUrl: '' })
const form = await createForm(client, 'sales.orders', 'create')

const Page = (): ReactElement => {
  const [data, setData] = useState<Values>(form.initial())
  const [refused, setRefused] = useState<ErrorSchema<Values>>({})
  const [status, setStatus] = useState('')
  const save = async (values: Values | undefined): Promise<void> => {
    const result = await untyped(client).resource('sales.orders').create(form.body(values))
    setRefused(result.ok ? {} : form.errorsOf(result.error))
    setStatus(result.ok ? `Saved ${result.data['number']}` : result.error.message)
  }
  return (
    <>
      <Form<Values>
        {...{ validator, schema: form.schema, widgets: form.widgets }}
        {...{ customValidate: form.customValidate, transformErrors: form.transformErrors }}
        noHtml5Validate
        liveValidate
        showErrorList={false}
        uiSchema={form.uiSchema(data)}
        formData={data}
        extraErrors={refused}
        extraErrorsBlockSubmit={false}
        onChange={(change) => setData((before) => form.changed(before, change.formData))}
        onSubmit={(submitted) => save(submitted.formData)}
      />
      <p role="status">{status}</p>
    </>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Page />)
