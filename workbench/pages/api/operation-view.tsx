/** An operation: its parameters, request, responses, examples and errors, and a way to try it. */
import { useState } from 'preact/hooks'
import { contextPath, isReference, workbenchPath } from '../../browser/page-facts.js'
import { addresses } from '../../browser/router.js'
import {
  type Body,
  jsonOf,
  limitTexts,
  type OpenApi,
  type OperationEntry,
  type Parameter,
  resolve,
  typeText,
} from '../../contract/openapi.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Folded } from '../../ui/folded.js'
import { JsonView } from '../../ui/json-view.js'
import { Prose } from '../../ui/prose.js'
import { SchemaView } from './schema-view.js'
import { TryIt } from './try-it.js'

interface OperationProps {
  readonly document: OpenApi
  readonly entry: OperationEntry
}

type Response = readonly [status: string, response: Body]

const isSuccess = ([status]: Response): boolean => /^[23]/.test(status)

/** @param group name of the document, which addresses of the operation contain */
export const OperationView = ({ document, entry, group }: OperationProps & { group: string }) => {
  const { description, deprecated, parameters = [], requestBody } = entry.operation
  const responses = Object.entries(entry.operation.responses).map(
    ([status, response]): Response => [status, resolve(document, response)],
  )
  const errors = responses.filter((response) => !isSuccess(response))
  return (
    <div class="operation-body">
      {deprecated && <strong>{t('Deprecated')}</strong>}
      {description && (
        <p>
          <Prose text={description} />
        </p>
      )}
      <Trial document={document} entry={entry} group={group} />
      {parameters.length > 0 && <Parameters document={document} parameters={parameters} />}
      {requestBody && (
        <section>
          <h3>{t('Request')}</h3>
          <BodyView document={document} body={resolve(document, requestBody)} />
        </section>
      )}
      {responses.filter(isSuccess).map(([status, response]) => (
        <section key={status}>
          <h3>
            {t('Response')} <code>{status}</code> <span class="faint">{response.description}</span>
          </h3>
          <BodyView document={document} body={response} />
        </section>
      ))}
      <Errors document={document} errors={errors} />
    </div>
  )
}

/** The id of the operation, and its form to send a request; in the reference a link to the form. */
const Trial = ({ document, entry, group }: OperationProps & { group: string }) => {
  const { operationId } = entry.operation
  const [isTrying, setTrying] = useState(false)
  return (
    <>
      <div class="row">
        <code class="faint">{operationId}</code>
        <CopyButton text={operationId} />
        <span class="spacer" />
        {!isReference ? (
          <Button
            kind={isTrying ? 'quiet' : 'primary'}
            aria-expanded={isTrying}
            onClick={() => setTrying(!isTrying)}
          >
            {t('Try it')}
          </Button>
        ) : (
          workbenchPath !== '' && (
            <a class="button" href={addresses.tryOut(group, operationId)}>
              {t('Try it')}
            </a>
          )
        )}
      </div>
      {isTrying && <TryIt document={document} entry={entry} />}
    </>
  )
}

const Parameters = ({
  document,
  parameters,
}: {
  document: OpenApi
  parameters: readonly Parameter[]
}) => (
  <section>
    <h3>{t('Parameters')}</h3>
    <ul class="members">
      {parameters.map(({ name, in: place, required, description, schema = {} }) => (
        <li key={`${place} ${name}`}>
          <div class="member">
            <code class="member-name">{name}</code>
            <span class="member-type">{typeText(document, schema)}</span>
            <span class="badge">{place}</span>
            {required && <span class="badge">{t('required')}</span>}
            <span class="faint">{limitTexts(document, schema).join(' · ')}</span>
            {description && (
              <span class="member-text faint">
                <Prose text={description} />
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  </section>
)

/** Examples of errors are named by their codes, which the page of errors explains. */
const Errors = ({ document, errors }: { document: OpenApi; errors: readonly Response[] }) => (
  <section>
    <h3>{t('Errors')}</h3>
    <ul class="members">
      {errors.map(([status, response]) => (
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
            {() => (
              <>
                <p class="row">
                  {Object.keys(jsonOf(response)?.examples ?? {}).map((code) => (
                    <a
                      key={code}
                      href={`${contextPath}/docs/errors#${code}`}
                      target="_blank"
                      rel="noopener"
                    >
                      <code>{code}</code>
                    </a>
                  ))}
                </p>
                <Examples document={document} body={response} />
              </>
            )}
          </Folded>
        </li>
      ))}
    </ul>
  </section>
)

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
