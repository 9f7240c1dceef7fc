/** The last requests, the newest first. One of them can be open and shows its response. */
import { signal } from '@preact/signals'
import { authentication, contextPath } from '../browser/page-facts.js'
import { formatClock } from '../fields/format.js'
import { catalog } from '../service/catalog.js'
import { type Exchange, exchanges } from '../service/exchanges.js'
import { token } from '../service/identity.js'
import { formatCount, t } from '../texts/translate.js'
import { CopyButton, Source } from '../ui/copy-button.js'
import { Folded } from '../ui/folded.js'
import { JsonView, parseJson } from '../ui/json-view.js'
import { Method } from '../ui/method.js'
import { Empty } from '../ui/notices.js'
import { Tabs } from '../ui/tabs.js'
import { printClientCode } from './client-code.js'
import { printCurl } from './curl.js'

const open = signal<number | undefined>(undefined)

export const Exchanges = () =>
  exchanges.value.length === 0 ? (
    <Empty title={t('There are no requests yet.')} />
  ) : (
    <ol class="exchanges">
      {exchanges.value.map((exchange) => (
        <ExchangeItem key={exchange.id} exchange={exchange} />
      ))}
    </ol>
  )

const statusKind = (status: number): string =>
  status === 0 || status >= 400 ? 'denied' : 'allowed'

const sizeOf = ({ responseHeaders, responseBody }: Exchange): string => {
  const length = responseHeaders['content-length']
  const bytes = length === undefined ? responseBody?.length : Number(length)
  if (bytes === undefined) return ''
  return bytes < 1000 ? `${bytes} B` : `${formatCount(Math.round(bytes / 100) / 10)} kB`
}

const ExchangeItem = ({ exchange }: { exchange: Exchange }) => {
  const { id, method, url, status, durationMs, startedAt } = exchange
  const isOpen = open.value === id
  const path = url.split('?')[0]!
  return (
    <li class="exchange">
      <button
        type="button"
        class="exchange-line"
        aria-expanded={isOpen}
        title={url}
        onClick={() => {
          open.value = isOpen ? undefined : id
        }}
      >
        <Method name={method} />
        <span class="exchange-path">{path}</span>
        <span class={`${statusKind(status)} number`}>{status || t('none')}</span>
        <span class="exchange-facts faint number">
          {Math.round(durationMs)} ms · {sizeOf(exchange)} · {formatClock(startedAt)}
        </span>
      </button>
      {isOpen && <ExchangeDetail exchange={exchange} />}
    </li>
  )
}

const part = signal('response')

export const ExchangeDetail = ({ exchange }: { exchange: Exchange }) => {
  const { origin } = location
  const needsToken = authentication === 'jwt' && token.value !== undefined
  const code = printClientCode(exchange, catalog.value?.resources ?? [], {
    ...{ origin, contextPath, needsToken },
  })
  const tabs = [
    { id: 'response', title: t('Response') },
    { id: 'request', title: t('Request') },
    { id: 'curl', title: 'curl' },
    ...(code === undefined ? [] : [{ id: 'client', title: t('Client') }]),
  ]
  const current = tabs.some(({ id }) => id === part.value) ? part.value : 'response'
  return (
    <div class="exchange-detail stack">
      <Tabs
        label={t('Request and response')}
        tabs={tabs}
        current={current}
        onChange={(id) => {
          part.value = id
        }}
      >
        {current === 'response' && <ResponseBody exchange={exchange} />}
        {current === 'request' && <RequestParts exchange={exchange} />}
        {current === 'curl' && (
          <Source label="curl" text={printCurl(exchange, { origin, needsToken })} />
        )}
        {current === 'client' && code !== undefined && <Source label={t('Client')} text={code} />}
      </Tabs>
    </div>
  )
}

const RequestParts = ({ exchange: { url, body, headers } }: { exchange: Exchange }) => {
  const parameters = [...new URL(url, location.origin).searchParams]
  const parsed = body === undefined ? undefined : parseJson(body)
  return (
    <>
      <code class="wrap">{url}</code>
      {parameters.length > 0 && <HeaderList headers={parameters} />}
      <HeaderList headers={Object.entries(headers)} />
      {parsed ? <JsonView value={parsed.value} /> : body !== undefined && <pre>{body}</pre>}
    </>
  )
}

const ResponseBody = ({
  exchange: { responseBody, responseHeaders, status },
}: {
  exchange: Exchange
}) => {
  if (status === 0) return <Empty title={t('There was no response.')} />
  if (responseBody === undefined) return <Empty title={t('The response is not shown here.')} />
  const parsed = parseJson(responseBody)
  return (
    <>
      <div class="row">
        <Folded summary={t('Headers')}>
          {() => <HeaderList headers={Object.entries(responseHeaders)} />}
        </Folded>
        <span class="spacer" />
        <CopyButton text={responseBody} label={t('Copy the response')} />
      </div>
      {parsed ? (
        <JsonView value={parsed.value} />
      ) : (
        <>
          <p class="faint">{t('Only the beginning is kept.')}</p>
          <pre class="wrap">{responseBody.slice(0, 5000)}</pre>
        </>
      )}
    </>
  )
}

type List = readonly (readonly [name: string, value: string])[]

const HeaderList = ({ headers }: { headers: List }) => (
  <dl class="header-list">
    {headers.map(([name, value], index) => (
      <div key={`${name} ${index}`}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
