/** The entries of the API description for the operations of the screen. */

import { type ResourceEntry, readDocument } from '../service/discovery.js'
import { useLoad } from '../service/load.js'
import { t } from '../texts/translate.js'
import { JsonView } from '../ui/json-view.js'
import { ErrorNotice, Loading } from '../ui/notices.js'
import { operationAddress } from './entries.js'
import { type OpenApi, operationsOf } from './openapi.js'

export const OperationDocs = ({
  resource,
  operations,
}: {
  resource: ResourceEntry
  operations: readonly string[]
}) => {
  const docs = useLoad(resource.apiDocsUrl, () => readDocument<OpenApi>(resource.apiDocsUrl))
  if (docs.error) return <ErrorNotice error={docs.error} onRetry={docs.reload} />
  if (!docs.data) return <Loading />
  const ids = new Set(operations.map((name) => `${resource.resourceKey}.${name}`))
  const entries = operationsOf(docs.data)
  const onScreen = entries.filter(({ operation }) => ids.has(operation.operationId))
  const shown = onScreen.length > 0 ? onScreen : entries
  return (
    <ul class="entries">
      {shown.map(({ path, method, operation }) => (
        <li key={operation.operationId} class="entry">
          <p>
            <span class={`method ${method.toLowerCase()}`}>{method}</span>{' '}
            <a href={operationAddress(resource, operation.operationId)}>{path}</a>
          </p>
          <p class="faint">{operation.summary}</p>
          <details>
            <summary>{t('Entry')}</summary>
            <JsonView value={operation} level={2} />
          </details>
        </li>
      ))}
    </ul>
  )
}
