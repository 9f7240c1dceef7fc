/** An operation: parameters, request, responses, examples, and a request to try it. */
import { useState } from 'preact/hooks'
import {
  type Body,
  jsonOf,
  limitTexts,
  type OpenApi,
  type OperationEntry,
  resolve,
  typeText,
} from '../../contract/openapi.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Folded } from '../../ui/folded.js'
import { JsonView } from '../../ui/json-view.js'
import { SchemaView } from './schema-view.js'
import { TryIt } from './try-it.js'

interface OperationProps {
  readonly document: OpenApi
  readonly entry: OperationEntry
}

export const OperationView = ({ document, entry }: OperationProps) => {
  const { description, parameters = [], requestBody, responses, operationId } = entry.operation
  const [isTrying, setTrying] = useState(false)
  const known = Object.entries(responses).map(
    ([status, response]) => [status, resolve(document, response)] as const,
  )
  const isSuccess = ([status]: readonly [string, Body]) => /^[23]/.test(status)
  return (
    <div class="operation-body">
      {description && <p>{description}</p>}
      <div class="row">
        <code class="faint">{operationId}</code>
        <CopyButton text={operationId} />
        <span class="spacer" />
        <Button
          kind={isTrying ? 'quiet' : 'primary'}
          aria-expanded={isTrying}
          onClick={() => setTrying(!isTrying)}
        >
          {t('Try it')}
        </Button>
      </div>
      {isTrying && <TryIt document={document} entry={entry} />}
      {parameters.length > 0 && (
        <section>
          <h3>{t('Parameters')}</h3>
          <ul class="members">
            {parameters.map((parameter) => {
              const { name, in: place, required, description, schema = {} } = parameter
              return (
                <li key={`${place} ${name}`}>
                  <div class="member">
                    <code class="member-name">{name}</code>
                    <span class="member-type">{typeText(document, schema)}</span>
                    <span class="badge">{place}</span>
                    {required && <span class="badge">{t('required')}</span>}
                    <span class="faint">{limitTexts(document, schema).join(' · ')}</span>
                    {description && <span class="member-text faint">{description}</span>}
                  </div>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {requestBody && (
        <section>
          <h3>{t('Request')}</h3>
          <BodyView document={document} body={resolve(document, requestBody)} />
        </section>
      )}
      {known.filter(isSuccess).map(([status, response]) => (
        <section key={status}>
          <h3>
            {t('Response')} <code>{status}</code> <span class="faint">{response.description}</span>
          </h3>
          <BodyView document={document} body={response} />
        </section>
      ))}
      <section>
        <h3>{t('Errors')}</h3>
        <ul class="members">
          {known
            .filter((each) => !isSuccess(each))
            .map(([status, response]) => (
              <li key={status}>
                <Folded
                  class="member"
                  summary={
                    <>
                      <code class="member-name">{status}</code>
                      <span>{response.description}</span>
                    </>
                  }
                >
                  {() => <Examples document={document} body={response} />}
                </Folded>
              </li>
            ))}
        </ul>
      </section>
    </div>
  )
}

const BodyView = ({ document, body }: { document: OpenApi; body: Body }) => {
  const schema = jsonOf(body)?.schema
  const others = Object.keys(body.content ?? {}).filter((type) => type !== 'application/json')
  return (
    <>
      {schema && <SchemaView document={document} schema={schema} />}
      {others.length > 0 && (
        <p>
          <code>{others.join(', ')}</code>
        </p>
      )}
      {!body.content && <p class="faint">{t('Without a body.')}</p>}
      <Examples document={document} body={body} />
    </>
  )
}

const Examples = ({ document, body }: { document: OpenApi; body: Body }) => (
  <>
    {Object.entries(jsonOf(body)?.examples ?? {}).map(([name, example]) => (
      <Example key={name} name={name} example={resolve(document, example)} />
    ))}
  </>
)

const Example = ({
  name,
  example: { summary, value },
}: {
  name: string
  example: { readonly summary?: string; readonly value?: unknown }
}) => (
  <Folded
    summary={
      <>
        {t('Example')} <span class="faint">{summary ?? name}</span>
      </>
    }
  >
    {() => <JsonView value={value} />}
  </Folded>
)
