/** Finds operations by id, path or summary, in the catalogs of the groups. */
import { useState } from 'preact/hooks'
import { contextPath } from '../../browser/page-facts.js'
import { addresses } from '../../browser/router.js'
import type { Result } from '../../service/connection.js'
import { readDocument } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { t, tn } from '../../texts/translate.js'
import { Method } from '../../ui/method.js'
import { Loaded } from '../../ui/notices.js'

interface Endpoint {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly summary: string | null
  readonly group: string
}

type Catalog = { readonly endpoints: readonly Omit<Endpoint, 'group'>[] }

/** Maximum number of matches that are shown. */
const maxMatches = 50

/** Reads the endpoints of all groups. Each catalog is read once. */
const readEndpoints = async (groups: readonly string[]): Promise<Result<readonly Endpoint[]>> => {
  const endpoints: Endpoint[] = []
  // Catalogs are read one after the other, because one of hundreds of resources is large.
  for (const [index, group] of groups.entries()) {
    const url = `${contextPath}/schemas/catalog?${new URLSearchParams({ group })}`
    const result = await readDocument<Catalog>(url)
    if (!result.ok) return result
    endpoints.push(...result.data.endpoints.map((endpoint) => ({ ...endpoint, group })))
    if (index === groups.length - 1) return { ...result, data: endpoints }
  }
  throw new Error('There are no groups.')
}

const matches = ({ operationId, path, summary }: Endpoint, words: readonly string[]): boolean => {
  const text = `${operationId} ${path} ${summary ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

export const OperationSearch = ({ groups }: { groups: readonly string[] }) => {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (
    <search class="stack">
      <input
        class="input"
        type="search"
        aria-label={t('Search operations')}
        placeholder={t('Search operations')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {words.length > 0 && <Matches groups={groups} words={words} />}
    </search>
  )
}

const Matches = ({ groups, words }: { groups: readonly string[]; words: readonly string[] }) => {
  const all = useLoad(groups.join(' '), () => readEndpoints(groups))
  return (
    <Loaded load={all} rows={2}>
      {(endpoints) => <Found found={endpoints.filter((endpoint) => matches(endpoint, words))} />}
    </Loaded>
  )
}

const Found = ({ found }: { found: readonly Endpoint[] }) => (
  <>
    <p class="faint" role="status">
      {tn(found.length, '{count} operation', '{count} operations')}
    </p>
    <ul class="api-matches">
      {found.slice(0, maxMatches).map(({ operationId, method, path, summary, group }) => (
        <li key={operationId}>
          <a href={`${addresses.api(group)}#${encodeURIComponent(operationId)}`}>
            <Method name={method} />
            <code class="cut">{path}</code>
            <span class="faint cut">{summary}</span>
          </a>
        </li>
      ))}
    </ul>
  </>
)
