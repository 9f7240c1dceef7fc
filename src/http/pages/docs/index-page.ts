/**
 * `/docs` and `/docs/{API group}`: the resources of the service, or of a group. Long lists come in
 * pages, and a search that needs no script finds resources in all of them.
 */
import type {
  Contents,
  ContentsGroup,
  ContentsResource,
} from '../../../discovery/openapi/contents.js'
import { Html, html } from '../html.js'
import { type DocsAddresses, indexTable, page, prose } from './layout.js'

const rowsPerPage = 100

export interface IndexQuery {
  /** Words that a resource must have, all of them. */
  readonly search: string
  /** Zero-based. */
  readonly page: number
}

interface Row {
  readonly group: ContentsGroup
  readonly resource: ContentsResource
}

/** @param group undefined: all groups */
export const indexPage = (
  contents: Contents,
  group: ContentsGroup | undefined,
  query: IndexQuery,
  addresses: DocsAddresses,
): string => {
  const { contextPath } = addresses
  const groups = group ? [group] : contents.groups
  const all = groups.flatMap((each) =>
    each.resources.map((resource): Row => ({ group: each, resource })),
  )
  const rows = all.filter((row) => matches(row, query.search))
  const start = query.page * rowsPerPage
  const shown = rows.slice(start, start + rowsPerPage)
  const url = `${contextPath}/docs${group ? `/${group.group}` : ''}`
  const title = group ? `${contents.title}: ${group.title}` : contents.title
  return page(
    title,
    html`<h1>${title}</h1>
${group || !contents.description ? html`` : html`<p>${prose(contents.description)}</p>`}
<p class="note">Version ${contents.version}. ${countOf(all.length, 'resource')}${group ? '' : ` in ${countOf(groups.length, 'group')}`}.</p>
<form action="${url}" role="search"><input type="search" name="search" value="${query.search}" aria-label="Search resources" placeholder="Search resources"><button>Search</button></form>
${group ? html`` : groupLinks(groups, contextPath)}
${query.search === '' ? html`` : html`<p>${countOf(rows.length, 'resource')} found for “${query.search}”. <a href="${url}">Show all</a></p>`}
${Html.all(groups.map((each) => groupTable(each, shown, contextPath)))}
${pager(url, query, rows.length)}`,
    addresses,
    [openApiLink(group?.group, contextPath), discoveryLink(contextPath)],
  )
}

const matches = ({ group, resource }: Row, search: string): boolean => {
  const { title, key, path, description = '' } = resource
  const text = [group.title, title, key, path, description].join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const openApiLink = (group: string | undefined, contextPath: string): Html =>
  html`<a href="${contextPath}/v3/api-docs${group ? `/${group}` : ''}">OpenAPI 3.1</a>`

const discoveryLink = (contextPath: string): Html =>
  html`<a href="${contextPath}/docs/platform-discovery">Discovery</a>`

const groupLinks = (groups: readonly ContentsGroup[], contextPath: string): Html =>
  html`<p>Groups: ${Html.all(
    groups.map(
      ({ group, title, resources }) =>
        html`<a href="${contextPath}/docs/${group}">${title}</a> (${String(resources.length)})`,
    ),
  )}</p>`

const groupTable = (group: ContentsGroup, shown: readonly Row[], contextPath: string): Html => {
  const own = shown.filter((row) => row.group === group)
  if (own.length === 0) return html``
  return html`<h2 id="group-${group.group}">${group.title}</h2>${indexTable(
    ['Resource', 'Operations'],
    own.map(({ resource }) => resourceRow(resource, contextPath)),
  )}`
}

const resourceRow = (resource: ContentsResource, contextPath: string): Html => {
  const { title, description, path, document } = resource
  const count = resource.sections().flatMap(({ operationIds }) => operationIds).length
  return html`<tr><td><a href="${contextPath}/docs/${document}">${title}</a><br><code>${path}</code>${description ? html`<br><span class="note">${prose(description)}</span>` : html``}</td><td>${String(count)}</td></tr>`
}

const pager = (url: string, { page: current, search }: IndexQuery, count: number): Html => {
  const pages = Math.ceil(count / rowsPerPage)
  if (pages < 2) return html``
  const linkTo = (index: number, text: string): Html => {
    const query = new URLSearchParams({ ...(search ? { search } : {}), page: String(index) })
    return html`<a href="${url}?${String(query)}">${text}</a>`
  }
  return html`<p>Page ${String(current + 1)} of ${String(pages)}.
${current > 0 ? linkTo(Math.min(current, pages) - 1, 'Previous page') : html``}
${current + 1 < pages ? linkTo(current + 1, 'Next page') : html``}</p>`
}
