/**
 * `/docs`: the API description as a page, rendered on the server. Plain HTML and one style sheet:
 * it works offline and under the strictest Content-Security-Policy, because it has no scripts.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Documents, OpenApiDocument } from '../../discovery/openapi/openapi.js'
import { errorTable } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json-schema.js'
import type { DiscoveryAccess } from '../discovery-routes.js'
import { guardArea, knownCaller } from '../request/caller.js'
import { documentOf, Html, html, htmlType } from './html.js'

const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: .9em ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; border-radius: .4rem; }
details { border: 1px solid #8884; border-radius: .4rem; margin: .4rem 0; padding: .3rem .75rem; }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
.deprecated { text-decoration: line-through; }
`

const page = (title: string, contextPath: string, body: Html): string =>
  documentOf(
    html`<title>${title}</title>
<link rel="stylesheet" href="${contextPath}/docs/style.css">`,
    body,
  )

interface OperationView {
  readonly path: string
  readonly method: string
  readonly operation: JsonSchema
}

const operationsIn = ({ paths }: OpenApiDocument): readonly OperationView[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

type Loose = Readonly<Record<string, unknown>>

const jsonBlock = (value: unknown): Html => html`<pre>${JSON.stringify(value, null, 2)}</pre>`

const describeParameters = (parameters: readonly Loose[]): Html =>
  parameters.length === 0
    ? html``
    : html`<table><tr><th>Parameter</th><th>in</th><th></th></tr>${Html.all(
        parameters.map(
          ({ name, in: place, description, required }) =>
            html`<tr><td><code>${String(name)}</code></td><td>${String(place)}</td><td>${String(description ?? '')}${required ? ' Required.' : ''}</td></tr>`,
        ),
      )}</table>`

const exampleIn = (holder: Loose | undefined): unknown => {
  const content = holder?.['content'] as Readonly<Record<string, Loose>> | undefined
  const examples = content?.['application/json']?.['examples'] as
    | Readonly<Record<string, { value?: unknown }>>
    | undefined
  return Object.values(examples ?? {})[0]?.value
}

const describeResponses = (responses: Readonly<Record<string, Loose>>): Html =>
  html`<table><tr><th>Status</th><th></th></tr>${Html.all(
    Object.entries(responses).map(
      ([status, { description }]) =>
        html`<tr><td>${status}</td><td>${String(description ?? '')}</td></tr>`,
    ),
  )}</table>`

const describeOperation = ({ path, method, operation }: OperationView): Html => {
  const { summary, operationId, parameters, requestBody, responses, deprecated } =
    operation as Loose & {
      readonly parameters?: readonly Loose[]
      readonly requestBody?: Loose
      readonly responses: Readonly<Record<string, Loose>>
    }
  const body = exampleIn(requestBody)
  const [success] = Object.entries(responses)
  const response = exampleIn(success?.[1])
  return html`<details id="${String(operationId)}"><summary><span class="method">${method.toUpperCase()}</span>
<code${new Html(deprecated ? ' class="deprecated"' : '')}>${path}</code> ${String(summary ?? '')}</summary>
${describeParameters(parameters ?? [])}
${body === undefined ? html`` : html`<h4>Request</h4>${jsonBlock(body)}`}
${response === undefined ? html`` : html`<h4>Response ${success![0]}</h4>${jsonBlock(response)}`}
<h4>Responses</h4>${describeResponses(responses)}</details>`
}

const describeApi = (document: OpenApiDocument, contextPath: string): Html => {
  const { title } = document['info'] as { title: string }
  const byTag = new Map<string, OperationView[]>()
  for (const view of operationsIn(document)) {
    const [tag = ''] = (view.operation['tags'] as readonly string[] | undefined) ?? []
    byTag.set(tag, [...(byTag.get(tag) ?? []), view])
  }
  return html`<h1>${title}</h1>
<p><a href="${contextPath}/v3/api-docs">OpenAPI 3.1</a> · <a href="${contextPath}/docs/errors">Errors</a></p>
${Html.all(
  [...byTag].map(([tag, views]) => html`<h2>${tag}</h2>${Html.all(views.map(describeOperation))}`),
)}`
}

const describeErrors = (contextPath: string): Html =>
  html`<h1>Errors</h1><p><a href="${contextPath}/docs">The API</a></p>
<table><tr><th>Code</th><th>Status</th><th>Category</th><th></th></tr>${Html.all(
    Object.entries(errorTable).map(
      ([code, { status, category, title }]) =>
        html`<tr id="${code}"><td><code>${code}</code></td><td>${String(status)}</td><td>${category}</td><td>${title}</td></tr>`,
    ),
  )}</table>`

export const addDocsPage = (
  app: FastifyInstance,
  { access, settings, discoveryOf }: Pick<DiscoveryAccess, 'access' | 'settings' | 'discoveryOf'>,
): void => {
  const contextPath = settings['platform.http.context-path']
  const onRequest = guardArea(access, 'docs', settings)
  const errors = page('Errors', contextPath, describeErrors(contextPath))
  const made = new WeakMap<Documents, string>()
  const apiPage = (request: FastifyRequest): string => {
    const { documents } = discoveryOf(knownCaller(request).view)
    const known = made.get(documents)
    if (known) return known
    const text = page('API', contextPath, describeApi(documents.get(undefined)!, contextPath))
    made.set(documents, text)
    return text
  }
  const pages: Readonly<Record<string, readonly [string, (request: FastifyRequest) => string]>> = {
    '/docs': [htmlType, apiPage],
    '/docs/errors': [htmlType, () => errors],
    '/docs/style.css': ['text/css; charset=utf-8', () => style],
  }
  for (const [path, [type, content]] of Object.entries(pages)) {
    const url = `${contextPath}${path}`
    app.get(url, { onRequest }, async (request, reply) =>
      reply.header('Content-Security-Policy', policy).type(type).send(content(request)),
    )
  }
}
