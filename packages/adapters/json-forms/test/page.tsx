/** A page with the form of an order, for the test in a browser. */
import { JsonForms } from '@jsonforms/react'
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers'
import { createClient, type Resources, untyped } from 'corollary/client'
import { type ReactElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createForm, type FormError, type Values } from '../src/index.js'

const client = createClient<Resources>({ baseUrl: '' })
const form = await createForm(client, 'sales.orders', 'create')
const renderers = [...form.renderers, ...vanillaRenderers]

const Page = (): ReactElement => {
  const [data, setData] = useState<Values>(form.initial())
  const [refused, setRefused] = useState<FormError[]>([])
  const [status, setStatus] = useState('')
  const save = async (): Promise<void> => {
    const result = await untyped(client).resource('sales.orders').create(form.body(data))
    setRefused(result.ok ? [] : form.errorsOf(result.error))
    setStatus(result.ok ? `Saved ${result.data['number']}` : result.error.message)
  }
  return (
    <>
      <JsonForms
        {...{ data, renderers, schema: form.schema, uischema: form.uischema, i18n: form.i18n }}
        cells={vanillaCells}
        middleware={form.middleware}
        additionalErrors={refused}
        onChange={(change) => setData(change.data)}
      />
      <button type="button" onClick={save}>
        Save
      </button>
      <p role="status">{status}</p>
    </>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Page />)
