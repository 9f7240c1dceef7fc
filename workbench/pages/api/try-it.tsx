/** Sends a request as the caller, and shows the response. */
import { useId, useState } from 'preact/hooks'
import { ExchangeDetail } from '../../contract/exchange-list.js'
import {
  exampleOf,
  mayWrite,
  type OpenApi,
  type OperationEntry,
  type Parameter,
  requestUrl,
  typeText,
} from '../../contract/openapi.js'
import { type Exchange, exchanges, recordingFetch } from '../../service/exchanges.js'
import { identityHeaders } from '../../service/identity.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { confirm } from '../../ui/confirm-dialog.js'
import { fileNameOf } from '../table/export/export-file.js'

interface TryItProps {
  readonly document: OpenApi
  readonly entry: OperationEntry
}

const print = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

const keyOf = ({ in: place, name }: Parameter): string => `${place} ${name}`

interface Sent {
  readonly exchange?: Exchange | undefined
  /** The received file, by its URL in the memory of the browser. */
  readonly file?: { readonly url: string; readonly name: string }
}

const send = async (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<Sent> => {
  const all = new Headers({ Accept: '*/*', ...identityHeaders(), ...headers })
  if (body !== undefined) all.set('Content-Type', 'application/json')
  try {
    const response = await recordingFetch(url, {
      ...{ method, headers: all },
      ...(body === undefined ? {} : { body }),
    })
    const exchange = newest(method, url)
    const disposition = response.headers.get('Content-Disposition')
    if (disposition === null) return { exchange }
    const file = {
      url: URL.createObjectURL(await response.blob()),
      name: fileNameOf(disposition) ?? 'download',
    }
    return { exchange, file }
  } catch {
    return { exchange: newest(method, url) }
  }
}

const newest = (method: string, url: string): Exchange | undefined =>
  exchanges.value.find((exchange) => exchange.method === method && exchange.url === url)

export const TryIt = ({ document, entry }: TryItProps) => {
  const { path, method, operation } = entry
  const { parameters = [], requestBody } = operation
  const [values, setValues] = useState<ParameterValues>({})
  const [body, setBody] = useState(() => print(exampleOf(document, requestBody)))
  const url = requestUrl(path, parameters, values)
  const { isSending, sent, submit } = useSending(entry, url)
  return (
    <form
      class="try-it"
      onSubmit={(event) => {
        event.preventDefault()
        submit(headersOf(parameters, values), requestBody && body !== '' ? body : undefined)
      }}
    >
      {parameters.map((parameter) => (
        <ParameterInput
          key={keyOf(parameter)}
          document={document}
          parameter={parameter}
          value={values[keyOf(parameter)] ?? ''}
          onChange={(value) => setValues({ ...values, [keyOf(parameter)]: value })}
        />
      ))}
      {requestBody && <BodyInput {...{ body }} onChange={setBody} />}
      <div class="row">
        <Button type="submit" kind="primary" disabled={isSending}>
          {t('Send')}
        </Button>
        <code class="wrap faint">
          {method} {url}
        </code>
      </div>
      <div aria-live="polite">{sent && <Response {...sent} />}</div>
    </form>
  )
}

type ParameterValues = Readonly<Record<string, string>>

const headersOf = (parameters: readonly Parameter[], values: ParameterValues): ParameterValues =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'header' && values[keyOf(parameter)])
      .map((parameter) => [parameter.name, values[keyOf(parameter)]!]),
  )

/** Sends the request of an operation, after a question if it may change data. */
const useSending = (entry: OperationEntry, url: string) => {
  const { method } = entry
  const [isSending, setSending] = useState(false)
  const [sent, setSent] = useState<Sent>()
  const submit = async (headers: ParameterValues, body: string | undefined) => {
    const agrees =
      !mayWrite(entry) ||
      (await confirm({
        title: `${method} ${url}`,
        text: t('This request may change data.'),
        action: t('Send'),
        isDangerous: method === 'DELETE',
      }))
    if (!agrees) return
    setSending(true)
    if (sent?.file) URL.revokeObjectURL(sent.file.url)
    setSent(await send(method, url, headers, body))
    setSending(false)
  }
  return { isSending, sent, submit }
}

const BodyInput = ({ body, onChange }: { body: string; onChange: (body: string) => void }) => (
  <label class="field">
    <span class="field-label">{t('Body')}</span>
    <textarea
      class="input"
      rows={Math.min(Math.max(body.split('\n').length, 3), 16)}
      spellcheck={false}
      value={body}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
)

const Response = ({ exchange, file }: Sent) =>
  exchange ? (
    <>
      <p class="row">
        <strong class="number">{exchange.status}</strong>
        <span class="faint number">{Math.round(exchange.durationMs)} ms</span>
        {file && (
          <a href={file.url} download={file.name}>
            {file.name}
          </a>
        )}
      </p>
      <ExchangeDetail exchange={exchange} />
    </>
  ) : null

const ParameterInput = ({
  document,
  parameter: { name, in: place, required = false, schema = {} },
  value,
  onChange,
}: {
  document: OpenApi
  parameter: Parameter
  value: string
  onChange: (value: string) => void
}) => {
  const hint = `${place} · ${typeText(document, schema)}`
  const id = useId()
  const props = {
    ...{ class: 'input', id, required, value, spellcheck: false },
    onInput: (event: Event & { currentTarget: { value: string } }) =>
      onChange(event.currentTarget.value),
  }
  return (
    <div class="field">
      <label class={`field-label ${required ? 'required' : ''}`} for={id}>
        {name} <span class="faint">{hint}</span>
      </label>
      {schema['type'] === 'array' ? (
        <textarea {...props} rows={2} placeholder={t('One per line')} />
      ) : (
        <input {...props} type="text" autocomplete="off" />
      )}
    </div>
  )
}
